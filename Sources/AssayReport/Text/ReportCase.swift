import AssayFindings

/// A test case in formats with test cases: a check, or a statement about the whole run.
struct ReportCase {
  /// The outcome, in the words of JUnit.
  enum Result { case passed, failure, error, skipped }

  /// The contract and the scenario, with a dot between.
  var classname: String
  /// The contract the case belongs to.
  var contract: String
  /// The check's id; unique within its class.
  var name: String
  var duration: Duration = .zero
  var result: Result
  /// The id of the rule of the case's most severe finding; empty if it has none.
  var type = ""
  /// The result in one line.
  var message = ""
  /// The complete text of the failure or error: all findings of the check, or the reason.
  var body = ""
  /// The text shown for a passed case, such as its warnings and notes.
  var output = ""
  /// The check that the case stands for; `nil` if it is about the whole run.
  var check: CheckResult?
  /// The place of the broken promise in the contract; if none is broken, that of the step.
  var place: ContractPlace?
}

extension ReportCase {
  /// The contract and the check, for readers without classes: `serial-ocr/scan-until-done/scan`.
  var title: String { "\(contract)/\(name)" }

  /// The cases of one contract.
  struct Suite {
    let result: RunResult
    /// The contract's service, with a number if an earlier contract of the run has the same one.
    let name: String
    /// The cases in the order of the plan; a case about the whole run is last.
    var cases: [ReportCase]
  }

  /// Returns the cases of all contracts; no class and name occurs twice, since readers drop repeated cases.
  static func suites(of results: [RunResult], options: ReportOptions) -> [Suite] {
    var services: Set<String> = []
    var names: Set<[String]> = []
    return results.map { result in
      var named = result
      named.contract = unused(result.contract) { services.insert($0).inserted }
      let findings = named.findingsByCheck
      let blocked = BlockedChecks(of: named, findings, options: options)
      let documents = DocumentIndex(named)
      var cases = named.checks.enumerated().map { index, check in
        ReportCase(
          check: check,
          (findings[check.id] ?? []).map { named.findings[$0] },
          isExplained: check.isBlocked && blocked.isExplained(check, at: index),
          of: named.contract,
          documents,
          options
        )
      }
      if let run = ReportCase(run: named, documents, options) { cases.append(run) }
      for index in cases.indices {
        let classname = cases[index].classname
        cases[index].name = unused(cases[index].name) { names.insert([classname, $0]).inserted }
      }
      return Suite(result: result, name: named.contract, cases: cases)
    }
  }

  /// Returns `name`, or the first of `name #2`, `name #3`, … for which `take` returns true: it is not used yet.
  private static func unused(_ name: String, _ take: (String) -> Bool) -> String {
    var result = name
    var number = 1
    while !take(result) {
      number += 1
      result = "\(name) #\(number)"
    }
    return result
  }

  /// Creates the test case of `check`. A check that could not be judged is skipped, instead of an error, if
  /// `isExplained`: a finding of a different check is the reason.
  private init(
    check: CheckResult,
    _ findings: [Finding],
    isExplained: Bool,
    of contract: String,
    _ documents: DocumentIndex,
    _ options: ReportOptions
  ) {
    let all = findings.weightiestFirst
    let findings = all.filter { $0.level != .may }
    let text = Self.text(all, documents, options)
    self.contract = contract
    classname = contract + (check.scenario.isEmpty ? "" : ".\(check.scenario)")
    name = check.id
    duration = check.duration
    self.check = check
    place = findings.first?.promise ?? check.place
    switch check.status {
    case .passed, .warned:
      self.result = .passed
      message = check.status == .warned ? Self.message(findings) ?? "" : ""
      output = [check.isFlaky ? "" : check.reason, text].filter { !$0.isEmpty }.joined(separator: "\n\n")
    case .failed:
      self.result = .failure
      type = findings.first?.rule.id ?? "check"
      message = Self.message(findings) ?? check.reason
      body = text.isEmpty ? check.reason : text
    case .skipped, .unjudged:
      self.result = .skipped
      message = check.reason
    case .error where isExplained && findings.isEmpty:
      self.result = .skipped
      message = check.reason
    case .error:
      self.result = .error
      type = findings.first?.rule.id ?? "unjudged"
      message = check.reason.isEmpty ? Self.message(findings) ?? "" : check.reason
      body = text.isEmpty ? check.reason : text
    }
  }

  /// Creates the case about the whole run: that it was interrupted or judged nothing, and findings that belong to no
  /// check.
  private init?(run result: RunResult, _ documents: DocumentIndex, _ options: ReportOptions) {
    let ids = Set(result.checks.map(\.id))
    let loose = result.findings.filter { finding in
      !ids.contains(finding.check) && !finding.alsoIn.contains(where: ids.contains)
    }
    let isUnjudged = result.outcome == .error && !result.checks.contains { $0.status == .error }
    guard result.outcome == .interrupted || isUnjudged || !loose.isEmpty else { return nil }
    contract = result.contract
    classname = result.contract
    name = "the run"
    duration = result.duration
    let text = Self.text(loose.weightiestFirst, documents, options)
    if result.outcome == .interrupted {
      self.result = .error
      type = "interrupted"
      message = "the run was interrupted; what it had judged by then is reported"
    } else if isUnjudged {
      self.result = .error
      type = loose.first?.rule.id ?? "unjudged"
      message = Self.message(loose) ?? "nothing could be verified"
    } else {
      self.result = loose.contains { options.fails($0) } ? .failure : .passed
      type = loose.first?.rule.id ?? ""
      message = Self.message(loose) ?? ""
    }
    body = text.isEmpty ? message : text
    if self.result == .passed { output = text }
  }

  /// Returns the most severe finding in a line, with the number of others.
  private static func message(_ findings: [Finding]) -> String? {
    guard let first = findings.first else { return nil }
    return first.placedMessage + (findings.count > 1 ? " (and \(findings.count - 1) more)" : "")
  }

  private static func text(_ findings: [Finding], _ documents: DocumentIndex, _ options: ReportOptions) -> String {
    findings.map { finding in
      FindingText(finding: finding, documents: documents, options: options).lines.map(\.text).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}

extension Finding {
  /// The message with the operation and place it is about: `search /results/0: `name` is missing`.
  var placedMessage: String {
    let place = [operation, location].filter { !$0.isEmpty }.joined(separator: " ")
    return place.isEmpty ? message : "\(place): \(message)"
  }
}

extension ReportOptions {
  /// Returns the path in the repository of a file named in the results.
  func path(of file: String) -> String { files[file] ?? file }

  /// Returns true if a finding makes a run fail.
  func fails(_ finding: Finding) -> Bool {
    finding.accepted == nil && (finding.level == .must || (strict && finding.level == .should))
  }
}
