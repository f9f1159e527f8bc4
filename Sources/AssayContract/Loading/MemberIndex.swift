package import AssayJSON

/// The members of wide objects of one document by name, each object read once: for walks that step into many of them.
package struct MemberIndex: Sendable {
  /// The members of each object by the byte it begins at.
  private var objects: [Int: [ExactText: JSONMember]] = [:]
  /// Objects with fewer members are searched.
  private static let wide = 24

  package init() {}

  /// The member of `value` named `key`, the last one where it stands twice.
  mutating func member(_ key: String, of value: JSONValue) -> JSONMember? {
    guard value.kind == .object, value.count >= Self.wide else {
      var found: JSONMember?
      for member in value.members where member.isNamed(key) { found = member }
      return found
    }
    let place = value.byteRange.lowerBound
    if let members = objects[place] { return members[key] }
    var members: [ExactText: JSONMember] = [:]
    for member in value.members { members[member.key] = member }
    objects[place] = members
    return members[key]
  }

  /// The value at `pointer` in `value`; `nil` without one.
  package mutating func value(at pointer: JSONPointer, in value: JSONValue) -> JSONValue? {
    var found = value
    for token in pointer.tokens {
      let next = found.kind == .object ? member(token, of: found)?.value : found[JSONPointer(tokens: [token])]
      guard let next else { return nil }
      found = next
    }
    return found
  }
}
