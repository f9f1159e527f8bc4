import AssayHTTP
import AssayJSON

/// The forms one value takes on the wire.
enum SecretSpelling {
  /// RFC 3986 section 2.1.
  static func percentEncoded(_ bytes: [UInt8]) -> [UInt8] {
    Array(PercentEncoding.encode(String(decoding: bytes, as: UTF8.self)).utf8)
  }

  /// The same with `%2f` in place of `%2F`, which is equivalent (RFC 3986 section 6.2.2.1).
  static func lowercasedHex(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    for index in bytes.indices where bytes[index] == 0x25 {
      for digit in bytes.index(after: index)..<min(index + 3, bytes.count) where (0x41...0x46).contains(result[digit]) {
        result[digit] |= 0x20
      }
    }
    return result
  }

  /// `application/x-www-form-urlencoded`, where a space is `+` (WHATWG URL section 5.2).
  static func formEncoded(_ bytes: [UInt8]) -> [UInt8] {
    percentEncoded(bytes).split(separator: Array("%20".utf8)).joined(separator: [0x2B]).map { $0 }
  }

  /// The inside of a JSON string (RFC 8259 section 7); some writers escape `/` too.
  static func jsonEscaped(_ bytes: [UInt8], slashes: Bool) -> [UInt8] {
    let quoted = JSONEscapes.quote(String(decoding: bytes, as: UTF8.self)).utf8.dropFirst().dropLast()
    return slashes ? quoted.flatMap { $0 == 0x2F ? [0x5C, 0x2F] : [$0] } : Array(quoted)
  }

  /// RFC 4648 sections 4 and 5, at each of the three places a value can start in a longer text (`user:password`).
  ///
  /// Only the characters that depend on nothing but the value are taken, and no fewer than six of them.
  static func base64(_ bytes: [UInt8]) -> [[UInt8]] {
    var forms: [[UInt8]] = []
    for lead in 0..<3 {
      let padded = Array(repeating: UInt8(0), count: lead) + bytes
      let whole = Array(Base64.encode(padded).utf8)
      let first = (lead * 8 + 5) / 6
      let last = padded.count * 8 / 6
      guard last - first >= 6 else { continue }
      let core = Array(whole[first..<last])
      forms.append(core)
      forms.append(core.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 })
    }
    return forms
  }
}
