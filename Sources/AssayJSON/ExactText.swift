/// Text as a key: compared by its code points, as JSON, HTTP and JSON Schema compare.
///
/// Swift's own equality takes canonically equivalent strings for one: `é` and `e` with a combining accent.
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
  /// Whether both have the same code points.
  package func isExactly(_ other: String) -> Bool { self == other && utf8.elementsEqual(other.utf8) }
}

extension Sequence<String> {
  /// Whether `text` is among them, by its code points.
  package func containsExactly(_ text: String) -> Bool { contains { $0.isExactly(text) } }
}

extension Dictionary where Key == ExactText {
  /// The value of the key that has the code points of `text`.
  package subscript(_ text: String) -> Value? {
    get { self[ExactText(text)] }
    set { self[ExactText(text)] = newValue }
  }
}
