/// Escape sequences of JSON strings (RFC 8259 section 7), both ways.
package enum JSONEscapes {
  /// Returns the unescaped content of a string that the parser has checked.
  static func unescape(_ bytes: ArraySlice<UInt8>) -> String {
    var units: [UInt8] = []
    units.reserveCapacity(bytes.count)
    var cursor = bytes.startIndex
    while cursor < bytes.endIndex {
      guard bytes[cursor] == 0x5C else {
        units.append(bytes[cursor])
        cursor += 1
        continue
      }
      let escaped = bytes[cursor + 1]
      cursor += 2
      switch escaped {
      case 0x62: units.append(0x08)
      case 0x66: units.append(0x0C)
      case 0x6E: units.append(0x0A)
      case 0x72: units.append(0x0D)
      case 0x74: units.append(0x09)
      case 0x75: units.append(contentsOf: String(scalar(in: bytes, &cursor)).utf8)
      default: units.append(escaped)
      }
    }
    return String(decoding: units, as: UTF8.self)
  }

  private static func scalar(in bytes: ArraySlice<UInt8>, _ cursor: inout Int) -> Character {
    func unit() -> UInt32 {
      defer { cursor += 4 }
      return UInt32(
        HexDigits.unit(bytes[cursor], bytes[cursor + 1], bytes[cursor + 2], bytes[cursor + 3]) ?? 0xFFFD
      )
    }
    var code = unit()
    if (0xD800...0xDBFF).contains(code) {
      cursor += 2
      code = 0x10000 + (code - 0xD800) << 10 + (unit() - 0xDC00)
    }
    return Character(Unicode.Scalar(code) ?? "\u{FFFD}")
  }

  /// Returns `text` as a JSON string with its quotes; control characters, quotes and backslashes are escaped, all
  /// others unchanged. JSON allows those of C1, but a terminal obeys them.
  package static func quote(_ text: String) -> String {
    var result = "\""
    result.reserveCapacity(text.utf8.count + 2)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}"..."\u{9F}":
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// The conversion of hexadecimal digits to numbers.
package enum HexDigits {
  /// Returns the value of a hexadecimal digit, upper or lower case; `nil` for any other byte.
  package static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// Returns the UTF-16 code unit that four hexadecimal digits represent, as in `\u00e9`; `nil` if one is not a digit.
  static func unit(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) -> UInt16? {
    guard let a = value(first), let b = value(second), let c = value(third), let d = value(fourth) else { return nil }
    return UInt16(a) << 12 | UInt16(b) << 8 | UInt16(c) << 4 | UInt16(d)
  }
}
