import AssayJSON

/// Percent-encoding in URIs (RFC 3986 section 2.1).
enum PercentEncoding {
  /// `text` with every `%XX` undone; `nil` where what comes out is not UTF-8. A stray `%` stays.
  static func decode(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var cursor = 0
    while cursor < bytes.count {
      if bytes[cursor] == 0x25, cursor + 2 < bytes.count, let high = HexDigits.value(bytes[cursor + 1]),
        let low = HexDigits.value(bytes[cursor + 2])
      {
        decoded.append(high << 4 | low)
        cursor += 3
      } else {
        decoded.append(bytes[cursor])
        cursor += 1
      }
    }
    return UTF8Sequence.firstInvalidOffset(in: decoded) == nil ? String(decoding: decoded, as: UTF8.self) : nil
  }

  /// `text` as a fragment (RFC 3986 section 3.5).
  static func encode(fragment text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case 0x2F, 0x3A, 0x3F, 0x40: encoded.unicodeScalars.append(Unicode.Scalar(byte))
      case let byte where ASCII.isUnreserved(byte) || ASCII.isSubDelimiter(byte):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        encoded += hex.count < 2 ? "%0\(hex)" : "%\(hex)"
      }
    }
    return encoded
  }
}
