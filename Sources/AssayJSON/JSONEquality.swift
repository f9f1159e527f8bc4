extension JSONValue: Equatable {
  /// Equality as JSON Schema 2020-12 section 4.2.2 defines it: numbers by value, objects without order.
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    guard left.kind == right.kind else { return false }
    switch left.kind {
    case .null, .true, .false: return true
    case .number: return left.number == right.number
    case .string: return left.string == right.string
    case .array:
      return left.count == right.count && zip(left.items, right.items).allSatisfy { $0 == $1 }
    case .object:
      guard left.count == right.count else { return false }
      return left.members.allSatisfy { member in right[member.key] == member.value }
    }
  }
}
