/// A common expression that is matched without an automaton.
enum RegexForm: Sendable {
  /// Matches every text, such as `.*`.
  case everything
  /// Matches text of one line: `^.*$`, or `^.+$` if it must not be empty.
  case line(mayBeEmpty: Bool)

  /// Returns `nil` if the expression is of no such form.
  init?(_ syntax: RegexSyntax) {
    if syntax.mayBeEmpty, !syntax.hasConditions {
      self = .everything
    } else if case .sequence(let parts) = syntax, parts.count == 3, case .assertion(.start) = parts[0],
      case .assertion(.end) = parts[2], case .repetition(.set(.notLineTerminators), let minimum, nil, _) = parts[1],
      minimum < 2
    {
      self = .line(mayBeEmpty: minimum == 0)
    } else {
      return nil
    }
  }

  func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch self {
    case .everything: true
    case .line(let mayBeEmpty): (mayBeEmpty || !bytes.isEmpty) && Self.isLine(bytes)
    }
  }

  /// Returns true if well-formed UTF-8 has no line terminator (ECMA-262 section 12.3), eight bytes at a time.
  private static func isLine(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = UnsafeRawBufferPointer(bytes)
    var position = 0
    while position &+ 8 <= text.count {
      if mayEndLine(text.loadUnaligned(fromByteOffset: position, as: UInt64.self)),
        endsLine(bytes, position..<position &+ 8)
      {
        return false
      }
      position &+= 8
    }
    return !endsLine(bytes, position..<bytes.count)
  }

  /// Returns true if one of eight bytes is a control character or beyond ASCII.
  @inline(__always)
  private static func mayEndLine(_ word: UInt64) -> Bool {
    (word &- 0x2020_2020_2020_2020 | word) & 0x8080_8080_8080_8080 != 0
  }

  private static func endsLine(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    range.contains { position in
      switch bytes[position] {
      case 0x0A, 0x0D: true
      // U+2028 and U+2029.
      case 0xE2: position + 2 < bytes.count && bytes[position + 1] == 0x80 && bytes[position + 2] & 0xFE == 0xA8
      default: false
      }
    }
  }
}
