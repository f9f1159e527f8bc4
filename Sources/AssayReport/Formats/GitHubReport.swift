package import AssayFindings

/// Workflow commands that GitHub Actions turns into annotations on the lines of the contract.
package struct GitHubReport: Reporter {
  package init() {}

  package func render(_ results: [RunResult], options: ReportOptions) -> String {
    results.map { render($0, options: options) }.joined()
  }

  private func render(_ result: RunResult, options: ReportOptions) -> String {
    let documents = DocumentIndex(result)
    // GitHub shows ten annotations of a kind for a step: the verdict and the weightiest come first.
    var lines = result.findings.weightiestFirst.map { finding in
      let text = FindingText(
        finding: finding,
        documents: documents,
        options: options,
        mostQuoted: FindingText.fewQuoted
      )
      return command(
        options.fails(finding) ? "error" : finding.level == .should ? "warning" : "notice",
        place: finding.promise,
        file: result.file,
        title: "\(result.contract): \(finding.rule.shownTitle)",
        message: text.lines.joined(separator: "\n"),
        options
      )
    }
    let reported = result.findingsByCheck
    lines += result.checks.filter { $0.status == .error && reported[$0.id] == nil }.map { check in
      command(
        "error",
        place: check.place,
        file: result.file,
        title: "\(result.contract): could not be judged",
        message: "\(VisibleText.line(check.id)): \(VisibleText.line(check.reason, limit: 1000))",
        options
      )
    }
    let verdict = command(
      result.outcome == .passed ? "notice" : "error",
      place: nil,
      file: "",
      title: "\(result.contract): \(result.outcome.rawValue)",
      message: SummaryText.checks(result.summary)
        + (result.findings.isEmpty ? "" : "; " + SummaryText.findings(result.findings)),
      options
    )
    return ([verdict] + lines).map { $0 + "\n" }.joined()
  }

  private func command(
    _ name: String,
    place: ContractPlace?,
    file: String,
    title: String,
    message: String,
    _ options: ReportOptions
  ) -> String {
    var properties: [String] = []
    let file = options.path(of: place?.file ?? file)
    if !file.isEmpty { properties.append("file=" + property(file)) }
    if let place { properties += ["line=\(place.line)", "col=\(place.column)"] }
    properties.append("title=" + property(title))
    return "::\(name) \(properties.joined(separator: ","))::\(escape(LogText.harmless(message)))"
  }

  /// A message may hold line ends, as `%0A`; every other control character is visible already.
  private func escape(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "%": result += "%25"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// Inside a property `:` and `,` would end it.
  private func property(_ text: String) -> String {
    escape(LogText.harmless(VisibleText.line(text, limit: 200))).unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case ":": result += "%3A"
      case ",": result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
