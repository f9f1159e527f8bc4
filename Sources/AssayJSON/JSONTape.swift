/// The kind of a value, as RFC 8259 section 3 names it.
package enum JSONKind: UInt8, Sendable {
  case null, `false`, `true`, number, string, array, object

  /// The type name in JSON Schema; `integer` depends on the number's value, not on its kind.
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

/// An entry for a value on the tape, 16 bytes. Containers come before their contents, and keys before their values.
package struct JSONTapeEntry: Sendable {
  /// The bits 0–7 are the kind's code. Bits 8 and 9 of a string describe its text. Bits 9–31 are the number of items or
  /// members of a container, or the value of an integer; large values saturate, as do negative integers.
  package var word: UInt32
  /// The offset of the value's first byte; of a string's opening quote.
  package var start: UInt32
  /// The offset after the value's last byte; after a string's closing quote.
  package var end: UInt32
  /// The tape index of the entry after this value and its contents.
  package var next: UInt32

  /// A bit that is set if a string contains escape sequences, so that its bytes differ from its text.
  package static var escapeBit: UInt32 { 1 << 8 }
  /// A bit that is set if a string has non-ASCII bytes.
  package static var nonASCIIBit: UInt32 { 1 << 9 }
  /// The code of a number without fraction and exponent; all other codes are the raw value of their kind.
  package static var integerCode: UInt32 { 7 }
  /// The position of the first bit of a container's count, or of an integer's value.
  package static var countShift: UInt32 { 9 }
  package static var countLimit: Int { Int(UInt32.max >> 9) }

  package var kind: JSONKind {
    JSONKind(rawValue: UInt8(truncatingIfNeeded: word)) ?? .number
  }
  /// True if a string contains escape sequences, so that its bytes differ from its text.
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
