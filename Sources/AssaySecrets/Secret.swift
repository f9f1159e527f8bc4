import AssayHTTP
import AssayJSON
package import AssayObservation

/// A value that must never be shown, and the token that replaces it.
package struct Secret: Sendable, Hashable {
  /// The text shown in place of the value, `${NAME}`.
  package var token: String
  package var value: String
  /// The reason why the value is treated as a secret.
  package var kind: Kind

  /// A reason why a value is a secret.
  package enum Kind: Sendable, Hashable {
    /// The name or the place marks the value as secret.
    case credential
    /// The value comes from outside the contract, and may be secret.
    case variable
    /// The value is a stand-in that replaced a secret in a recording.
    case standIn
  }

  /// Creates a secret with a name. Characters that would end a token or a JSON string are replaced in the token.
  package init(name: String, value: String, kind: Kind = .credential) {
    let safe = String(decoding: name.utf8.map { $0 < 0x20 || "\"\\{}".utf8.contains($0) ? 0x5F : $0 }, as: UTF8.self)
    token = "${\(safe)}"
    self.value = value
    self.kind = kind
  }

  /// Creates a secret for a stand-in of a recording; its JSON escapes are decoded.
  package init(_ hidden: HiddenText) {
    token = hidden.token
    value =
      DecodedText(Array(hidden.standIn.utf8), .json).map { String(decoding: $0.bytes, as: UTF8.self) } ?? hidden.standIn
    kind = .standIn
  }

  /// True if the value is searched for in displayed texts: a short value, or a plain word or number, is too common for
  /// that.
  package var isDistinctive: Bool {
    let bytes = value.utf8
    let letters = bytes.count { (0x41...0x5A).contains($0 & 0xDF) || $0 >= 0x80 }
    let digits = bytes.count { (0x30...0x39).contains($0) }
    switch kind {
    case .credential: return bytes.count >= 8 || (bytes.count >= 4 && letters < bytes.count && digits < bytes.count)
    case .variable: return bytes.count >= 8 && digits > 0 && (letters > 0 || bytes.count >= 16)
    case .standIn: return true
    }
  }

  /// The texts to search for, in a text and in its decoded escapes: the value as it is, possibly with some characters
  /// encoded, and, if `inBase64` is true, also in Base64.
  var patterns: [(bytes: [UInt8], inBase64: Bool)] {
    let raw = Array(value.utf8)
    // Most tokens are the same in every encoding.
    let isPlain = raw.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-._~".utf8.contains(byte)
    }
    if isPlain { return [(raw, kind != .standIn)] }
    let json = Self.jsonEscaped(raw, slashes: false)
    let slashes = Self.jsonEscaped(raw, slashes: true)
    // A recording has a stand-in for each spelling.
    if kind == .standIn { return [(raw, false), (json, false), (slashes, false)] }
    return [(raw, true), (json, true), (Self.percentEncoded(raw), true), (slashes, false)]
      // A report may show one line of a key in several.
      + Self.lines(of: raw).map { ($0, false) }
  }

  /// Returns the lines of a multi-line value that are long enough to be searched for individually.
  static func lines(of bytes: [UInt8]) -> [[UInt8]] {
    let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }
    return lines.count > 1 ? lines.filter { $0.count >= 12 }.map(Array.init) : []
  }

  // MARK: Spellings

  /// Returns the percent-encoded bytes (RFC 3986 section 2.1).
  static func percentEncoded(_ bytes: [UInt8]) -> [UInt8] {
    Array(PercentEncoding.encode(String(decoding: bytes, as: UTF8.self)).utf8)
  }

  /// Returns `bytes` escaped for a JSON string (RFC 8259 section 7); with `slashes`, `/` is also escaped, as some
  /// writers do.
  static func jsonEscaped(_ bytes: [UInt8], slashes: Bool) -> [UInt8] {
    let quoted = JSONEscapes.quote(String(decoding: bytes, as: UTF8.self)).utf8.dropFirst().dropLast()
    return slashes ? quoted.flatMap { $0 == 0x2F ? [0x5C, 0x2F] : [$0] } : Array(quoted)
  }

  /// Returns `bytes` escaped for the text of an XML element or the value of an attribute (XML 1.0 section 2.4).
  static func xmlEscaped(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      switch byte {
      case 0x22: Array("&quot;".utf8)
      case 0x26: Array("&amp;".utf8)
      case 0x27: Array("&apos;".utf8)
      case 0x3C: Array("&lt;".utf8)
      case 0x3E: Array("&gt;".utf8)
      default: [byte]
      }
    }
  }
}

/// The values by which tokens are replaced in requests. Several tokens may have the same value.
package struct SecretTokens: Sendable {
  private let values: [[UInt8]: [UInt8]]

  init(_ secrets: [Secret] = []) {
    values = Dictionary(secrets.map { (Array($0.token.utf8), Array($0.value.utf8)) }) { first, _ in first }
  }

  var isEmpty: Bool { values.isEmpty }

  /// Returns `text` with tokens replaced by their values, each encoded by `spelt`.
  func replacing(in text: [UInt8], spelt: ([UInt8]) -> [UInt8] = { $0 }) -> [UInt8] {
    Self.replacing(in: text) { token in values[token].map(spelt) }
  }

  func replacing(in text: String) -> String { String(decoding: replacing(in: Array(text.utf8)), as: UTF8.self) }

  /// Returns `text` with each token replaced by the result of `value`; if that is `nil`, the token stays.
  ///
  /// There is one pass: text inside a value that looks like a token is not replaced.
  package static func replacing(in text: [UInt8], _ value: ([UInt8]) -> [UInt8]?) -> [UInt8] {
    var result: [UInt8] = []
    var (end, cursor) = (0, 0)
    while let dollar = text[cursor...].firstIndex(of: 0x24) {
      cursor = dollar + 1
      // No token holds a brace between its own two.
      guard cursor < text.count, text[cursor] == 0x7B,
        let brace = text[(cursor + 1)...].firstIndex(where: { $0 == 0x7B || $0 == 0x7D }),
        let value = value(Array(text[dollar...brace]))
      else { continue }
      result += text[end..<dollar]
      result += value
      (end, cursor) = (brace + 1, brace + 1)
    }
    return end == 0 ? text : result + text[end...]
  }
}
