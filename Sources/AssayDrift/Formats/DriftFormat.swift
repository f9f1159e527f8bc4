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
