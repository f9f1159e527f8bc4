extension MediaType {
  /// Returns a clause with the reason why `text` is not a valid media type (RFC 9110 section 8.3.1); `nil` if it is
  /// valid.
  ///
  /// A repeated parameter is an error by RFC 6838 section 4.3.
  package static func fault(in text: String) -> String? {
    var rest = Substring(text).utf8[...]
    guard takeToken(&rest) != nil, take("/", &rest), takeToken(&rest) != nil else {
      return "it is not a `type/subtype`"
    }
    var names: Set<String> = []
    while !rest.isEmpty {
      let after = String(decoding: rest, as: UTF8.self)
      skipBlanks(&rest)
      guard take(";", &rest) else { return "`\(after)` after the type is not a parameter" }
      skipBlanks(&rest)
      if rest.isEmpty || rest.first == UInt8(ascii: ";") { continue }
      guard let name = takeToken(&rest) else { return "`\(after)` is not a parameter" }
      guard take("=", &rest), takeValue(&rest) else {
        return "the parameter `\(name)` has no value that is a token or in quotes"
      }
      if !names.insert(name.lowercased()).inserted { return "the parameter `\(name)` appears twice" }
    }
    return nil
  }

  private static func take(_ character: Unicode.Scalar, _ rest: inout Substring.UTF8View) -> Bool {
    guard rest.first.map({ Unicode.Scalar($0) == character }) == true else { return false }
    rest.removeFirst()
    return true
  }

  private static func skipBlanks(_ rest: inout Substring.UTF8View) { rest = rest.drop { $0 == 0x20 || $0 == 0x09 } }

  private static func takeToken(_ rest: inout Substring.UTF8View) -> String? {
    let token = String(decoding: rest.prefix { HTTPToken.isToken(String(UnicodeScalar($0))) }, as: UTF8.self)
    rest = rest.dropFirst(token.utf8.count)
    return token.isEmpty ? nil : token
  }

  /// Moves `rest` past the token or quoted string (RFC 9110 section 5.6.4) at its start; returns false if none exists.
  private static func takeValue(_ rest: inout Substring.UTF8View) -> Bool {
    guard take("\"", &rest) else { return takeToken(&rest) != nil }
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return true }
      if byte == UInt8(ascii: "\\"), rest.popFirst() == nil { return false }
    }
    return false
  }
}

extension HTTPResponse {
  /// The charset of the body, if the body has characters that ``text`` cannot read in it; `nil` if it can read all.
  package var unreadCharset: String? {
    guard let charset = head.mediaType?.parameters["charset"]?.lowercased() else { return nil }
    switch charset {
    case "utf-8", "utf8", "iso-8859-1", "latin1", "us-ascii", "windows-1252", "cp1252": return nil
    // All but the wide ones have the characters of ASCII at their usual places.
    default:
      let isWide = ["utf-16", "utf-32", "ucs-"].contains { charset.hasPrefix($0) }
      return isWide || body.contains { $0 >= 0x80 } ? charset : nil
    }
  }

  /// The body as text, decoded by the `charset` of its type; as UTF-8 if the charset is absent or not supported.
  package var text: String {
    switch head.mediaType?.parameters["charset"]?.lowercased() {
    case "iso-8859-1", "latin1", "us-ascii", "windows-1252", "cp1252":
      String(String.UnicodeScalarView(body.map { Self.western($0) }))
    default: String(decoding: body, as: UTF8.self)
    }
  }

  /// Returns the character of a byte in windows-1252, which clients use for all Latin-1 charset names (WHATWG Encoding
  /// section 4.2).
  private static func western(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(upper[Int(byte) - 0x80]) ?? "\u{FFFD}"
  }

  private static let upper: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]
}
