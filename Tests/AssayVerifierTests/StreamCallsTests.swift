import AssayContract
import AssayFindings
import AssayHTTP
import AssayObservation
import AssaySecrets
import AssayText
import AssayVerifier
import Synchronization
import Testing

/// Calls that a client makes because of a stream: answers to what comes in it, the rest of it, and others next to it.
@Suite(.timeLimit(.minutes(1)))
struct StreamCallsTests {
  private static let contract = #"""
    { "contract": "1", "service": "tools", "title": "Tools", "servers": { "api": { "url": "http://api.test" } },
      "operations": {
        "call": { "request": { "method": "POST", "path": "/call", "headers": { "Session": { "schema": {} } }, "body": { "example": {} } },
                  "responses": { "200": {} },
                  "stream": { "events": { "ask": { "data": { "required": ["id"] } }, "answer": { "final": true } }, "order": "ask* answer",
                              "resume": { "wait": "10ms", "operation": "listen" },
                              "send": [ { "data": { "id": "$event.data#/id", "ok": true }, "after": "ask", "operation": "respond" } ] } },
        "respond": { "request": { "method": "POST", "path": "/respond", "headers": { "Session": { "schema": {} } }, "body": { "example": {} } },
                     "responses": { "202": { "headers": { "Seen": { "const": "yes" } } } } },
        "listen": { "request": { "method": "GET", "path": "/listen", "headers": { "Session": { "schema": {} } } }, "responses": { "200": {} },
                    "stream": { "events": { "ask": {}, "answer": {} }, "order": "(ask | answer)*", "endless": true } } },
      "scenarios": {
        "ask": { "steps": [ { "operation": "call", "headers": { "Session": "s1", "Trace": "t" } } ] },
        "listen": { "steps": [ { "operation": "listen" } ] },
        "both": { "steps": [ { "parallel": [ { "operation": "listen" }, { "operation": "call", "stepId": "one" },
                                             { "operation": "call", "stepId": "two" } ] } ] } } }
    """#
  private static let ask = "id: 1\nevent: ask\ndata: {\"id\": 7}\n\n"
  private static let answer = "id: 2\nevent: answer\ndata: {}\n\n"

  /// The result of a run, and the one of its recording.
  private static func results(_ scenario: String, _ backend: Backend) async throws
    -> (live: RunResult, replayed: RunResult)
  {
    let contract = try ContractLoader.load(bytes: Array(contract.utf8), file: "tools.json")
    let settings = RunSettings(only: ["\(scenario)/*"])
    let (live, seen) = await recordedTrial(of: contract, settings, with: backend)
    let run = RecordedRun(
      service: "tools",
      started: try #require(DateTime("2024-01-15T10:30:00Z")),
      servers: [RecordedRun.Server(name: "api", url: "http://api.test")],
      observations: seen
    )
    let log = try HARReader.read(Array(HARWriter.write([run], version: "0.0.0").utf8))
    let replayed = await Verifier(replaying: Replay(of: log, against: contract), settings: settings)
      .run(version: "", started: "").value
    return (live, replayed)
  }

  /// What a server asks for inside a stream is answered by a call of its own, whose answer is judged by its operation.
  @Test(arguments: [
    (202, "yes", []), (400, "yes", ["response.status"]), (202, "no", ["response.header"]),
  ])
  func whatIsAskedIsAnswered(_ status: Int, _ seen: String, _ finds: [String]) async throws {
    let said = Mutex<[String]>([])
    let backend = Backend(seeing: { request, call, _ in
      guard call == "POST /respond" else { return .stream(Self.ask + Self.answer, .complete) }
      let fields = ["Session", "Trace"].map { request.headers[$0] ?? "-" }.joined(separator: " ")
      said.withLock { $0.append("\(String(decoding: request.body, as: UTF8.self)) \(fields)") }
      return .answer(status, "", [HTTPHeader("Seen", seen)])
    })
    let (live, replayed) = try await Self.results("ask", backend)
    #expect(said.withLock { $0 } == [#"{"id": 7, "ok": true} s1 -"#])
    #expect(live.findings.map(\.rule.id) == finds)
    #expect(live.findings.allSatisfy { $0.operation == "respond" })
    #expect(replayed.findings == live.findings)
    #expect(replayed.promises == live.promises)
  }

  /// The rest of a stream that was cut is asked for by a different operation, with the fields of the step that it has too.
  @Test func theRestComesByAnotherCall() async throws {
    let asked = Mutex<[String]>([])
    let backend = Backend(seeing: { request, call, _ in
      let fields = ["Last-Event-ID", "Session"].map { request.headers[$0] ?? "-" }.joined(separator: " ")
      asked.withLock { $0.append("\(call) \(fields)") }
      switch call {
      case "POST /call": return .stream(Self.ask, .reset)
      case "GET /listen": return .stream(Self.answer, .complete)
      default: return .answer(202, "", [HTTPHeader("Seen", "yes")])
      }
    })
    let (live, replayed) = try await Self.results("ask", backend)
    #expect(asked.withLock { $0.sorted() } == ["GET /listen 1 s1", "POST /call - s1", "POST /respond - s1"])
    #expect(live.findings.map(\.message) == [])
    #expect(live.outcome == .passed)
    #expect(replayed.promises == live.promises)
  }

  /// A stream without an end is left after a time, however silent it is; what it brought by then is judged.
  @Test(arguments: [("", 0), (ask, 0), ("event: ask\ndata: 1\n\nevent: other\ndata: 1\n\n", 1)])
  func aStreamWithoutAnEndIsLeft(_ text: String, _ notes: Int) async throws {
    let backend = Backend { _, _ in .open(text) }
    let (live, replayed) = try await Self.results("listen", backend)
    #expect(live.outcome == .passed)
    #expect(live.findings.map(\.level) == Array(repeating: .may, count: notes))
    #expect(replayed.findings == live.findings)
    #expect(replayed.promises == live.promises)
  }

  /// Several streams are open at the same time, each judged by itself; one of them is wrong.
  @Test func severalAtOnce() async throws {
    let backend = Backend(seeing: { _, call, count in
      switch call {
      case "GET /listen": .open(Self.ask)
      case "POST /call": .stream(count == 1 ? Self.ask + Self.answer : Self.answer + Self.ask, .complete)
      default: .answer(202, "", [HTTPHeader("Seen", "yes")])
      }
    })
    let (live, replayed) = try await Self.results("both", backend)
    #expect(live.checks.map(\.id) == ["both/listen/stream", "both/one/stream", "both/two/stream"])
    #expect(live.checks[0].status == .passed)
    #expect(live.checks[1...].count { $0.status == .failed } == 1)
    #expect(live.findings.map(\.rule.id) == ["stream.afterFinal"])
    #expect(replayed.findings == live.findings)
  }
}
