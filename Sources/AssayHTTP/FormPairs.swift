/// The pairs of a query, or of a body of type `application/x-www-form-urlencoded`, as forms write them (WHATWG URL section 5.1).
package enum FormPairs {
  /// The names and values of `text` in order, decoded; a name without `=` has an empty value.
  package static func read(_ text: String) -> [(name: String, value: String)] {
    written(text).map { ($0.name, decode($0.value)) }
  }

  /// The names of `text` in order, decoded, and the values as they are written, so that a `,` between the items of a list is
  /// not yet like a `%2C` inside one (RFC 6570 section 3.2.1).
  package static func written(_ text: String) -> [(name: String, value: String)] {
    text.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (decode(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
  }

  /// A name or a value with its encoding undone; as it is where that is malformed.
  package static func decode(_ part: some StringProtocol) -> String {
    PercentEncoding.decode(part, plusIsSpace: true) ?? String(part)
  }
}

extension Array where Element == (name: String, value: String) {
  /// The values by name, those of one name joined by commas in their order.
  package var textsByName: [String: String] {
    Dictionary(map { ($0.name, $0.value) }) { $0 + "," + $1 }
  }
}
