/// A key that stands more than once in one object, which RFC 8259 section 4 says makes readers disagree.
package struct JSONDuplicateKey: Sendable {
  /// The object.
  package var object: JSONPointer
  /// The key, unescaped.
  package var key: String
  /// The byte offset of the second appearance.
  package var offset: Int
}

extension JSONDocument {
  /// Every repeated key of every object, in the text's order.
  package func duplicateKeys() -> [JSONDuplicateKey] {
    var found: [JSONDuplicateKey] = []
    var pending: [(JSONValue, JSONPointer)] = [(root, JSONPointer())]
    while let (value, pointer) = pending.popLast() {
      switch value.kind {
      case .object:
        var seen: Set<String> = []
        for member in value.members {
          let key = member.key
          if !seen.insert(key).inserted {
            found.append(JSONDuplicateKey(object: pointer, key: key, offset: member.keyValue.byteRange.lowerBound))
          }
          if member.value.count > 0 { pending.append((member.value, pointer.appending(key))) }
        }
      case .array:
        for (position, item) in value.items.enumerated() where item.count > 0 {
          pending.append((item, pointer.appending(position)))
        }
      default: break
      }
    }
    return found.sorted { $0.offset < $1.offset }
  }
}
