import AssayContract
import AssayJSON
import AssaySchema

/// The schemas that say the same in both contracts with all that their references lead to: nothing in them is a change.
///
/// Without it every operation would be compared down to the last definition it leads to, also where nothing changed.
struct UnchangedSchemas {
  /// The definitions that differ, or lead to one that does; `nil` where a definition has references that lead elsewhere,
  /// so that no one can say.
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
      old.view.value == new.view.value, let targets = Self.targets(in: old.view.value)
    else { return false }
    return changed.isDisjoint(with: targets)
  }

  private static func definitions(of root: JSONValue) -> [ExactText: (value: JSONValue, targets: Set<ExactText>)]? {
    var definitions: [ExactText: (value: JSONValue, targets: Set<ExactText>)] = [:]
    for member in root["$defs"]?.members.map(\.self) ?? [] {
      guard let targets = targets(in: member.value) else { return nil }
      definitions[ExactText(member.key)] = (member.value, targets)
    }
    return definitions
  }

  /// The definitions that `value` refers to; `nil` where a reference may lead elsewhere.
  private static func targets(in value: JSONValue) -> Set<ExactText>? {
    var targets: Set<ExactText> = []
    var pending = [value]
    while let next = pending.popLast() {
      for member in next.members {
        switch member.key {
        case "$ref":
          guard let text = member.value.string, text.hasPrefix("#/"),
            let name = JSONPointer(String(text.dropFirst()))?.definition
          else { return nil }
          targets.insert(name)
        case "$dynamicRef", "$recursiveRef", "$id": return nil
        default: break
        }
        if member.value.kind == .object || member.value.kind == .array { pending.append(member.value) }
      }
      pending += next.items.filter { $0.kind == .object || $0.kind == .array }
    }
    return targets
  }
}

extension JSONPointer {
  /// The definition of a contract it leads to, or into.
  fileprivate var definition: ExactText? { tokens.count > 1 && tokens[0] == "$defs" ? ExactText(tokens[1]) : nil }
}
