import AssayFindings

/// A verdict, a finding or a check that could not be judged, as a pipeline shows it at a line of a file.
struct Annotation {
  enum Kind { case error, warning, notice }

  var kind: Kind
  /// The id of the finding's rule; empty if the annotation is not about a finding.
  var rule = ""
  var place: ContractPlace?
  /// The file; empty if the annotation is about the run.
  var file = ""
  var title: String
  var message: String

  /// The annotations of a run: the verdict and the weightiest first, as pipelines show only the first ones.
  static func all(of result: RunResult, _ options: ReportOptions) -> [Annotation] {
    let documents = DocumentIndex(result)
    let findings = result.findings.weightiestFirst.map { finding in
      let text = FindingText(
        finding: finding,
        documents: documents,
        options: options,
        mostQuoted: FindingText.fewQuoted
      )
      return Annotation(
        kind: options.fails(finding) ? .error : finding.level == .should ? .warning : .notice,
        rule: finding.rule.id,
        place: finding.promise,
        file: options.path(of: finding.promise?.file ?? result.file),
        title: "\(result.contract): \(finding.rule.shownTitle)",
        message: text.lines.map(\.text).joined(separator: "\n")
      )
    }
    let reported = result.findingsByCheck
    let blocked = result.checks.filter { $0.status == .error && reported[$0.id] == nil }.map { check in
      Annotation(
        kind: .error,
        place: check.place,
        file: options.path(of: check.place?.file ?? result.file),
        title: "\(result.contract): could not be judged",
        message: "\(VisibleText.line(check.id)): \(VisibleText.line(check.reason, limit: 1000))"
      )
    }
    let verdict = Annotation(
      kind: result.outcome == .passed ? .notice : .error,
      title: "\(result.contract): \(result.outcome.rawValue)",
      message: SummaryText.checks(result.summary)
        + (result.findings.isEmpty ? "" : "; " + SummaryText.findings(result.findings))
    )
    return [verdict] + findings + blocked
  }
}

extension StringProtocol {
  /// Returns the text with each character replaced for which `escape` returns a replacement.
  func escaped(_ escape: (Unicode.Scalar) -> String?) -> String {
    unicodeScalars.reduce(into: "") { result, scalar in
      if let text = escape(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
    }
  }
}
