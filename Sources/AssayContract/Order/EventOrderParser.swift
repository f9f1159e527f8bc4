import AssayJSON

/// The parser of an order's text to the positions of its names, without an intermediate tree.
struct EventOrderParser {
  /// The maximum number of names in an order, including repetitions.
  static let nameLimit = 200
  /// The maximum nesting depth of groups.
  static let depthLimit = 50

  /// A part of the order: the positions with which it may begin and end, and whether it may be empty.
  private struct Part {
    var first: Set<Int>
    var last: Set<Int>
    var isNullable: Bool
  }

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  private var result = EventOrderPositions()

  static func parse(_ text: String) throws(ExpressionError) -> EventOrderPositions {
    var parser = EventOrderParser(bytes: Array(text.utf8))
    let whole = try parser.alternatives()
    if parser.position < parser.bytes.count {
      throw parser.failure("this bracket closes none", "remove it, or open a group in front")
    }
    parser.result.first = whole.first
    parser.result.last = whole.last
    parser.result.isNullable = whole.isNullable
    return parser.result
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func alternatives() throws(ExpressionError) -> Part {
    var part = try sequence()
    while peek() == UInt8(ascii: "|") {
      position += 1
      let other = try sequence()
      part.first.formUnion(other.first)
      part.last.formUnion(other.last)
      part.isNullable = part.isNullable || other.isNullable
    }
    return part
  }

  private mutating func sequence() throws(ExpressionError) -> Part {
    var part = try repetition()
    while let byte = peek(), byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
      let next = try repetition()
      for end in part.last { result.follow[end].formUnion(next.first) }
      if part.isNullable { part.first.formUnion(next.first) }
      part.last = next.isNullable ? part.last.union(next.last) : next.last
      part.isNullable = part.isNullable && next.isNullable
    }
    return part
  }

  private mutating func repetition() throws(ExpressionError) -> Part {
    var part = try atom()
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "?"): part.isNullable = true
      case UInt8(ascii: "*"), UInt8(ascii: "+"):
        for end in part.last { result.follow[end].formUnion(part.first) }
        if byte == UInt8(ascii: "*") { part.isNullable = true }
      default: return part
      }
      position += 1
    }
    return part
  }

  private mutating func atom() throws(ExpressionError) -> Part {
    guard let byte = peek() else {
      throw failure(
        bytes.allSatisfy(ExpressionLexer.isSpace) ? "the order is empty" : "the order ends too early",
        "write the names of events with spaces between them"
      )
    }
    if byte == UInt8(ascii: "(") {
      let start = position
      position += 1
      depth += 1
      defer { depth -= 1 }
      guard depth <= Self.depthLimit else {
        throw failure("nested deeper than \(Self.depthLimit) groups", "write the order with fewer groups")
      }
      let part = try alternatives()
      guard peek() == UInt8(ascii: ")") else {
        position = start
        throw failure("this bracket is never closed", "close the group with )")
      }
      position += 1
      return part
    }
    return try name()
  }

  private mutating func name() throws(ExpressionError) -> Part {
    let start = position
    while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
    guard position > start else {
      let character = String(decoding: bytes[start...].prefix(4), as: UTF8.self).prefix(1)
      switch character {
      case "*", "+", "?": throw failure("nothing is in front of \(character)", "put the event's name in front of it")
      case "|", ")": throw failure("an event's name is missing in front of \(character)", "write x? for `x or nothing`")
      case ",": throw failure("unexpected comma", "write the names with spaces between them")
      default: throw failure("unexpected \(character)", "write the names of events without quotes")
      }
    }
    guard result.names.count < Self.nameLimit else {
      position = start
      throw failure("more than \(Self.nameLimit) names", "use *, + and groups")
    }
    let number = result.names.count
    result.names.append(String(decoding: bytes[start..<position], as: UTF8.self))
    result.follow.append([])
    return Part(first: [number], last: [number], isNullable: false)
  }

  private mutating func peek() -> UInt8? {
    while position < bytes.count, ExpressionLexer.isSpace(bytes[position]) { position += 1 }
    return position < bytes.count ? bytes[position] : nil
  }

  private func failure(_ message: String, _ help: String) -> ExpressionError {
    ExpressionError(message: message, column: JSONLocation.column(ofByte: position, in: bytes), help: help)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "|"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "'"):
      false
    default: !ExpressionLexer.isSpace(byte)
    }
  }
}
