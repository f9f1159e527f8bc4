package import AssayFindings

/// Results in, text out; who called writes it to a file or a terminal.
package protocol Reporter: Sendable {
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

/// The formats of `--report FORMAT=FILE`.
package enum ReportFormat: String, CaseIterable, Sendable {
  case json
  case junit
  case junitRich = "junit-rich"
  case markdown
  case github
  case sarif
  case ctrf
  case tap
  case html

  /// What writes this format.
  package var reporter: any Reporter {
    switch self {
    case .json: JSONReport()
    case .junit: JUnitReport()
    case .junitRich: JUnitRichReport()
    case .markdown: MarkdownReport()
    case .github: GitHubReport()
    case .sarif: SARIFReport()
    case .ctrf: CTRFReport()
    case .tap: TAPReport()
    case .html: HTMLReport()
    }
  }
}

/// The formats of `assay drift --report FORMAT=FILE`.
package enum DriftFormat: String, CaseIterable, Sendable {
  case json
  case markdown
  case html

  /// The report in this format, the same bytes for the same report.
  package func render(_ report: DriftReport) -> String {
    switch self {
    case .json: DriftJSON.render(report)
    case .markdown: DriftMarkdown.render(report)
    case .html: DriftHTML.render(report)
    }
  }
}
