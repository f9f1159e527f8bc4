import AssayFindings
import AssayText

/// A group of findings that concern the same operation.
package struct FindingGroup {
  /// The operation; empty for a finding that concerns none, such as a server that is down.
  let operation: String
  /// The method and path template of the operation; empty if unknown.
  let call: String
  /// The findings, the most severe first.
  let findings: [Finding]

  /// The title: `POST /search (search): 3 findings (2 must, 1 should)`.
  var title: String { "\(name): \(SummaryText.findings(findings))" }

  /// The name: `POST /search (search)`.
  var name: String {
    let name = operation.isEmpty ? "the run as a whole" : VisibleText.line(operation, limit: 100)
    return call.isEmpty ? name : "\(VisibleText.line(call, limit: 200)) (\(name))"
  }

  /// The findings by operation, the group with the weightiest finding first.
  static func groups(of result: RunResult) -> [FindingGroup] {
    result.findings.weightiestFirst.groups(by: \.operation).map { findings in
      let operation = findings[0].operation
      return FindingGroup(operation: operation, call: result.calls[operation] ?? "", findings: findings)
    }
  }
}
