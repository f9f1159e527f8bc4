extension JSONValue: Hashable {
  /// Equality as JSON Schema 2020-12 section 4.2.2 defines it: numbers by value, strings by code point, objects without order.
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    guard left.kind == right.kind else { return false }
    if left.kind != .array && left.kind != .object { return left.isEqual(toScalar: right) }
    // A stack of our own: values nest deeper than a thread's goes.
    var pending = [(left, right)]
    while let (left, right) = pending.popLast() {
      guard left.kind == right.kind else { return false }
      switch left.kind {
      case .array:
        guard left.count == right.count else { return false }
        pending += zip(left.items, right.items).lazy.map { ($0, $1) }
      case .object: if !left.pairMembers(with: right, &pending) { return false }
      default: if !left.isEqual(toScalar: right) { return false }
      }
    }
    return true
  }

  private func isEqual(toScalar other: JSONValue) -> Bool {
    switch kind {
    case .number: hasSameInteger(as: other) ?? (hasSameText(as: other) || number == other.number)
    case .string: hasSameString(as: other)
    default: true
    }
  }

  /// Equal values hash alike, however they are written.
  package func hash(into hasher: inout Hasher) { hasher.combine(JSONHash.of(self)) }

  /// Calls `body` with the UTF-8 of a string, escapes resolved; with nothing for all that is no string.
  package func withStringBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let entry = entry
    guard entry.kind == .string else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    let inner = Int(entry.start) + 1..<Int(entry.end) - 1
    if entry.hasEscapes {
      return Array(JSONEscapes.unescape(document.bytes[inner]).utf8).withUnsafeBufferPointer(body)
    }
    return document.bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[inner])) }
  }

  private func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    document.bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[byteRange])) }
  }

  /// Whether two integers whose values are on the tape are the same; `nil` for all other numbers.
  private func hasSameInteger(as other: JSONValue) -> Bool? {
    guard let left = smallInteger, let right = other.smallInteger else { return nil }
    return left == right
  }

  private func hasSameText(as other: JSONValue) -> Bool {
    withText { text in other.withText { text.hasSameBytes(as: $0) } }
  }

  /// Compares code points; Swift's own string equality would take canonically equivalent strings for one.
  private func hasSameString(as other: JSONValue) -> Bool {
    withStringBytes { bytes in other.withStringBytes { $0.hasSameBytes(as: bytes) } }
  }

  /// Adds the values that have to be equal for two objects to be; false where a name is in one of them only.
  private func pairMembers(with other: JSONValue, _ pending: inout [(JSONValue, JSONValue)]) -> Bool {
    let members = lastMembers
    let others = other.lastMembers
    guard members.count == others.count else { return false }
    if members.count <= Self.fewMembers {
      for member in members {
        guard let match = others.first(where: { $0.keyValue == member.keyValue }) else { return false }
        pending.append((member.value, match.value))
      }
      return true
    }
    var byKey: [JSONValue: JSONValue] = [:]
    byKey.reserveCapacity(others.count)
    for member in others { byKey[member.keyValue] = member.value }
    for member in members {
      guard let match = byKey[member.keyValue] else { return false }
      pending.append((member.value, match))
    }
    return true
  }

  private static let fewMembers = 8

  /// The members, without those a later one of the same name hides from readers.
  var lastMembers: [JSONMember] {
    let members = Array(members)
    if members.count <= Self.fewMembers {
      return members.indices.lazy.filter { position in
        !members[(position + 1)...].contains { $0.keyValue == members[position].keyValue }
      }.map { members[$0] }
    }
    var last: [JSONValue: Int] = [:]
    last.reserveCapacity(members.count)
    for (position, member) in members.enumerated() { last[member.keyValue] = position }
    if last.count == members.count { return members }
    return members.indices.lazy.filter { last[members[$0].keyValue] == $0 }.map { members[$0] }
  }
}
