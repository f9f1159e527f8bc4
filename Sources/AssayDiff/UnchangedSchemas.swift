import AssayContract
import AssayJSON
import AssaySchema

/// The schemas that are equal in both contracts, including the targets of their references, so that nothing in them is
/// a change.
///
/// Without this, every operation would be compared down to the last referenced definition, even if nothing changed.
struct UnchangedSchemas {
  /// The definitions that differ, or lead to one that does; `nil` if this is unknown, because a definition has
  /// references that lead elsewhere.
  private let changed: Set<ExactText>?

  init(_ old: JSONValue, _ new: JSONValue) {
    let (before, now) = (Self.definitions(of: old), Self.definitions(of: new))
    guard let before, let now else {
      changed = nil
      return
    }
    var changed = Set(before.keys).symmetricDifference(now.keys)
    for (name, definition) in before where now[name].map({ $0.value != definition.value }) == true {
      changed.insert(name)
    }
    var users: [ExactText: [ExactText]] = [:]
    for (name, definition) in before.merging(now, uniquingKeysWith: { first, _ in first }) {
      for target in definition.targets { users[target, default: []].append(name) }
    }
    var pending = Array(changed)
    while let next = pending.popLast() {
      for user in users[next] ?? [] where changed.insert(user).inserted { pending.append(user) }
    }
    self.changed = changed
  }

  /// Returns true if `old` and `new` have the same place, content and level.
  func hold(_ old: SchemaPart, _ new: SchemaPart) -> Bool {
    guard let changed, old.pointer == new.pointer, old.level == new.level,
      old.view.isInOwnDocument, new.view.isInOwnDocument,
      old.view.value == new.view.value
    else { return false }
    let references = DefinitionReferences(in: old.view.value)
    return !references.hasOthers && changed.isDisjoint(with: references.names)
  }

  /// Returns the definitions of a contract, each with those it refers to; `nil` if a reference of one may lead
  /// elsewhere.
  private static func definitions(of root: JSONValue) -> [ExactText: (value: JSONValue, targets: Set<ExactText>)]? {
    var definitions: [ExactText: (value: JSONValue, targets: Set<ExactText>)] = [:]
    for member in root["$defs"]?.members.map(\.self) ?? [] {
      let references = DefinitionReferences(in: member.value)
      if references.hasOthers { return nil }
      definitions[ExactText(member.key)] = (member.value, references.names)
    }
    return definitions
  }
}

/// The references from a part of a contract to schema definitions.
struct DefinitionReferences {
  /// The names of the definitions that the references lead to, or into.
  private(set) var names: Set<ExactText> = []
  /// True if a reference may lead to a place outside of the contract's definitions.
  private(set) var hasOthers = false

  init(in value: JSONValue) {
    var pending = [value]
    while let next = pending.popLast() {
      for member in next.members {
        switch member.key {
        case "$ref":
          // A name that is percent-encoded is not read.
          if let text = member.value.string, text.hasPrefix("#/"), !text.contains("%"),
            let tokens = JSONPointer(String(text.dropFirst()))?.tokens, tokens[0] == "$defs", tokens.count > 1
          {
            names.insert(ExactText(tokens[1]))
          } else {
            hasOthers = true
          }
        case "$dynamicRef", "$recursiveRef", "$id": hasOthers = true
        default: break
        }
        if member.value.kind == .object || member.value.kind == .array { pending.append(member.value) }
      }
      pending += next.items.filter { $0.kind == .object || $0.kind == .array }
    }
  }
}
