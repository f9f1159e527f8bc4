import AssayContract
import AssayFindings
import AssayHTTP
import AssayObservation
import AssaySecrets
import AssayText
import AssayVerifier
import Synchronization
import Testing

/// What a stream is asked to go on from (WHATWG HTML sections 9.2.3 and 9.2.6).
@Suite(.timeLimit(.minutes(1)))
struct LastEventIDTests {
  private static let contract = #"""
    { "contract": "1", "service": "news", "title": "News", "servers": { "api": { "url": "http://api.test" } },
      "operations": {
        "news": { "request": { "method": "GET", "path": "/news", "headers": { "Last-Event-ID": "0" } }, "responses": { "200": {} },
                  "stream": { "events": { "a": {}, "end": { "final": true } }, "order": "a* end", "resume": { "wait": "10ms" } } } },
      "scenarios": {
        "whole": { "steps": [ { "operation": "news" } ] },
        "left": { "steps": [ { "operation": "news", "reconnectAfter": 2 } ] } } }
    """#

  struct Case: Sendable, CustomStringConvertible {
    var description: String
    /// What each connection brings but for the last, to which the end comes.
    var parts: [String]
    /// What each asks by.
    var asked: [String?]
    var scenario = "whole"
    var finds: [String] = []
  }

  static let (a, b) = ("event: a\ndata: 1\n\n", "event: a\ndata: 2\n\n")

  static let cases = [
    Case(description: "the id of an event", parts: ["id: 1\n" + a], asked: ["0", "1"]),
    Case(description: "an id that stays", parts: ["id: 1\n" + a + b], asked: ["0", "1"]),
    Case(description: "a block without data", parts: ["id: 1\n" + a + "id: 7\n\n"], asked: ["0", "7"]),
    Case(description: "a block that was cut off", parts: ["id: 1\n" + a + "id: 7\n"], asked: ["0", "1"]),
    Case(description: "one taken away", parts: ["id: 1\n" + a + "id\n" + b], asked: ["0", nil]),
    Case(description: "one taken away by a block without data", parts: ["id: 1\n" + a + "id:\n\n"], asked: ["0", nil]),
    Case(description: "all of it again", parts: ["id: 1\n" + a + "id\n\n", "id: 1\n" + a], asked: ["0", nil, "1"]),
    Case(description: "one of an earlier connection", parts: ["id: 1\n" + a, a], asked: ["0", "1", "1"]),
    Case(description: "nothing but an id", parts: ["id: 3\n\n"], asked: ["0", "3"]),
    Case(description: "nothing at all", parts: [""], asked: ["0", "0"]),
    Case(description: "events without ids", parts: [a], asked: ["0"], finds: ["stream.notResumed"]),
    Case(
      description: "left where it stays",
      parts: ["id: 1\n" + a + b + "id: 3\n" + a],
      asked: ["0", "1"],
      scenario: "left"
    ),
    Case(
      description: "left where none is",
      parts: ["id: 1\n" + a + "id\n" + b + "id: 3\n" + a],
      asked: ["0", nil],
      scenario: "left"
    ),
    Case(description: "a name of a secret", parts: ["id: ${KEY}\n" + a], asked: ["0", "${KEY}"]),
  ]

  @Test(arguments: cases)
  func isAskedBy(_ example: Case) async throws {
    let asked = Mutex<[String?]>([])
    let backend = Backend(seeing: { request, _, count in
      asked.withLock { $0.append(request.headers["Last-Event-ID"]) }
      let end = "id: 99\nevent: end\ndata: 1\n\n"
      return .stream(count > example.parts.count ? end : example.parts[count - 1], .complete)
    })
    let result = await Verifier(
      contract: try ContractLoader.load(bytes: Array(Self.contract.utf8), file: "news.json"),
      settings: RunSettings(only: ["\(example.scenario)/*"]),
      transport: backend,
      vault: SecretVault([Secret(name: "KEY", value: "k3y-supersecret", kind: .variable)]),
      files: { _ in nil }
    ).run(version: "", started: "").value
    #expect(asked.withLock { $0 } == example.asked)
    #expect(result.findings.map(\.rule.id) == example.finds)
  }

  static let fields: [([String: String], [String])] = [
    ([:], ["response.header"]), (["X-Feed": "1"], []), (["X-Feed": "a feed"], ["response.header"]),
  ]

  /// A further connection is held to the header fields of the answer, of which a client has the cookies already; a replay
  /// comes to the same.
  @Test(arguments: fields)
  func isAnsweredWithItsFields(_ fields: [String: String], _ finds: [String]) async throws {
    let headers =
      #""200": { "headers": { "X-Feed": { "type": "string", "maxLength": 3 }, "Set-Cookie": { "type": "string" } } }"#
    let text = Self.contract.replacing(#""200": {}"#, with: headers)
    let contract = try ContractLoader.load(bytes: Array(text.utf8), file: "news.json")
    let backend = Backend { _, count in
      if count == 1 {
        return .stream("id: 1\n" + Self.a, .complete, [HTTPHeader("X-Feed", "1"), HTTPHeader("Set-Cookie", "a=b")])
      }
      return .stream("id: 99\nevent: end\ndata: 1\n\n", .complete, fields.map { HTTPHeader($0.key, $0.value) })
    }
    let settings = RunSettings(only: ["whole/*"])
    let (result, seen) = await recordedTrial(of: contract, settings, with: backend)
    #expect(result.findings.map(\.rule.id) == finds)
    #expect(result.findings.allSatisfy { $0.location == "after event 1 header X-Feed" })
    let run = RecordedRun(
      service: "news",
      started: try #require(DateTime("2024-01-15T10:30:00Z")),
      servers: [RecordedRun.Server(name: "api", url: "http://api.test")],
      observations: seen
    )
    let log = try HARReader.read(Array(HARWriter.write([run], version: "0.0.0").utf8))
    let replayed = await Verifier(replaying: Replay(of: log, against: contract), settings: settings)
      .run(version: "", started: "").value
    #expect(replayed.findings == result.findings)
  }
}
