import AssayFindings
import TestKit
import Testing

@testable import AssayKit

/// What a baseline accepts, and what it does not.
struct FindingBaselineTests {
  // MARK: One known fault

  private static func closed(_ check: String, operation: String, level: Level = .must) -> Finding {
    Finding(
      level: level,
      check: check,
      operation: operation,
      rule: .reset,
      message: "the connection was closed",
      expected: "a response",
      actual: "nothing"
    )
  }

  private static func wrongType(_ pointer: String, keyword: String) -> Finding {
    let place = ContractPlace(file: "api.json", line: 1, column: 1, pointer: keyword)
    return Finding(
      level: .must,
      check: "all/move",
      operation: "move",
      rule: .schema("type"),
      place: .body(ValuePath(stringLiteral: pointer)),
      message: "\(pointer) is a string",
      expected: "number",
      actual: "string",
      promise: place
    )
  }

  private static func status(_ call: String, promised: [String], check: String) -> Finding {
    let status = AnswerReason.Status(
      call: call,
      isProbe: true,
      code: 200,
      phrase: "OK",
      promised: promised,
      target: nil,
      said: nil
    )
    return Finding(level: .must, check: check, operation: "get", rule: .status, reason: .answer(.status(status)))
  }

  /// The result of a run with one check an id, each failed by its findings.
  private static func result(_ findings: Finding..., obstacle: String? = nil) -> RunResult {
    var result = RunResult(assay: "1", contract: "shop", outcome: .failed, findings: findings)
    for finding in findings where !result.checks.contains(where: { $0.id == finding.check }) {
      var check = CheckResult(id: finding.check, operation: finding.operation, status: .failed)
      check.obstacle = obstacle
      result.checks.append(check)
    }
    return result
  }

  private static func accepts(_ known: Finding, _ found: Finding) -> Bool {
    result(found).accepting(FindingBaseline().updated(by: [result(known)]), strict: false).isConforming
  }

  @Test func oneClosedConnectionIsNotEveryOne() {
    let known = Self.closed("all/list", operation: "list")
    #expect(Self.accepts(known, Self.closed("all/list", operation: "list")))
    #expect(!Self.accepts(known, Self.closed("all/get", operation: "get")))
    #expect(!Self.accepts(known, Self.closed("more/list", operation: "list")))
  }

  @Test func oneMemberIsNotItsSibling() {
    let amount = "/$defs/Amount/type"
    let known = Self.wrongType("/from/amount", keyword: amount)
    #expect(Self.accepts(known, Self.wrongType("/from/amount", keyword: amount)))
    #expect(!Self.accepts(known, Self.wrongType("/to/amount", keyword: amount)))
    #expect(!Self.accepts(known, Self.wrongType("/from/currency", keyword: "/$defs/Currency/type")))
    // The items of one list are alike, whatever their number.
    let item = Self.wrongType("/moves/0/amount", keyword: amount)
    #expect(Self.accepts(item, Self.wrongType("/moves/3/amount", keyword: amount)))
  }

  @Test func oneWrongCallIsNotAnother() {
    let known = Self.status("GET /items/nothing", promised: ["404"], check: "refused/unknown")
    #expect(Self.accepts(known, Self.status("GET /items/other", promised: ["404"], check: "refused/unknown")))
    let anonymous = Self.status("GET /items/1 without credentials", promised: ["401"], check: "refused/anonymous")
    #expect(!Self.accepts(known, anonymous))
  }

  @Test func aGraverFaultIsNew() {
    let known = Self.closed("all/list", operation: "list", level: .should)
    #expect(!Self.accepts(known, Self.closed("all/list", operation: "list")))
  }

  // MARK: What a known fault keeps from being judged

  private static func blocking(_ blocks: Bool...) -> RunResult {
    let findings = [closed("all/list", operation: "list"), wrongType("/total", keyword: "/$defs/Total/type")]
      .map { finding in
        var finding = finding
        finding.check = "all/list"
        return finding
      }
    let found = result(findings[0], findings[1], obstacle: "2 musts could not be judged: page 2 was not requested")
    var baseline = FindingBaseline().updated(by: [found])
    for (index, blocks) in blocks.enumerated() { baseline.entries[index].acceptance.blocks = blocks }
    return found.accepting(baseline, strict: false)
  }

