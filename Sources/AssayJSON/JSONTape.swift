/// What a value is, as RFC 8259 section 3 names it.
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
  /// Bits 0–7 the kind, bit 8 set where a string holds escapes, bits 9–31 the number of items or members, saturating.
  package var word: UInt32
  /// The offset of the value's first byte; of a string's opening quote.
  package var start: UInt32
  /// The offset behind the value's last byte; behind a string's closing quote.
  package var end: UInt32
  /// The tape index of what follows this value and everything inside it.
  package var next: UInt32

  static let escapeBit: UInt32 = 1 << 8
  static let countShift: UInt32 = 9
  static let countLimit = Int(UInt32.max >> 9)

  @inline(__always)
  package var kind: JSONKind { JSONKind(rawValue: UInt8(truncatingIfNeeded: word)) ?? .null }
  /// Whether a string's bytes differ from its characters.
  @inline(__always)
  package var hasEscapes: Bool { word & Self.escapeBit != 0 }
}
