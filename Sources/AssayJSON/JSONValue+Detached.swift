extension JSONValue {
  /// The value in a document of its own, so that keeping it does not keep the whole answer.
  package var detached: JSONValue {
    switch kind {
    case .null: .null
    default: (try? JSONDocument(parsing: text, limits: JSONLimits(depth: 10_000)))?.root ?? .null
    }
  }
}
