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
