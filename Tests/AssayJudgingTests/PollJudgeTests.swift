import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
import Foundation
import AssayText
import Testing

@testable import AssayJudging

/// Each folder of `fixtures/polls` is a poll, answer by answer, how it ended, and what is said about it.
struct PollJudgeTests {
  static let fixture = JudgingFixture("polls")
  static var cases: [String] {
    get throws { try fixture.cases }
  }

  @Test(arguments: try cases)
  func says(_ name: String) throws {
    let played = try PollPlay(name)
    let findings = played.findings
    var text = findings.map(\.golden).joined(separator: "\n")
    if let walk = PollIllustrator.walk(of: played.poll, played.promise, findings) { text += "\n" + walk.golden }
    try Self.fixture.expect(text, of: name)
  }

  /// One fault makes one finding.
  @Test(arguments: try cases)
  func saysItOnce(_ name: String) throws {
    let findings = try PollPlay(name).findings
    let count = name.hasPrefix("kept") ? 0 : Self.withTwo.contains(name) ? 2 : 1
    #expect(findings.count == count, "\(findings.map(\.rule))")
  }

  private static let withTwo: Set<String> = [
    // Two states nobody knows.
    "unknown-states-two",
    // Not first seen where a job begins, and failed when it had to succeed.
    "failed-at-once",
    // A state it should not go back to, and a figure that must not fall.
    "falls-after-a-mild-transition",
    // No JSON, and no header field.
    "html-and-no-field-after-final",
    // Back and forth, and never done.
    "deadline-after-many-changes",
  ]

  /// A figure that falls with a forbidden transition is shown with it, and counts for itself: who knows one does not know the
  /// other.
  @Test func whatFollowsFromATransitionCountsForItself() throws {
    let finding = try #require(try PollPlay("starts-over").findings.first)
    #expect(Set(finding.traces.map { $0.parts[1] }) == ["poll.transition", "poll.nondecreasing"])
    #expect(try PollPlay("back-to-pending").findings.flatMap(\.traces).map { $0.parts[1] } == ["poll.transition"])
  }

  /// Every rule about polls has a case.
  @Test func coversEveryRule() throws {
    let rules: Set<Rule> = [
      "poll.transition", "poll.unknownState", "poll.stable", "poll.nondecreasing", "poll.constant", "poll.within",
      "poll.failed", "poll.blocks", "poll.initial",
    ]
    let found = try Self.cases.reduce(into: Set<Rule>()) { rules, name in
      rules.formUnion(try PollPlay(name).findings.map(\.rule))
    }
    #expect(rules.subtracting(found).isEmpty)
  }
}

/// A poll of the fixtures, played into the judge as the runner does.
struct PollPlay {
  let promise: PollPromise
  let findings: [Finding]
  let poll: PollObservation

  init(_ name: String) throws {
    let fixture = PollJudgeTests.fixture
    let played = try fixture.json("\(name)/answers.json")
    let contract = try fixture.contract(of: name)
    let operation = try #require(contract.operation(named: played["operation"]?.string ?? "result"))
    guard case .poll(let promise) = operation.interaction else { throw CocoaError(.formatting) }
    self.promise = promise
    var judge = PollJudge(contract: contract, operation: operation, promise: promise, step: nil, scope: Scope())
    var seen: [PollAnswer] = []
    var end = played["end"]?.string.flatMap(PollEnd.init) ?? .deadline
    var last: String?
    let answers = played["answers"]?.items.enumerated().map { Self.answer($0.offset + 1, $0.element) } ?? []
    for answer in answers {
      seen.append(answer)
      if last != nil {
        judge.stable(answer)
        continue
      }
      switch judge.step(answer) {
      case .pollAgain: continue
      case .broken: end = .broken
      case .stopped: end = .stopped
      case .final(let state): (end, last) = (.final, state)
      }
    }
    let allowed = played["allowed"]?.string.flatMap(Duration.init(written:)) ?? promise.within.duration
    findings = judge.finish(
      end,
      last: last,
      allowance: TimeAllowance(total: allowed, cap: played["cap"]?.string),
      elapsed: played["elapsed"]?.string.flatMap(Duration.init(written:)) ?? seen.last?.time ?? .zero,
      needed: played["finalStates"]?.items.compactMap(\.string) ?? []
    )
    poll = PollObservation(answers: seen, end: end)
  }

  private static func answer(_ index: Int, _ json: JSONValue) -> PollAnswer {
    let took = json["took"]?.string.flatMap(Duration.init(written:)) ?? .milliseconds(20)
    let reason = json["end"]?.string.flatMap(TransferEnd.Reason.init) ?? .complete
    var response: HTTPResponse?
    if let text = json["body"]?.text ?? json["text"]?.string {
      var headers = [HTTPHeader("Content-Type", "application/json")]
      for member in json["headers"]?.members.map({ $0 }) ?? [] { headers.set(member.key, member.value.string ?? "") }
      let head = HTTPResponseHead(
        status: json["status"]?.int ?? 200,
        reason: json["reason"]?.string ?? "OK",
        headers: headers
      )
      response = HTTPResponse(head: head, body: Array(text.utf8))
    }
    let exchange = Exchange(
      request: HTTPRequest(method: "GET", url: "http://127.0.0.1:1/result/j1"),
      parameters: RequestParameters(path: ["job_id": "j1"]),
      response: response,
      end: TransferEnd(reason, timings: TransferTimings(total: took))
    )
    return PollAnswer(
      index: index,
      time: json["at"]?.string.flatMap(Duration.init(written:)) ?? .zero,
      exchange: exchange
    )
  }
}
