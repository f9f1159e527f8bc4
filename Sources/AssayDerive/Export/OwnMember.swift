import AssayJSON

/// The extension members for parts of a contract that OpenAPI or Arazzo cannot express. Each is at the place it is
/// about, because these formats allow additional members.
enum OwnMember {
  private static let prefix = "x-assay-"

  /// The name of the contract's member `key` in a description.
  static func name(_ key: String) -> String { key.hasPrefix("x-") ? key : prefix + key }

  /// The contract's member that a description calls `name`; `nil` for a member of another tool.
  static func key(_ name: String) -> String? {
    if name.hasPrefix(prefix) { return String(name.dropFirst(prefix.count)) }
    return name.hasPrefix("x-") ? name : nil
  }
}

extension DraftTree {
  init(_ value: JSONValue) {
    switch value.kind {
    case .object: self = .object(value.members.map { ($0.key, DraftTree($0.value)) })
    case .array: self = .array(value.items.map { DraftTree($0) })
    default: self = .raw(value.text)
    }
  }

  /// The text of a string; `nil` of any other value.
  var string: String? {
    guard case .raw(let json) = self, json.hasPrefix("\"") else { return nil }
    return (try? JSONDocument(parsing: json))?.root.string
  }

  var items: [DraftTree] { if case .array(let items) = self { items } else { [] } }
  var isObject: Bool { if case .object = self { true } else { false } }
  var isEmptyObject: Bool { isObject && members.isEmpty }
  var isNull: Bool { if case .raw("null") = self { true } else { false } }

  /// Copies the members named in `keys` from `other`, if it has them.
  mutating func take(_ keys: [String], of other: DraftTree) {
    for key in keys { if let value = other[key] { self[key] = value } }
  }

  /// Copies the members of `other` that a description cannot express, all except `known`, under the names of extension
  /// members.
  mutating func takeOwn(of other: DraftTree, but known: Set<String>) {
    for member in other.members where !known.contains(member.key) {
      self[OwnMember.name(member.key)] = member.value.referring(.toDescription)
    }
  }

  /// Copies the extension members of `other` back under the names they have in a contract; `null` removes a member.
  mutating func restoreOwn(of other: DraftTree, but taken: Set<String> = []) {
    for member in other.members where !taken.contains(member.key) {
      guard let key = OwnMember.key(member.key) else { continue }
      self[key] = member.value.isNull ? nil : member.value.referring(.toContract)
    }
  }

  /// The direction in which a reference is converted: a contract's schemas are under `$defs`, a description's under
  /// `components`.
  enum ReferenceWay {
    case toDescription
    case toContract

    var prefixes: (from: String, to: String) {
      let (contract, description) = ("#/$defs/", "#/components/schemas/")
      return self == .toDescription ? (contract, description) : (description, contract)
    }
  }

  /// Returns the value with every `$ref` converted between a contract's `$defs` and a description's `components`.
  func referring(_ way: ReferenceWay) -> DraftTree {
    switch self {
    case .raw, .sources: return self
    case .array(let items): return .array(items.map { $0.referring(way) })
    case .object(let members):
      return .object(
        members.map { key, value in
          let (from, to) = way.prefixes
          guard key == "$ref", let target = value.string, target.hasPrefix(from) else {
            return (key, value.referring(way))
          }
          return (key, .string(to + target.dropFirst(from.count)))
        }
      )
    }
  }
}
