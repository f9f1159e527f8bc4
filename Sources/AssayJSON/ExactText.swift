/// Text as a dictionary key, compared by its code points, as in JSON, HTTP and JSON Schema.
///
/// Swift's own equality treats canonically equivalent strings as equal: `é` and `e` with a combining accent.
package struct ExactText: Hashable, Sendable {
  package var text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: ExactText, right: ExactText) -> Bool { left.text.isExactly(right.text) }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}

extension String {
  /// Returns true if both have the same code points.
  package func isExactly(_ other: String) -> Bool {
    let (left, right) = (utf8, other.utf8)
    guard left.count == right.count else { return false }
    return left.withContiguousStorageIfAvailable { left in
      right.withContiguousStorageIfAvailable { left.hasSameBytes(as: $0) }
    }.flatMap { $0 } ?? left.elementsEqual(right)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns true if both hold the same bytes, compared eight at a time.
  package func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    let (left, right) = (UnsafeRawBufferPointer(self), UnsafeRawBufferPointer(other))
    var index = 0
    while index + 8 <= left.count {
      let word = left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      guard word == right.loadUnaligned(fromByteOffset: index, as: UInt64.self) else { return false }
      index += 8
    }
    while index < left.count {
      guard left[index] == right[index] else { return false }
      index += 1
    }
    return true
  }
}

extension Sequence<String> {
  /// The texts in order without duplicates, compared by code points.
  package var distinct: [String] {
    var seen: Set<ExactText> = []
    return filter { seen.insert(ExactText($0)).inserted }
  }

  /// Returns true if the sequence contains `text`, compared by code points.
  package func containsExactly(_ text: String) -> Bool { contains { $0.isExactly(text) } }
}

extension Dictionary where Key == ExactText {
  /// The value of the key that has the code points of `text`.
  package subscript(_ text: String) -> Value? {
    get { self[ExactText(text)] }
    set { self[ExactText(text)] = newValue }
  }
}
