extension JSONValue: Hashable {
  /// Equality as JSON Schema 2020-12 section 4.2.2 defines it: numbers by value, strings by code point, objects without order.
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    guard left.kind == right.kind else { return false }
    switch left.kind {
    case .null, .true, .false: return true
    case .number: return left.hasSameText(as: right) || left.number == right.number
    case .string: return left.hasSameString(as: right)
    case .array:
      return left.count == right.count && zip(left.items, right.items).allSatisfy { $0 == $1 }
    case .object: return left.hasSameMembers(as: right)
    }
  }

  /// Equal values hash alike, however they are written.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    switch kind {
    case .null, .true, .false: break
    case .number: hasher.combine(number)
    case .string: withStringBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .array: for item in items { item.hash(into: &hasher) }
    case .object:
      var sum = 0
      for member in members {
        var inner = Hasher()
        member.keyValue.hash(into: &inner)
        member.value.hash(into: &inner)
        sum &+= inner.finalize()
      }
      hasher.combine(sum)
    }
  }

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

  private func hasSameText(as other: JSONValue) -> Bool {
    document.bytes[byteRange].elementsEqual(other.document.bytes[other.byteRange])
  }

  /// Compares code points; Swift's own string equality would take canonically equivalent strings for one.
  private func hasSameString(as other: JSONValue) -> Bool {
    withStringBytes { bytes in other.withStringBytes { $0.elementsEqual(bytes) } }
  }

  private func hasSameMembers(as other: JSONValue) -> Bool {
    guard count == other.count else { return false }
    if count <= 8 {
      return members.allSatisfy { member in
        other.members.last { $0.keyValue == member.keyValue }?.value == member.value
      }
    }
    var byKey: [JSONValue: JSONValue] = [:]
    byKey.reserveCapacity(other.count)
    for member in other.members { byKey[member.keyValue] = member.value }
    return members.allSatisfy { byKey[$0.keyValue] == $0.value }
  }
}

extension JSONMembers {
  /// The last member `predicate` accepts, as readers take the last of repeated keys.
  fileprivate func last(where predicate: (JSONMember) -> Bool) -> JSONMember? {
    var found: JSONMember?
    for member in self where predicate(member) { found = member }
    return found
  }
}
