package import AssayJSON

/// An index of the members of large objects of one document, by name, for walks that visit many members.
package struct MemberIndex: Sendable {
  /// The members of each object, by the byte offset of the object.
  private var objects: [Int: [ExactText: JSONMember]] = [:]
  /// The minimum number of members for an object to be indexed; smaller objects are searched.
  private static let wide = 24

  package init() {}

  /// Returns the member of `value` named `key`; the last one if there are several.
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

  /// Returns the value at `pointer` in `value`; `nil` if absent.
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
