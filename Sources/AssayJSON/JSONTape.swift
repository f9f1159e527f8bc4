/// The kind of a value, as RFC 8259 section 3 names it.
package enum JSONKind: UInt8, Sendable {
  case null, `false`, `true`, number, string, array, object

  /// The type name JSON Schema uses; `integer` is a question of the number's value.
  package var typeName: String {
    switch self {
    case .null: "null"
    case .false, .true: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

/// One value on the tape, 16 bytes: containers first, then what is inside them, keys before their values.
package struct JSONTapeEntry: Sendable {
  /// Bits 0–7 the kind's code; bits 8 and 9 of a string what its text holds; bits 9–31 of a container the number of
  /// items or members, of an integer its value, saturating, as negative integers do.
  package var word: UInt32
  /// The offset of the value's first byte; of a string's opening quote.
  package var start: UInt32
  /// The offset after the value's last byte; after a string's closing quote.
  package var end: UInt32
  /// The tape index of what follows this value and everything inside it.
  package var next: UInt32

  /// Set where a string's bytes differ from its characters.
  package static var escapeBit: UInt32 { 1 << 8 }
  /// Set where a string has bytes beyond ASCII.
  package static var nonASCIIBit: UInt32 { 1 << 9 }
  /// The code of a number without fraction and exponent; all other codes are their kind's raw value.
  package static var integerCode: UInt32 { 7 }
  /// The bit where the number of a container's items, or an integer's value, starts.
  package static var countShift: UInt32 { 9 }
  package static var countLimit: Int { Int(UInt32.max >> 9) }

  package var kind: JSONKind {
    JSONKind(rawValue: UInt8(truncatingIfNeeded: word)) ?? .number
  }
  /// True if a string's bytes differ from its characters.
  package var hasEscapes: Bool { word & Self.escapeBit != 0 }
}

/// The entries of a document, in the text's order.
package struct JSONTape: RandomAccessCollection, Sendable {
  private let document: JSONDocument

  init(_ document: JSONDocument) { self.document = document }

  package var startIndex: Int { 0 }
  package var endIndex: Int { document.entryCount }
  package subscript(index: Int) -> JSONTapeEntry { document.entry(at: index) }
}

/// A tape being written: memory that grows, and an entry at a time.
struct JSONTapeBuilder {
  private(set) var entries: UnsafeMutablePointer<JSONTapeEntry>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    entries = .allocate(capacity: capacity)
  }

  @inline(__always)
  mutating func append(_ word: UInt32, _ start: UInt32, _ end: UInt32, next: UInt32) {
    if count == capacity { grow() }
    (entries + count).initialize(to: JSONTapeEntry(word: word, start: start, end: end, next: next))
    count &+= 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<JSONTapeEntry>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: entries, count: count)
    entries.deallocate()
    entries = larger
    capacity *= 2
  }
}
