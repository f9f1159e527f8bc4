import AssayFindings
import AssayText

/// The findings of one operation, as people read them: together, under its name.
package struct FindingGroup {
  /// The operation; empty for what concerns none, such as a server that is down.
  let operation: String
  /// Its findings, the weightiest first.
  let findings: [Finding]

  /// `search: 3 findings (2 must, 1 should)`.
  var title: String { "\(name): \(SummaryText.findings(findings))" }

  /// What the group is called.
  var name: String { operation.isEmpty ? "the run as a whole" : VisibleText.line(operation, limit: 100) }

  /// The findings by operation, that with the weightiest finding first.
  static func groups(of findings: [Finding]) -> [FindingGroup] {
    findings.weightiestFirst.groups(by: \.operation).map { FindingGroup(operation: $0[0].operation, findings: $0) }
  }
}
