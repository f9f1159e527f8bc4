package import AssayFindings

/// Results in, text out; who called writes it to a file or a terminal.
package protocol Reporter: Sendable {
  /// The format's name on the command line.
  static var name: String { get }
  /// The whole report over all contracts of a run, in the order given.
  func render(_ results: [RunResult], options: ReportOptions) -> String
}

/// What the caller knows and the results do not.
package struct ReportOptions: Sendable {
  /// Whether a broken `should` counts as a failure.
  package var strict: Bool
  /// The lines of the documents that are at hand, by the file or the name a contract gives the document.
  package var documents: [String: [String]]
  /// Whether the console may use colour.
  package var colour: Bool
  /// The columns of the console.
  package var width: Int

  /// Makes options; the defaults suit a file.
  package init(
    strict: Bool = false,
    documents: [String: [String]] = [:],
    colour: Bool = false,
    width: Int = 100
  ) {
    self.strict = strict
    self.documents = documents
    self.colour = colour
    self.width = width
  }
}
