public import AssayContract
public import AssayFindings

extension RunResult {
  /// Makes a result with the diagnostics of a contract as findings, for every report format: an error is a `must`, a
  /// warning a `should`.
  public init(linting path: String, service: String, _ diagnostics: [Diagnostic], strict: Bool = false) {
    let findings = diagnostics.map { diagnostic in
      var message = diagnostic.message
      if !diagnostic.help.isEmpty { message += "; \(diagnostic.help)" }
      return Finding(
        level: diagnostic.severity == .error ? .must : .should,
        rule: Rule("lint.\(diagnostic.id)"),
        message: message,
        promise: diagnostic.place
      )
    }
    let fails = findings.contains { $0.level == .must || strict }
    self.init(
      assay: assayVersion,
      contract: service,
      file: path,
      outcome: fails ? .failed : .passed,
      findings: findings
    )
  }

  /// Makes a result with the changes between two contracts as findings: a breaking change is a `must`, a compatible one
  /// a `may`.
  public init(comparing path: String, service: String, _ changes: [ContractChange]) {
    let findings = changes.map { change in
      Finding(
        level: change.breaks.isEmpty ? .may : .must,
        operation: change.subjects.first?.operation ?? "",
        rule: Rule("diff.\(change.breaks.isEmpty ? "compatible" : "breaking")"),
        message: "\(change.place): \(change.message)",
        promise: change.new
      )
    }
    let outcome: Outcome = changes.allSatisfy(\.breaks.isEmpty) ? .passed : .failed
    self.init(assay: assayVersion, contract: service, file: path, outcome: outcome, findings: findings)
  }

  /// Makes a result with the undetected wrong responses of an audit as findings; it fails below a score of `least`
  /// percent.
  public init(auditing audit: ContractAudit, atLeast least: Int = 0) {
    let findings = audit.survivors.map { mutant in
      Finding(
        level: .should,
        operation: mutant.operation,
        rule: Rule("audit.survived"),
        message: "\(mutant.place) \(mutant.change), and no promise is broken",
        expected: mutant.remedy.map { "add \($0.text)" } ?? "",
        actual: mutant.received,
        sources: mutant.sources,
        promise: mutant.remedy?.place
      )
    }
    let outcome: Outcome = audit.score >= Double(least) && audit.broken.isEmpty ? .passed : .failed
    self.init(assay: assayVersion, contract: audit.service, file: audit.file, outcome: outcome, findings: findings)
  }
}