  /// Any of the faults of a check may be the reason why the rest of it was not judged.
  @Test func whatIsBlockedStaysSoUnlessEachEntrySaysSo() {
    #expect(Self.blocking(true, true).checks.map(\.status) == [.warned])
    for blocks in [(true, false), (false, true), (false, false)] {
      let result = Self.blocking(blocks.0, blocks.1)
      #expect(result.checks.map(\.status) == [.error])
      #expect(result.checks[0].reason.hasPrefix("2 musts could not be judged"))
      #expect(!result.isConforming)
    }
  }

  @Test func anUpdateAcceptsWhatIsBlocked() {
    let found = Self.blocking(false, false)
    var result = found
    for index in result.findings.indices { result.findings[index].accepted = nil }
    result.checks[0].status = .failed
    var known = FindingBaseline().updated(by: [result])
    for index in known.entries.indices { known.entries[index].acceptance.blocks = false }
    #expect(!result.accepting(known, strict: false).isConforming)
    #expect(result.accepting(known.updated(by: [result]), strict: false).isConforming)
  }

  /// What a fault keeps from being judged in other checks is known with it, if its entry says so.
  @Test(arguments: [(true, "all/list", true), (false, "all/list", false), (true, "all/other", false)])
  func whatIsBlockedInOtherChecksIsKnownWithItsCause(_ blocks: Bool, _ cause: String, _ isKnown: Bool) {
    var fault = Self.closed("all/list", operation: "list")
    var found = Self.result(fault)
    fault.check = cause
    var check = CheckResult(id: "all/get", operation: "get", status: .error, reason: "its input is missing")
    check.causes = [UnjudgedPromise.Cause(fault)]
    found.checks.append(check)
    var baseline = FindingBaseline().updated(by: [found])
    #expect(baseline.entries.map(\.acceptance.blocks) == [cause == "all/list"])
    for index in baseline.entries.indices { baseline.entries[index].acceptance.blocks = blocks }
    let result = found.accepting(baseline, strict: false)
    #expect(result.checks.map(\.status) == [.warned, isKnown ? .skipped : .error])
    #expect(result.isConforming == isKnown)
  }

  // MARK: Secrets

  /// What follows from a fault is identified without the secrets in it, as the fault itself is.
  @Test func consequencesAreIdentifiedWithoutSecrets() {
    func unknown(_ state: String) -> Finding {
      Finding(
        level: .must,
        operation: "job",
        rule: .pollUnknownState,
        message: "an unknown state",
        expected: "done",
        actual: state
      )
    }
    var finding = unknown("napping")
    finding.explain(unknown("s3cret"))
    let keys = finding.mapTexts { $0.replacing("s3cret", with: "$KEY") }.identities.map(\.key)
    #expect(keys.count == 2)
    #expect(!keys.contains { $0.contains("s3cret") })
  }

  // MARK: Names that match nothing

  @Test func namesTheEntriesOfNoCheck() throws {
    let suite = try ConformanceSuite(contentsOf: DocumentedSystem.serialOCR.contract)
    let probe = try #require(suite.probes().probes.first)
    let known = suite.checks().prefix(1) + [probe.id, "recording/scan"]
    let unknown = ["gone/scan", "recording/gone"]
    let entries = (known + unknown).map { check in
      FindingBaseline.Entry(
        contract: suite.service,
        key: "scan",
        level: .must,
        rule: "response.status",
        check: check,
        message: "",
        acceptance: Acceptance()
      )
    }
    var other = entries[0]
    other.contract = "another"
    let baseline = FindingBaseline(entries: entries + [other])
    #expect(baseline.unmatched(in: [suite], []).map(\.check) == unknown)
    #expect(baseline.absentContracts(in: [suite]) == ["another"])
    let updated = baseline.updated(by: [], of: [suite])
    #expect(updated.entries.map(\.check) == known + [other.check])
  }
}
