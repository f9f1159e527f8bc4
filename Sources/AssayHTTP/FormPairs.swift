/// The pairs of a query, or of a body of type `application/x-www-form-urlencoded`, as forms write them (WHATWG URL section 5.1).
package enum FormPairs {
  /// The names and values of `text` in order, decoded; a name without `=` has an empty value.
  package static func read(_ text: String) -> [(name: String, value: String)] {
    text.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let decode = { (part: Substring) in PercentEncoding.decode(part, plusIsSpace: true) ?? String(part) }
      return (decode(parts[0]), parts.count > 1 ? decode(parts[1]) : "")
    }
  }
}
