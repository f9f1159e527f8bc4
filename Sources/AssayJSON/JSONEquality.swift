extension JSONValue: Hashable {
  /// Compares values as defined by JSON Schema 2020-12 section 4.2.2: numbers by value, strings by code point, objects
  /// without order.
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    var work = 0
    return left.isEqual(to: right, addingWork: &work)
  }

  /// Returns true if both are equal. Adds the number of values and members up to the first difference to `work`; two
  /// texts of one length count once more for each 256 bytes.
  package func isEqual(to other: JSONValue, addingWork work: inout Int) -> Bool {
    guard let isEqual = isEqual(asScalarTo: other, &work) else {
      // A stack of our own: values nest deeper than a thread's goes.
      var pending = [(self, other)]
      while let (left, right) = pending.popLast() {
        let isPaired =
          left.kind == .array
          ? left.pairItems(with: right, &pending, &work) : left.pairMembers(with: right, &pending, &work)
        if !isPaired { return false }
      }
      return true
    }
    return isEqual
  }

  /// Compares two values that are not both arrays or both objects; returns `nil` if they are.
  private func isEqual(asScalarTo other: JSONValue, _ work: inout Int) -> Bool? {
    work += 1
    guard kind == other.kind else { return false }
    if kind == .array || kind == .object { return nil }
    if kind == .string || kind == .number, byteRange.count == other.byteRange.count { work += byteRange.count / 256 }
    return isEqual(toScalar: other)
  }

  /// Adds a pair of values that must be equal for their containers to be equal; returns false if they are known to
  /// differ.
  private func pair(with other: JSONValue, _ pending: inout [(JSONValue, JSONValue)], _ work: inout Int) -> Bool {
    if let isEqual = isEqual(asScalarTo: other, &work) { return isEqual }
    pending.append((self, other))
    return true
  }

  /// Adds the items that must be equal for two arrays to be equal; returns false if two are known to differ.
  private func pairItems(with other: JSONValue, _ pending: inout [(JSONValue, JSONValue)], _ work: inout Int) -> Bool {
    guard count == other.count else { return false }
    for (item, match) in zip(items, other.items) where !item.pair(with: match, &pending, &work) { return false }
    return true
  }

  private func isEqual(toScalar other: JSONValue) -> Bool {
    switch kind {
    case .number: hasSameInteger(as: other) ?? (hasSameText(as: other) || number == other.number)
    case .string: hasSameString(as: other)
    default: true
    }
  }

  /// Hashes the value; equal values have the same hash, in any notation.
  package func hash(into hasher: inout Hasher) { hasher.combine(JSONHash.of(self)) }

  /// Calls `body` with the UTF-8 of a string, with escapes resolved; with no bytes for any other value.
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

  /// Returns true if two integers whose values are on the tape are the same; `nil` for all other numbers.
  private func hasSameInteger(as other: JSONValue) -> Bool? {
    guard let left = smallInteger, let right = other.smallInteger else { return nil }
    return left == right
  }

  private func hasSameText(as other: JSONValue) -> Bool {
    withText { text in other.withText { text.hasSameBytes(as: $0) } }
  }

  /// Compares code points; Swift's own string equality would treat canonically equivalent strings as equal.
  private func hasSameString(as other: JSONValue) -> Bool {
    withStringBytes { bytes in other.withStringBytes { $0.hasSameBytes(as: bytes) } }
  }

  /// Adds the values that must be equal for two objects to be equal; returns false if a name is in only one of them, or
  /// two values are known to differ.
  private func pairMembers(with other: JSONValue, _ pending: inout [(JSONValue, JSONValue)], _ work: inout Int) -> Bool
  {
    let members = lastMembers
    let others = other.lastMembers
    work += members.count + others.count
    guard members.count == others.count else { return false }
    if members.count <= Self.fewMembers {
      for member in members {
        guard let match = others.first(where: { $0.keyValue == member.keyValue }),
          member.value.pair(with: match.value, &pending, &work)
        else { return false }
      }
      return true
    }
    var byKey: [JSONValue: JSONValue] = [:]
    byKey.reserveCapacity(others.count)
    for member in others { byKey[member.keyValue] = member.value }
    for member in members {
      guard let match = byKey[member.keyValue], member.value.pair(with: match, &pending, &work) else { return false }
    }
    return true
  }

  private static let fewMembers = 8

  /// The members, without those hidden by a later member of the same name.
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
