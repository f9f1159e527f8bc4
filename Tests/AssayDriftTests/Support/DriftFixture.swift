import AssayContract
import AssayDrift
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
import AssayProbes
import AssayReport
import AssayVerifier
import Foundation
import TestKit
import Testing

/// A folder of `fixtures/drift`: a contract, what was observed of its backend, and what was found wrong with it.
struct DriftFixture {
  static let folder = Repository.fixtures.appending(path: "drift")
  static var names: [String] {
    get throws {
      try Fixtures.folders("drift").filter { name in
        FileManager.default.fileExists(atPath: Repository.path("fixtures/drift/\(name)/contract.json"))
      }
    }
  }

  let url: URL
  let contract: Contract
  let observations: [Observation]
  let run: RunResult
  let baseline: DriftBaseline?
  /// The runs of the probes, where the run made some.
  private let probing: [Plan.Run]
  private var history: DriftHistory

  init(_ name: String) throws {
    url = Self.folder.appending(path: name)
    contract = try Repository.contract(url.appending(path: "contract.json"))
    let json = try JSONDocument(parsing: Repository.bytes(url.appending(path: "run.json"))).root
    observations = try Self.items(json, "observations").map(Self.observation)
    let contract = contract
    probing =
      json["probed"]?.bool == true
      ? ProbePlan(contract: contract, settings: RunSettings(), probes: ProbeSettings()).runs : []
    let findings = try Self.items(json, "findings").map { try Self.finding($0, contract) }
    var run = RunResult(
      assay: "0.0.0",
      contract: contract.service,
      title: contract.title,
      file: contract.file,
      servers: contract.servers.map { .init(name: $0.name, url: $0.url) },
      outcome: RunResult.Outcome(rawValue: json["outcome"]?.string ?? "passed") ?? .passed,
      checks: Self.checks(of: findings)
        + Self.timed(json)
        + Self.items(json, "skipped").map { skipped in
          CheckResult(
            id: skipped["check"]?.string ?? "",
            operation: skipped["operation"]?.string ?? "",
            status: .skipped,
            reason: skipped["reason"]?.string ?? ""
          )
        },
      findings: findings,
      documents: contract.documents.map { .init(name: $0.name, title: $0.title, file: $0.file) },
      started: json["started"]?.string ?? ""
    )
    let calls = contract.operations.map { ($0.name, "\($0.request.method) \($0.request.path)") }
    run.calls = Dictionary(calls) { first, _ in first }
    run.unjudged = Self.items(json, "unjudged").map { promise in
      UnjudgedPromise(
        promise: promise["promise"]?.string ?? "",
        level: promise["level"]?.string.flatMap(Level.init(rawValue:)) ?? .must,
        check: promise["check"]?.string ?? "",
        kind: promise["kind"]?.string.flatMap(UnjudgedPromise.Kind.init(rawValue:)) ?? .blocked,
        reason: promise["reason"]?.string ?? ""
      )
    }
    self.run = run
    let before = url.appending(path: "baseline.json")
    let records = url.appending(path: "history.json")
    history = DriftHistory()
    if FileManager.default.fileExists(atPath: records.path) {
      for record in try JSONDocument(parsing: Repository.bytes(records)).root.items {
        let isRecord = history.add(parsing: Array(record.text.utf8), of: contract.service)
        try #require(isRecord)
      }
    }
    baseline =
      FileManager.default.fileExists(atPath: before.path) ? try DriftBaseline(parsing: Repository.bytes(before)) : nil
  }

  /// The observations compared with the contract.
  var comparison: DriftComparison {
    comparison(of: observations)
  }

  /// The observations, in this order, compared with the contract.
  func comparison(of observations: [Observation]) -> DriftComparison {
    var observed = ObservedBackend(contract: contract, probing: probing)
    for observation in observations { observed.add(observation) }
    return DriftComparison(observed: observed, run: run, documents: documents)
  }

  /// The lines of the guide, where the case has one.
  var documents: [String: [String]] {
    let guide = try? String(contentsOf: url.appending(path: "guide.md"), encoding: .utf8)
    return guide.map { ["guide.md": $0.components(separatedBy: "\n")] } ?? [:]
  }

  /// The report, held against the baseline where the case has one.
  var report: DriftReport {
    let comparison = comparison
    return history.told(in: baseline.map(comparison.held) ?? comparison.report)
  }

  /// A check for each operation that was timed, in milliseconds.
  private static func timed(_ json: JSONValue) -> [CheckResult] {
    (json["times"].map { Array($0.members) } ?? []).map { member in
      var check = CheckResult(id: "timed/\(member.key)", operation: member.key, status: .passed)
      check.duration = .milliseconds(member.value.int ?? 0)
      return check
    }
  }

  /// The checks that made findings, each with the request it made.
  private static func checks(of findings: [Finding]) -> [CheckResult] {
    Set(findings.flatMap { [$0.check] + $0.alsoIn }).sorted().map { id in
      var check = CheckResult(
        id: id,
        operation: findings.first { ([$0.check] + $0.alsoIn).contains(id) }?.operation ?? "",
        status: .failed
      )
      check.command = "curl -si http://127.0.0.1/\(id)"
      return check
    }
  }

