/// A media type with its parameters (RFC 9110 section 8.3.1), compared without regard to case or order.
package struct MediaType: Hashable, Sendable {
  /// The top-level type, in lower case: `application`.
  package var type: String
  /// The subtype, in lower case: `json`, `problem+json`.
  package var subtype: String
  /// The parameters by lower-case name, without quotes.
  package var parameters: [String: String]

  /// Parses a `Content-Type` value; returns `nil` if it is not `type/subtype` with well-formed parameters.
  package init?(_ text: String) {
    let parts = Self.split(text)
    guard let essence = parts.first else { return nil }
    let names = Self.names(in: essence)
    guard names.count == 2, names.allSatisfy({ HTTPToken.isToken($0) }) else { return nil }
    type = names[0].lowercased()
    subtype = names[1].lowercased()
    parameters = [:]
    for part in parts.dropFirst() where !Self.trim(part).isEmpty {
      guard let equals = part.firstIndex(of: "=") else { return nil }
      let name = Self.trim(part[..<equals])
      var value = Self.trim(part[part.index(after: equals)...])
      if value.count >= 2, value.first == "\"", value.last == "\"" { value = Self.unquote(value) }
      guard HTTPToken.isToken(name) else { return nil }
      parameters[name.lowercased()] = value
    }
  }

  /// The type as `type/subtype`, without parameters.
  package var essence: String { "\(type)/\(subtype)" }

  /// True if the type is JSON: `application/json`, `text/json`, their older `x-json`, a `+json` suffix (RFC 6839
  /// section 3.1), or the `x-amz-json-1.0` of AWS.
  package var isJSON: Bool {
    subtype == "json" || subtype == "x-json" || subtype.hasSuffix("+json") || subtype.hasPrefix("x-amz-json-")
  }

  /// True if the type is XML: `application/xml`, `text/xml`, or a `+xml` suffix (RFC 7303).
  package var isXML: Bool { subtype == "xml" || subtype.hasSuffix("+xml") }

  /// True if this is JSON texts one after the other: a line each, or a JSON text sequence (RFC 7464, RFC 8091).
  package var isJSONLines: Bool {
    ["x-ndjson", "ndjson", "jsonl", "x-jsonl", "jsonlines", "x-jsonlines", "json-lines"].contains(subtype)
      || isJSONSequence
  }

  /// True if a separator precedes each of the JSON texts.
  package var isJSONSequence: Bool { subtype == "json-seq" || subtype.hasSuffix("+json-seq") }

  /// Returns true if the type is in `range`, which is `image/*`, `*/*` or a type; parameters are not compared.
  package func matches(_ range: String) -> Bool {
    let essence = Substring(range.utf8.prefix { $0 != UInt8(ascii: ";") })
    let wanted = Self.names(in: essence).map { $0.lowercased() }
    guard wanted.count == 2 else { return false }
    return (wanted[0] == "*" || wanted[0] == type) && (wanted[1] == "*" || wanted[1] == subtype)
  }

  /// Returns the media ranges of an `Accept` field with their weights, in order (RFC 9110 section 12.5.1).
  package static func ranges(_ accept: String) -> [(range: String, weight: Double)] {
    accept.split(separator: ",").compactMap { MediaType(String($0)) }.map { type in
      (type.essence, type.parameters["q"].flatMap { Double($0) } ?? 1)
    }
  }

  /// Returns the weight that `accept` gives the type: that of the most specific range it is in, the greatest of equals
  /// (RFC 9110 section 12.5.1), and that range; `nil` if it is in none.
  package func acceptance(by accept: String) -> (range: String, weight: Double)? {
    func precision(_ range: String) -> Int { range == "*/*" ? 0 : range.hasSuffix("/*") ? 1 : 2 }
    return Self.ranges(accept).filter { matches($0.range) }
      .max { (precision($0.range), $0.weight) < (precision($1.range), $1.weight) }
  }

  private static func split(_ text: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var isQuoted = false
    var isEscaped = false
    // By bytes: a character may be a sign with an accent after it.
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      if isEscaped {
        isEscaped = false
      } else if isQuoted, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: ";"), !isQuoted {
        parts.append(text[start..<index])
        start = text.utf8.index(after: index)
      }
    }
    parts.append(text[start...])
    return parts
  }

  /// Returns the parts of a type that `/` separates, without surrounding blanks.
  private static func names(in essence: Substring) -> [String] {
    essence.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { trim(Substring($0)) }
  }

  private static func trim(_ text: some StringProtocol) -> String { String(Substring(text).trimmingBlanks) }

  private static func unquote(_ text: String) -> String {
    var result = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if !isEscaped, character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
        isEscaped = false
      }
    }
    return result
  }
}
