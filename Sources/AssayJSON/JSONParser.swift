/// RFC 8259 text to tape in one pass, without recursion: nesting costs heap, never stack.
struct JSONParser {
  private let base: UnsafeBufferPointer<UInt8>
  private let limits: JSONLimits
  private var position = 0
  private var tape: [JSONTapeEntry] = []
  /// The tape indices of the containers that are still open.
  private var open: [Int] = []

  static func parse(_ bytes: [UInt8], limits: JSONLimits) throws(JSONError) -> [JSONTapeEntry] {
    guard bytes.count <= limits.size else { throw JSONError(.tooLarge(limit: limits.size), at: limits.size) }
    let result: Result<[JSONTapeEntry], JSONError> = bytes.withUnsafeBufferPointer { buffer in
      var parser = JSONParser(base: buffer, limits: limits)
      do throws(JSONError) {
        try parser.run()
        return .success(parser.tape)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private init(base: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
    self.base = base
    self.limits = limits
    tape.reserveCapacity(base.count / 8 + 8)
  }

  private mutating func run() throws(JSONError) {
    if base.count >= 3, base[0] == 0xEF, base[1] == 0xBB, base[2] == 0xBF { throw JSONError(.byteOrderMark, at: 0) }
    skipWhiteSpace()
    guard position < base.count else { throw JSONError(.empty, at: position) }
    try value()
    while let container = open.last { try step(in: container) }
    skipWhiteSpace()
    if position < base.count { throw JSONError(.trailingContent, at: position) }
  }

  /// Reads what comes next inside an open container: its end, or one more item or member.
  private mutating func step(in container: Int) throws(JSONError) {
    let isObject = tape[container].kind == .object
    let closing: UInt8 = isObject ? 0x7D : 0x5D
    let isEmpty = tape[container].word >> JSONTapeEntry.countShift == 0
    skipWhiteSpace()
    guard position < base.count else { throw JSONError(.unexpectedEnd, at: position) }
    if base[position] == closing {
      position += 1
      return close(container)
    }
    if !isEmpty {
      guard base[position] == 0x2C else {
        throw JSONError(startsValue(base[position]) ? .missingComma : .unexpectedByte(base[position]), at: position)
      }
      let comma = position
      position += 1
      skipWhiteSpace()
      guard position < base.count else { throw JSONError(.unexpectedEnd, at: position) }
      if base[position] == closing { throw JSONError(.trailingComma, at: comma) }
    }
    if tape[container].word >> JSONTapeEntry.countShift < UInt32(JSONTapeEntry.countLimit) {
      tape[container].word += 1 << JSONTapeEntry.countShift
    }
    if isObject { try key() }
    try value()
  }

  private mutating func key() throws(JSONError) {
    guard base[position] == 0x22 else { throw JSONError(.keyNotString, at: position) }
    try string()
    skipWhiteSpace()
    guard position < base.count else { throw JSONError(.unexpectedEnd, at: position) }
    guard base[position] == 0x3A else { throw JSONError(.missingColon, at: position) }
    position += 1
    skipWhiteSpace()
    guard position < base.count else { throw JSONError(.unexpectedEnd, at: position) }
  }

  private mutating func value() throws(JSONError) {
    let byte = base[position]
    switch byte {
    case 0x22: try string()
    case 0x7B: try begin(.object)
    case 0x5B: try begin(.array)
    case 0x2D, 0x30...0x39: try number()
    case 0x74: try literal("true", .true)
    case 0x66: try literal("false", .false)
    case 0x6E: try literal("null", .null)
    default: throw JSONError(.unexpectedByte(byte), at: position)
    }
  }

  private mutating func begin(_ kind: JSONKind) throws(JSONError) {
    guard open.count < limits.depth else { throw JSONError(.tooDeep(limit: limits.depth), at: position) }
    open.append(tape.count)
    append(kind, from: position, to: position)
    position += 1
  }

  private mutating func close(_ container: Int) {
    tape[container].end = UInt32(position)
    tape[container].next = UInt32(tape.count)
    open.removeLast()
  }

  private mutating func append(_ kind: JSONKind, from start: Int, to end: Int, escapes: Bool = false) {
    tape.append(
      JSONTapeEntry(
        word: UInt32(kind.rawValue) | (escapes ? JSONTapeEntry.escapeBit : 0),
        start: UInt32(start),
        end: UInt32(end),
        next: UInt32(tape.count + 1)
      )
    )
  }

  private mutating func literal(_ text: StaticString, _ kind: JSONKind) throws(JSONError) {
    let length = text.utf8CodeUnitCount
    guard position + length <= base.count else { throw JSONError(.invalidLiteral, at: position) }
    for offset in 0..<length where base[position + offset] != text.utf8Start[offset] {
      throw JSONError(.invalidLiteral, at: position)
    }
    append(kind, from: position, to: position + length)
    position += length
  }

  private mutating func number() throws(JSONError) {
    let start = position
    var cursor = position
    if base[cursor] == 0x2D { cursor += 1 }
    guard cursor < base.count, isDigit(base[cursor]) else { throw JSONError(.invalidNumber, at: start) }
    if base[cursor] == 0x30 {
      cursor += 1
      if cursor < base.count, isDigit(base[cursor]) { throw JSONError(.invalidNumber, at: start) }
    } else {
      skipDigits(&cursor)
    }
    if cursor < base.count, base[cursor] == 0x2E {
      cursor += 1
      guard cursor < base.count, isDigit(base[cursor]) else { throw JSONError(.invalidNumber, at: start) }
      skipDigits(&cursor)
    }
    if cursor < base.count, base[cursor] | 0x20 == 0x65 {
      cursor += 1
      if cursor < base.count, base[cursor] == 0x2B || base[cursor] == 0x2D { cursor += 1 }
      guard cursor < base.count, isDigit(base[cursor]) else { throw JSONError(.invalidNumber, at: start) }
      skipDigits(&cursor)
    }
    append(.number, from: start, to: cursor)
    position = cursor
  }

  private mutating func string() throws(JSONError) {
    let start = position
    var cursor = position + 1
    var escapes = false
    while true {
      guard cursor < base.count else { throw JSONError(.unexpectedEnd, at: base.count) }
      let byte = base[cursor]
      if byte == 0x22 { break }
      if byte == 0x5C {
        escapes = true
        try escape(&cursor)
      } else if byte < 0x20 {
        throw JSONError(.controlCharacter(byte), at: cursor)
      } else if byte < 0x80 {
        cursor += 1
      } else {
        guard let length = UTF8Sequence.length(in: base, at: cursor) else { throw JSONError(.invalidUTF8, at: cursor) }
        cursor += length
      }
    }
    append(.string, from: start, to: cursor + 1, escapes: escapes)
    position = cursor + 1
  }

  /// Checks one escape sequence (RFC 8259 section 7) and moves behind it.
  private func escape(_ cursor: inout Int) throws(JSONError) {
    guard cursor + 1 < base.count else { throw JSONError(.unexpectedEnd, at: base.count) }
    switch base[cursor + 1] {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: cursor += 2
    case 0x75:
      guard let unit = hexUnit(at: cursor + 2) else { throw JSONError(.invalidEscape, at: cursor) }
      switch unit {
      case 0xD800...0xDBFF:
        guard cursor + 7 < base.count, base[cursor + 6] == 0x5C, base[cursor + 7] == 0x75,
          let low = hexUnit(at: cursor + 8), (0xDC00...0xDFFF).contains(low)
        else { throw JSONError(.loneSurrogate, at: cursor) }
        cursor += 12
      case 0xDC00...0xDFFF: throw JSONError(.loneSurrogate, at: cursor)
      default: cursor += 6
      }
    default: throw JSONError(.invalidEscape, at: cursor)
    }
  }

  private func hexUnit(at offset: Int) -> UInt16? {
    guard offset + 4 <= base.count else { return nil }
    return HexDigits.unit(base[offset], base[offset + 1], base[offset + 2], base[offset + 3])
  }

  private mutating func skipWhiteSpace() {
    while position < base.count {
      switch base[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  private func skipDigits(_ cursor: inout Int) {
    while cursor < base.count, isDigit(base[cursor]) { cursor += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private func startsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22, 0x7B, 0x5B, 0x2D, 0x30...0x39, 0x74, 0x66, 0x6E: true
    default: false
    }
  }
}