  private static func items(_ json: JSONValue, _ key: String) -> [JSONValue] {
    json[key].map { Array($0.items) } ?? []
  }

  private static func observation(_ json: JSONValue) throws -> Observation {
    let exchanges = items(json, "answers").map { answer in
      let type = answer["type"]?.string ?? "application/json"
      let others = (answer["headers"].map { Array($0.members) } ?? []).map { HTTPHeader($0.key, $0.value.string ?? "") }
      let headers = [HTTPHeader("Content-Type", type)] + others
      let head = HTTPResponseHead(status: answer["status"]?.int ?? 200, headers: headers)
      let body = answer["text"]?.string ?? answer["body"]?.text ?? ""
      let sent = answer["sent"]
      let query = (sent?["query"].map { Array($0.members) } ?? []).map { ($0.key, $0.value.string ?? "") }
      return Exchange(
        request: HTTPRequest(
          method: sent?["body"] == nil ? "GET" : "POST",
          url: "http://127.0.0.1/" + (sent?["path"]?.string ?? ""),
          headers: sent?["type"]?.string.map { [HTTPHeader("Content-Type", $0)] } ?? [],
          body: sent?["body"].map { Array($0.text.utf8) } ?? []
        ),
        parameters: RequestParameters(
          path: sent?["path"]?.string.map { ["id": $0] } ?? [:],
          query: Dictionary(query) { first, _ in first }
        ),
        response: HTTPResponse(head: head, body: Array(body.utf8)),
        end: TransferEnd(.complete, timings: timings(answer))
      )
    }
    let content: Observation.Content
    if let events = json["events"] {
      content = .stream(
        StreamObservation(
          request: HTTPRequest(method: "GET", url: "http://127.0.0.1/"),
          head: HTTPResponseHead(status: 200, headers: [HTTPHeader("Content-Type", "text/event-stream")]),
          events: events.items.enumerated().map { index, event in
            let sent = ServerSentEvent(name: event[0]?.string, data: event[1]?.text ?? "")
            return ObservedEvent(index: index + 1, time: .milliseconds(index), event: sent)
          },
          end: TransferEnd(.complete)
        )
      )
    } else if json["poll"]?.bool == true {
      let answers = exchanges.enumerated().map { PollAnswer(index: $0 + 1, time: .seconds($0), exchange: $1) }
      content = .poll(PollObservation(answers: answers, end: .final))
    } else {
      content = .exchange(try #require(exchanges.first))
    }
    return Observation(
      check: json["check"]?.string ?? "",
      operation: json["operation"]?.string ?? "",
      server: "api",
      content: content
    )
  }

  /// The times of an answer, in milliseconds: `ms`; `shared` next to other calls, `late` before it was made again alone.
  private static func timings(_ answer: JSONValue) -> TransferTimings {
    var timings = TransferTimings(total: .milliseconds(answer["ms"]?.int ?? 0))
    timings.isShared = answer["shared"]?.bool ?? false
    timings.shared = answer["late"]?.int.map { .milliseconds($0) }
    return timings
  }

  private static func finding(_ json: JSONValue, _ contract: Contract) throws -> Finding {
    func text(_ key: String) -> String { json[key]?.string ?? "" }
    let pointer = try #require(JSONPointer(text("promise")))
    let place = contract.document.root[pointer].map {
      contract.place(pointer: pointer, offset: $0.byteRange.lowerBound)
    }
    var finding = Finding(
      level: try #require(Level(rawValue: text("level"))),
      check: text("check"),
      operation: text("operation"),
      rule: Rule(text("rule")),
      place: Place(reading: text("location")),
      message: text("message"),
      expected: text("expected"),
      actual: text("actual"),
      sources: [Citation(text("source"))].compactMap { $0 },
      promise: place
    )
    finding.reason = reason(of: finding) ?? finding.reason
    finding.alsoIn = items(json, "alsoIn").compactMap(\.string)
    return finding
  }

  /// The facts behind the words of a fixture's finding, where drift goes by them.
  private static func reason(of finding: Finding) -> Reason? {
    let words = finding.reason.words
    switch finding.rule {
    case .status:
      let status = AnswerReason.Status(
        call: words.message.components(separatedBy: " answered ")[0],
        isProbe: false,
        code: Int(words.actual.prefix(3)) ?? 0,
        phrase: String(words.actual.dropFirst(4)),
        promised: [words.expected],
        target: nil,
        said: nil
      )
      return .answer(.status(status))
    case .schema("required"):
      return .schema(SchemaReason(.missing(finding.place.value?.memberName ?? ""), words))
    case .schema("format"): return .schema(SchemaReason(.format(words.expected), words))
    case .pollWithin:
      let overdue = PollReason.Overdue(
        polls: 2,
        elapsed: .seconds(1),
        allowed: .seconds(1),
        cap: "--max-wait 1s",
        finals: [words.expected],
        state: words.actual,
        walk: [words.actual],
        furtherChanges: 0,
        lastIsUnanswered: false
      )
      return .poll(.overdue(overdue))
    default: return nil
    }
  }
}
