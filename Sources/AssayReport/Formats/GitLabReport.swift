package import AssayFindings
import AssayJSON

/// The Code Quality report of GitLab: an array of faults, each at a line of the contract.
///
/// GitLab requires a path and a fingerprint that is unique in the report, and compares branches by fingerprint.
package struct GitLabReport: Reporter {
  package init() {}

  package func render(_ results: [RunResult], options: ReportOptions) -> String {
    var writer = JSONWriter(indent: "  ")
    var taken: [String: Int] = [:]
    writer.beginArray()
    for result in results {
      for finding in result.findings.weightiestFirst {
        let fingerprint = FaultFingerprint(finding, of: result.contract)
        taken[fingerprint.digest, default: 0] += 1
        let number = taken[fingerprint.digest] ?? 1
        let entry = Entry(
          rule: finding.rule.id,
          message: finding.placedMessage,
          fingerprint: fingerprint.digest + (number > 1 ? "-\(number)" : ""),
          severity: severity(of: finding, options),
          path: options.path(of: finding.promise?.file ?? result.file),
          line: finding.promise?.line
        )
        write(entry, of: result, to: &writer)
      }
      for check in result.unexplained(options) {
        let entry = Entry(
          rule: "unjudged",
          message: "\(check.id) could not be judged: \(check.reason)",
          fingerprint: FaultFingerprint.digest(of: [result.contract, check.id, "unjudged"]),
          severity: "critical",
          path: options.path(of: check.place?.file ?? result.file),
          line: check.place?.line
        )
        write(entry, of: result, to: &writer)
      }
    }
    writer.endArray()
    return writer.text + "\n"
  }

  private struct Entry {
    var rule: String
    var message: String
    var fingerprint: String
    var severity: String
    var path: String
    var line: Int?
  }

  private func write(_ entry: Entry, of result: RunResult, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("type", "issue")
      writer.member("check_name", entry.rule)
      writer.member("description", VisibleText.line(entry.message, limit: 1000))
      writer.member("fingerprint", entry.fingerprint)
      writer.member("severity", entry.severity)
      writer.object("location") { writer in
        writer.member("path", VisibleText.line(entry.path.isEmpty ? result.contract : entry.path, limit: 1000))
        writer.object("lines") { $0.member("begin", max(1, entry.line ?? 1)) }
      }
    }
  }

  /// Returns `critical` for a finding that fails the run. The report has no suppressed entries, so a known fault is
  /// `info`.
  private func severity(of finding: Finding, _ options: ReportOptions) -> String {
    if options.fails(finding) { return "critical" }
    return finding.level == .should && finding.accepted == nil ? "minor" : "info"
  }
}
