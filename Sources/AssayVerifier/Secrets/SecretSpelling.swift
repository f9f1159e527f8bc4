import AssayHTTP
import AssayJSON

/// The forms one value takes on the wire.
enum SecretSpelling {
  /// RFC 3986 section 2.1.
  static func percentEncoded(_ bytes: [UInt8]) -> [UInt8] {
    Array(PercentEncoding.encode(String(decoding: bytes, as: UTF8.self)).utf8)
  }

  /// The inside of a JSON string (RFC 8259 section 7); some writers escape `/` too.
  static func jsonEscaped(_ bytes: [UInt8], slashes: Bool) -> [UInt8] {
    let quoted = JSONEscapes.quote(String(decoding: bytes, as: UTF8.self)).utf8.dropFirst().dropLast()
    return slashes ? quoted.flatMap { $0 == 0x2F ? [0x5C, 0x2F] : [$0] } : Array(quoted)
  }

  /// RFC 4648 sections 4 and 5, at each of the three places a value can start in a longer text (`user:password`).
  ///
  /// Only the characters that depend on nothing but the value are taken, and no fewer than five of them; where the text
  /// ends with the value, the last character and the padding too.
  static func base64(_ bytes: [UInt8]) -> [[UInt8]] {
    var forms: [[UInt8]] = []
    for lead in 0..<3 {
      let padded = Array(repeating: UInt8(0), count: lead) + bytes
      let whole = Array(Base64.encode(padded).utf8)
      let first = (lead * 8 + 5) / 6
      for end in [padded.count * 8 / 6, whole.count] where end - first >= 5 {
        let form = Array(whole[first..<end])
        forms.append(form)
        forms.append(form.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 })
      }
    }
    return forms
  }
}
