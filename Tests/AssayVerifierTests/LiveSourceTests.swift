import AssayContract
import AssayFindings
import AssayHTTP
import AssaySecrets
import AssayText
import Synchronization
import Testing

@testable import AssayVerifier

/// The requests a live run makes of each kind of step: with which limits, how often, how long apart, and what ends them.
@Suite(.timeLimit(.minutes(1)))
struct LiveSourceTests {
  /// A contract of one operation `get`, with `keys` among its keys, and one scenario `s` of `steps`.
  private static func contract(
    _ keys: String,
    steps: String = #"{ "operation": "get" }"#,
    more: String = ""
  ) throws -> Contract {
    let text = """
      { "contract": "1", "service": "shop", "title": "Shop", "servers": { "api": { "url": "http://api.test" } }, \(more)
        "operations": { "get": { "request": { "method": "GET", "path": "/job" }, "responses": { "200": {} }, \(keys) } },
        "scenarios": { "s": { "steps": [ \(steps) ] } } }
      """
    return try ContractLoader.load(bytes: Array(text.utf8), file: "shop.json")
  }

  private static func run(
    _ contract: Contract,
    _ transport: any Transport,
    _ settings: RunSettings = RunSettings()
  ) async -> RunResult {
    await Verifier(
      contract: contract,
      settings: settings,
      transport: transport,
      vault: SecretVault(),
      files: { _ in nil }
    ).run(version: "", started: "").value
  }

  // MARK: Limits

  static let stream = #""stream": { "events": { "a": { "final": true } }, "order": "a" "#

