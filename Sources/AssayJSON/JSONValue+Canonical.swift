extension JSONValue {
  /// The value written again: no white space, only the escapes RFC 8259 section 7 asks for, numbers as they stood.
  ///
  /// Two spellings of the same strings come to the same text, so that a search in it finds what a reader would.
  package var canonicalText: String {
    switch kind {
    case .null, .true, .false, .number: text
    case .string: JSONEscapes.quote(string ?? "")
    case .array: "[" + items.map(\.canonicalText).joined(separator: ",") + "]"
    case .object:
      "{" + members.map { JSONEscapes.quote($0.key) + ":" + $0.value.canonicalText }.joined(separator: ",") + "}"
    }
  }
}
