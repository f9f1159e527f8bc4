/// The formats of `--report FORMAT=FILE`.
package enum ReportFormat: String, CaseIterable, Sendable {
  case json
  case junit
  case junitRich = "junit-rich"

  /// What writes this format.
  package var reporter: any Reporter {
    switch self {
    case .json: JSONReport()
    case .junit: JUnitReport()
    case .junitRich: JUnitRichReport()
    }
  }
}