  /// What the contract allows counts where it is longer than the run's own limit, and nobody has set that one.
  @Test(arguments: [
    (#""within": "10s""#, RunSettings(), TransferLimits(total: .seconds(30))),
    (#""within": "40s""#, RunSettings(), TransferLimits(total: .seconds(41))),
    (#""within": "40s""#, RunSettings(timeout: .seconds(2)), TransferLimits(total: .seconds(2))),
    (#""summary": "x""#, RunSettings(timeout: .seconds(3)), TransferLimits(total: .seconds(3))),
    (stream + "}", RunSettings(), TransferLimits(firstByte: .seconds(30), total: .seconds(300), bodySize: nil)),
    (
      stream + #", "within": "20s", "first": "2s", "silence": "5s" }"#, RunSettings(),
      TransferLimits(
        firstByte: .seconds(30),
        firstChunk: .seconds(2),
        silence: .seconds(5),
        total: .seconds(20),
        bodySize: nil
      )
    ),
    (
      stream + #", "within": "400s", "first": "50s" }"#, RunSettings(maxWait: .seconds(60)),
      TransferLimits(firstByte: .seconds(50), firstChunk: .seconds(50), total: .seconds(60), bodySize: nil)
    ),
    // What is only suggested ends nothing.
    (
      stream
        + #", "within": { "limit": "20s", "level": "should" }, "first": { "limit": "2s", "level": "should" }, "silence": { "limit": "5s", "level": "should" } }"#,
      RunSettings(), TransferLimits(firstByte: .seconds(30), total: .seconds(300), bodySize: nil)
    ),
    (
      #""poll": { "state": "/s", "states": { "x": { "final": true } }, "every": "1s", "within": "5s" }"#, RunSettings(),
      TransferLimits(total: .seconds(5))
    ),
    (
      #""poll": { "state": "/s", "states": { "x": { "final": true } }, "every": "1s", "within": "50s" }"#,
      RunSettings(timeout: .seconds(9)), TransferLimits(total: .seconds(9))
    ),
  ])
  func callsHaveLimits(_ keys: String, _ settings: RunSettings, _ limits: TransferLimits) async throws {
    let wire = Wire(isInstant: true) { _, _ in .refused }
    _ = await Self.run(try Self.contract(keys), wire, settings)
    #expect(wire.calls.map(\.limits) == [limits])
  }

  // MARK: Polls

  private static func poll(_ more: String) -> String {
    #""poll": { "state": "/s", "states": { "run": { "next": ["done"] }, "done": { "final": true } }, "#
      + #""every": "10s", "within": "60s", "stable": "must"\#(more) }"#
  }

  struct Poll: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var keys = ""
    var settings = RunSettings()
    /// The state each answer tells, the last one again and again; a number is a status with an empty body.
    var answers: [String]
    var fields: [HTTPHeader] = []
    /// When each call was made, from the first.
    var calls: Int
    var elapsed: Duration
    var rules: [Rule] = []
  }

  static let polls = [
    Poll(
      testDescription: "a job that ends is asked for once more, soon",
      answers: ["run", "done"],
      calls: 3,
      elapsed: .seconds(10) + .milliseconds(250)
    ),
    Poll(
      testDescription: "within so much time",
      answers: ["run"],
      calls: 6,
      elapsed: .seconds(60),
      rules: [.pollWithin]
    ),
    Poll(
      testDescription: "a run has a limit of its own",
      settings: RunSettings(maxWait: .seconds(25)),
      answers: ["run"],
      calls: 3,
      elapsed: .seconds(25),
      rules: [.pollWithin]
    ),
    Poll(
      testDescription: "a run has an interval of its own",
      settings: RunSettings(pollEvery: .milliseconds(100)),
      answers: ["run", "run", "done"],
      calls: 4,
      elapsed: .milliseconds(300)
    ),
    Poll(
      testDescription: "a longer Retry-After counts",
      answers: ["run", "run", "done"],
      fields: [HTTPHeader("Retry-After", "20")],
      calls: 4,
      elapsed: .seconds(40) + .milliseconds(250)
    ),
    Poll(
      testDescription: "a shorter one does not",
      answers: ["run", "run", "done"],
      fields: [HTTPHeader("Retry-After", "2")],
      calls: 4,
      elapsed: .seconds(20) + .milliseconds(250)
    ),
    Poll(
      testDescription: "a Retry-After past the end waits until the end",
      answers: ["run"],
      fields: [HTTPHeader("Retry-After", "900")],
      calls: 1,
      elapsed: .seconds(60),
      rules: [.pollWithin]
    ),
    Poll(
      testDescription: "a pause before the first",
      keys: #", "after": "7s""#,
      answers: ["done"],
      calls: 2,
      elapsed: .seconds(7) + .milliseconds(250)
    ),
    Poll(
      testDescription: "an answer that says nothing of the job",
      keys: #", "retry": { "on": [503] }"#,
      answers: ["503", "done"],
      fields: [HTTPHeader("Retry-After", "3")],
      calls: 3,
      elapsed: .seconds(10) + .milliseconds(250)
    ),
  ]

  @Test(arguments: polls) func pollsAreMadeInTime(_ poll: Poll) async throws {
    let backend = Backend(isInstant: true) { _, count in
      let answer = poll.answers[min(count, poll.answers.count) - 1]
      if let status = Int(answer) { return .answer(status, "", poll.fields) }
      return .answer(200, #"{ "s": "\#(answer)" }"#, poll.fields)
    }
    let result = await Self.run(try Self.contract(Self.poll(poll.keys)), backend, poll.settings)
    #expect(backend.calls.count == poll.calls)
    #expect(result.checks.map(\.duration) == [poll.elapsed])
    #expect(result.findings.map(\.rule) == poll.rules, "\(result.findings.map(\.message))")
  }

  /// A server that goes away while a job runs breaks the poll; one that was never there is no fault of the job.
  @Test(arguments: [0, 1, 2]) func aPollEndsWithItsServer(after answers: Int) async throws {
    let backend = Backend(isInstant: true) { _, count in
      count <= answers ? .answer(200, #"{ "s": "run" }"#) : .end(.refused)
    }
    let result = await Self.run(try Self.contract(Self.poll("")), backend)
    #expect(backend.calls.count == answers + 1)
    #expect(result.checks.map(\.status) == [answers == 0 ? .error : .failed])
    #expect(result.findings.map(\.rule) == ([.refused]))
  }

  /// A call that the end of the job's time cut off says nothing of the server.
  @Test func aCallCutOffByTheEndIsNoFault() async throws {
    let wire = Wire(isInstant: true) { call, count in
      guard count == 7 else { return .answer(200, #"{ "s": "run" }"#, took: .milliseconds(50)) }
      return .end(.totalTimeout, took: call.limits.total)
    }
    let result = await Self.run(try Self.contract(Self.poll("")), wire)
    #expect(wire.calls.last?.limits.total ?? .zero < .seconds(60))
    #expect(result.findings.map(\.rule) == [.pollWithin])
  }

  // MARK: Streams

  private static let events = #"""
    "stream": { "events": { "tick": {}, "end": { "final": true } }, "order": "tick* end", "within": "60s",
                "resume": { "wait": "2s", "atMost": 2 } }
    """#

  /// A stream that breaks off is asked for again, as often in vain as the contract says, and within its time.
  @Test(arguments: [
    (["id: 1\nevent: tick\ndata: 1\n\n", "id: 2\nevent: end\ndata: 2\n\n"], 2, [Rule]()),
    (["id: 1\nevent: tick\ndata: 1\n\n", "", "", "id: 2\nevent: end\ndata: 2\n\n"], 3, [.streamTruncated]),
    (["id: 1\nevent: tick\ndata: 1\n\n", "", "id: 2\nevent: tick\ndata: 2\n\n", "", "event: end\ndata: 3\n\n"], 5, []),
    (["retry: 90000\nid: 1\nevent: tick\ndata: 1\n\n", "event: end\ndata: 3\n\n"], 1, [.streamWithin]),
    (["retry: 50000\nid: 1\nevent: tick\ndata: 1\n\n", "event: end\ndata: 3\n\n"], 2, []),
  ])
  func aStreamIsResumed(_ parts: [String], _ calls: Int, _ rules: [Rule]) async throws {
    let wire = Wire(isInstant: true) { _, count in
      let part = parts[min(count, parts.count) - 1]
      return .stream(part, part.contains("event: end") ? .complete : .truncated)
    }
    let result = await Self.run(try Self.contract(Self.events), wire)
    #expect(wire.calls.count == calls)
    #expect(result.findings.map(\.rule) == rules, "\(result.findings.map(\.message))")
    // Each connection has the time that is left.
    #expect(wire.calls.map(\.limits.total) == wire.calls.map(\.limits.total).sorted(by: >))
  }

  private static let sequence = #"""
    "stream": { "format": "json-seq", "order": "row* end?",
                "events": { "end": { "when": "$event.data#/end == true", "final": true }, "row": {} } }
    """#

  /// A sequence without its separators is one finding, whatever else is made of its lines.
  @Test(arguments: [
    ("\u{1E}{\"n\":1}\n\u{1E}{\"end\":true}\n", [String]()),
    ("{\"n\":1}\n{\"end\":true}\n", ["before any event"]),
    ("\u{1E}{\"n\":1}\n{\"n\":2}\n", ["after `row` (event 1)"]),
  ])
  func aTextWithoutItsSeparatorEndsASequence(_ text: String, _ places: [String]) async throws {
    let backend = Backend { _, _ in .stream(text, .complete) }
    let result = await Self.run(try Self.contract(Self.sequence), backend)
    #expect(result.findings.map(\.rule) == places.map { _ in .streamFrame })
    for (finding, place) in zip(result.findings, places) { #expect(finding.message.contains(place)) }
  }

  // MARK: What is not sent

  /// A step whose request cannot be made says why, and nothing is sent.
  @Test(arguments: [
    (#""body": { "example": { "$file": "none.bin" } }"#, "", CheckResult.Status.error, "the file none.bin"),
    (
      #""query": { "id": { "schema": {} } }"#, #", "query": { "id": "$steps.first.outputs.id" }"#, .error,
      "its input $steps.first.outputs.id is missing"
    ),
    (
      #""headers": { "X-Id": { "schema": {} } }"#, #", "headers": { "X-Id": "a\nb" }"#, .error,
      "its input header X-Id is missing: the value contains a control character"
    ),
  ])
  func whatCannotBeMadeIsNotSent(_ request: String, _ keys: String, _ status: CheckResult.Status, _ reason: String)
    async throws
  {
    let text = """
      { "contract": "1", "service": "shop", "title": "Shop", "servers": { "api": { "url": "http://api.test" } },
        "operations": {
          "first": { "request": { "method": "GET", "path": "/first" }, "responses": { "200": {} } },
          "get": { "request": { "method": "POST", "path": "/job", \(request) }, "responses": { "200": {} } } },
        "scenarios": { "s": { "steps": [
          { "operation": "first", "outputs": { "id": "$response.body#/id" } }, { "operation": "get"\(keys) } ] } } }
      """
    let backend = Backend(isInstant: true) { _, _ in .answer(200, "{}") }
    let contract = try ContractLoader.load(bytes: Array(text.utf8), file: "shop.json")
    let result = await Self.run(contract, backend)
    #expect(backend.calls == ["GET /first"])
    #expect(result.checks.last?.status == status)
    #expect(result.checks.last?.reason.hasPrefix(reason) == true, "\(result.checks.last?.reason ?? "")")
  }

  /// Calls of other origins than the server's do not carry what the run says of one server.
  @Test func fieldsOfAServerGoToThatServer() async throws {
    let text = """
      { "contract": "1", "service": "shop", "title": "Shop",
        "servers": { "a": { "url": "http://a.test" }, "b": { "url": "http://b.test" } },
        "operations": {
          "one": { "server": "a", "request": { "method": "GET", "path": "/one" }, "responses": { "200": {} } },
          "two": { "server": "b", "request": { "method": "GET", "path": "/two" }, "responses": { "200": {} } } },
        "scenarios": { "s": { "steps": [ { "operation": "one" }, { "operation": "two" } ] } } }
      """
    let wire = Wire(isInstant: true) { _, _ in .answer(200, "{}") }
    let headers = [
      SentField(HTTPHeader("X-A", "1"), server: "a"), SentField(HTTPHeader("X-All", "2")),
    ]
    let contract = try ContractLoader.load(bytes: Array(text.utf8), file: "shop.json")
    _ = await Verifier(
      contract: contract,
      settings: RunSettings(),
      headers: headers,
      transport: wire,
      vault: SecretVault(),
      files: { _ in nil }
    ).run(version: "", started: "")
    let sent = wire.calls.map { call in ["X-A", "X-All"].map { call.request.headers[$0] } }
    #expect(sent == [["1", "2"], [nil, "2"]])
  }
}

/// The receiver of an answer that is taken whole.
struct ResponseCollectorTests {
  @Test func anAnswerIsPutTogether() {
    let collector = ResponseCollector()
    #expect(collector.response == nil)
    #expect(collector.receive(head: HTTPResponseHead(status: 200, headers: []), at: .zero) == .proceed)
    for chunk in ["ab", "", "c"] { #expect(collector.receive(chunk: Array(chunk.utf8), at: .zero) == .proceed) }
    #expect(collector.response?.body == Array("abc".utf8))
    #expect(collector.response?.head.status == 200)
  }

  @Test func switchedProtocolsEndIt() {
    #expect(ResponseCollector().receive(head: HTTPResponseHead(status: 101, headers: []), at: .zero) == .stop)
  }
}

/// A transport that notes each request with its limits, and answers by what it notes and how many came.
private final class Wire: Transport {
  struct Call: Sendable {
    var request: HTTPRequest
    var limits: TransferLimits
  }

  enum Reply: Sendable {
    case answer(Int, String, took: Duration = .zero)
    case stream(String, TransferEnd.Reason)
    case end(TransferEnd.Reason, took: Duration)

    static let refused = Reply.end(.refused, took: .zero)
  }

  let isInstant: Bool
  private let made = Mutex<[Call]>([])
  private let reply: @Sendable (Call, Int) -> Reply

  init(isInstant: Bool = false, _ reply: @escaping @Sendable (Call, Int) -> Reply) {
    self.isInstant = isInstant
    self.reply = reply
  }

  var calls: [Call] { made.withLock { $0 } }

  func send(_ request: HTTPRequest, limits: TransferLimits, to receiver: any TransferReceiver) async -> TransferEnd {
    let call = Call(request: request, limits: limits)
    let count = made.withLock { made in
      made.append(call)
      return made.count
    }
    func bring(_ status: Int, _ type: String, _ text: String) {
      let head = HTTPResponseHead(status: status, headers: [HTTPHeader("Content-Type", type)])
      _ = receiver.receive(head: head, at: .zero)
      _ = receiver.receive(chunk: Array(text.utf8), at: .zero)
    }
    switch reply(call, count) {
    case .answer(let status, let text, let took):
      bring(status, "application/json", text)
      return TransferEnd(.complete, timings: TransferTimings(connect: .zero, total: took))
    case .stream(let text, let reason):
      bring(200, "text/event-stream", text)
      return TransferEnd(reason)
    case .end(let reason, let took): return TransferEnd(reason, timings: TransferTimings(total: took))
    }
  }
}
