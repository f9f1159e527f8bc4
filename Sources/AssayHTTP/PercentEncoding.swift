/// Percent-encoding of URL parts (RFC 3986 section 2.1).
package enum PercentEncoding {
  /// Returns `text` with every byte outside the unreserved set (section 2.3) as `%XX`, as needed for one path segment
  /// or query value.
  package static func encode(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      if isUnreserved(byte) { result.unicodeScalars.append(Unicode.Scalar(byte)) } else { result += encoded(byte) }
    }
    return result
  }

  /// Returns `text` with all characters encoded except those allowed in a path (RFC 3986 section 3.3) and `%XX`, as
  /// needed for a part of a path.
  package static func encodeKeepingReserved(_ text: String) -> String { encode(text, keeping: ":/@!$&'()*+,;=") }

  /// Returns `text` with all characters encoded except those allowed in a value of a query (section 3.4) and `%XX`. A
  /// `&` would end the value, and a `+` would be read as a space. A `,` is kept if it does not separate items.
  package static func encodeKeepingReservedInQuery(_ text: String, keepsCommas: Bool) -> String {
    encode(text, keeping: keepsCommas ? ":/?@!$'()*,;=" : ":/?@!$'()*;=")
  }

  /// Returns `text` with all characters encoded except the unreserved set, those in `kept`, and `%XX` (RFC 6570 section
  /// 3.2.3).
  private static func encode(_ text: String, keeping kept: String) -> String {
    let kept = Array(kept.utf8)
    let bytes = Array(text.utf8)
    var result = ""
    for (index, byte) in bytes.enumerated() {
      let isTriplet =
        byte == 0x25 && index + 2 < bytes.count && digit(bytes[index + 1]) != nil && digit(bytes[index + 2]) != nil
      if isTriplet || kept.contains(byte) || isUnreserved(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += encoded(byte)
      }
    }
    return result
  }

  /// Returns `text` with all characters encoded except those allowed in a fragment (RFC 3986 section 3.5).
  package static func encodeFragment(_ text: String) -> String {
    text.map { character in ":/@?!$&'()*+,;=".contains(character) ? String(character) : encode(String(character)) }
      .joined()
  }

  /// Returns `text` with every `%XX` decoded, or `nil` if one is malformed or the bytes are not UTF-8.
  package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
    var bytes: [UInt8] = []
    var iterator = text.utf8.makeIterator()
    while let byte = iterator.next() {
      if byte == 0x25 {
        guard let high = iterator.next().flatMap(digit), let low = iterator.next().flatMap(digit) else { return nil }
        bytes.append(high << 4 | low)
      } else {
        bytes.append(plusIsSpace && byte == 0x2B ? 0x20 : byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
  }

  private static func encoded(_ byte: UInt8) -> String {
    let hex = String(byte, radix: 16, uppercase: true)
    return hex.count == 1 ? "%0\(hex)" : "%\(hex)"
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
