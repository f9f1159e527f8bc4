/// The parser of name-value pairs in a query, or in a body of type `application/x-www-form-urlencoded` (WHATWG URL
/// section 5.1).
package enum FormPairs {
  /// Returns the names and values of `text` in order, decoded; a name without `=` has an empty value.
  package static func read(_ text: String) -> [(name: String, value: String)] {
    written(text).map { ($0.name, decode($0.value)) }
  }

  /// Returns the pairs of `text` in order, with names decoded and values still percent-encoded. In an encoded value, a
  /// `,` between items of a list differs from a `%2C` inside an item (RFC 6570 section 3.2.1).
  package static func written(_ text: String) -> [(name: String, value: String)] {
    text.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (decode(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
  }

  /// Returns a name or a value, decoded; unchanged if its encoding is malformed.
  package static func decode(_ part: some StringProtocol) -> String {
    PercentEncoding.decode(part, plusIsSpace: true) ?? String(part)
  }
}

extension Array where Element == (name: String, value: String) {
  /// The values by name; several values of one name are joined by commas, in order.
  package var textsByName: [String: String] {
    Dictionary(map { ($0.name, $0.value) }) { $0 + "," + $1 }
  }
}
