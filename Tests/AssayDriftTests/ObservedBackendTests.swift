import AssayContract
import AssayHTTP
import AssayObservation
import Testing

@testable import AssayDrift

/// What a fold over the observations of a run keeps of answers, events and states.
struct ObservedBackendTests {
  private static let contract = #"""
    { "contract": "1", "service": "shop", "title": "Shop", "servers": { "api": { "url": "http://api.test" } },
      "operations": {
        "get": { "request": { "method": "GET", "path": "/item" },
                 "responses": { "200": { "headers": { "X-Known": {} },
                                         "body": { "type": "object", "properties": { "id": {} } } },
                                "404": {} } },
        "job": { "request": { "method": "GET", "path": "/job" }, "responses": { "200": {} },
                 "poll": { "state": "/s", "every": "1s",
                           "states": { "run": { "next": ["done"] }, "done": { "final": true } } } },
        "news": { "request": { "method": "GET", "path": "/news" }, "responses": { "200": {} },
                  "stream": { "events": { "tick": { "data": { "type": "object" } }, "end": { "final": true } },
                              "order": "tick* end" } } },
      "scenarios": { "s": { "steps": [
        { "operation": "get" },
        { "operation": "get", "stepId": "wrong", "responses": { "404": {} } },
        { "operation": "job" }, { "operation": "news" } ] } } }
    """#

  private static func backend() throws -> ObservedBackend {
    ObservedBackend(contract: try ContractLoader.load(bytes: Array(contract.utf8), file: "shop.json"))
  }

  private static func exchange(_ status: Int, _ body: String, _ fields: [HTTPHeader] = []) -> Exchange {
    let head = HTTPResponseHead(status: status, headers: [HTTPHeader("Content-Type", "application/json")] + fields)
    return Exchange(
      request: HTTPRequest(method: "GET", url: "http://api.test/"),
      response: HTTPResponse(head: head, body: Array(body.utf8)),
      end: TransferEnd(.complete)
    )
  }

  private static func observation(_ check: String, _ operation: String, _ content: Observation.Content) -> Observation {
    Observation(check: check, operation: operation, server: "api", content: content)
  }

  private static func poll(_ states: [String], dropped: Int = 0) -> Observation {
    let answers = states.enumerated().map { index, state in
      PollAnswer(index: index + 1, time: .seconds(index), exchange: exchange(200, #"{ "s": "\#(state)" }"#))
    }
    let poll = PollObservation(answers: answers, end: .final, droppedAnswers: dropped)
    return observation("s/job/poll", "job", .poll(poll))
  }

  @Test func nothingIsSeenBeforeAnAnswer() throws {
    var backend = try Self.backend()
    #expect(backend.isEmpty)
    backend.add(Self.observation("s/get", "get", .absent(.skipped("its input is missing"))))
    backend.add(Self.observation("s/gone", "gone", .exchange(Self.exchange(200, "{}"))))
    #expect(backend.isEmpty)
    backend.add(Self.observation("s/get", "get", .exchange(Self.exchange(200, "{}"))))
    #expect(!backend.isEmpty)
  }

  /// Undocumented fields and bodies are noted; ordinary fields and those of browsers are not.
  @Test func whatNoDocumentNamesIsNoted() throws {
    var backend = try Self.backend()
    let fields = ["X-Known", "X-New", "Date", "Access-Control-Allow-Origin"].map { HTTPHeader($0, "1") }
    backend.add(Self.observation("s/get", "get", .exchange(Self.exchange(200, #"{ "id": 1 }"#, fields))))
    backend.add(Self.observation("s/get", "get", .exchange(Self.exchange(404, #"{ "error": 1 }"#))))
    backend.add(Self.observation("s/get", "get", .exchange(Self.exchange(500, #"{ "error": 1 }"#))))
    let seen = try #require(backend.operations["get"])
    #expect(seen.answers == 3)
    #expect(seen.statuses == [200: 1, 404: 1, 500: 1])
    #expect(seen.headers.keys.sorted() == ["x-new"])
    #expect(seen.undescribed.keys.sorted() == ["404", "500"])
    #expect(seen.bodies.keys.map(\.description).sorted() == ["200", "404"])
  }

  /// A success that a wrong call gets documents no success: its status counts, its body does not.
  @Test func aWrongCallSaysNothingOfSuccess() throws {
    var backend = try Self.backend()
    let field = HTTPHeader("X-New", "1")
    backend.add(Self.observation("s/wrong", "get", .exchange(Self.exchange(200, #"{ "odd": 1 }"#, [field]))))
    let seen = try #require(backend.operations["get"])
    #expect(seen.statuses == [200: 1])
    #expect(seen.bodies.isEmpty)
    #expect(seen.headers.isEmpty)
  }

  /// States that follow one another are transitions, also those the documents forbid; a gap in what was kept is none.
  @Test func transitionsAreCounted() throws {
    var backend = try Self.backend()
    backend.add(Self.poll(["run", "run", "done"]))
    backend.add(Self.poll(["done", "run", "odd", "done"]))
    backend.add(Self.poll(["run", "done"], dropped: 3))
    let seen = try #require(backend.operations["job"])
    #expect(seen.job.states == ["run": 4, "done": 4, "odd": 1])
    let transitions = Dictionary(uniqueKeysWithValues: seen.job.transitions.map { ($0.key.description, $0.value) })
    #expect(transitions == ["run → done": 1, "done → run": 1])
  }

  /// Events no document names are kept apart by name, up to a number of names.
  @Test func unknownEventsAreBounded() throws {
    var backend = try Self.backend()
    let names = ["tick", "end"] + (1...200).map { "odd\($0)" }
    let events = names.enumerated().map { index, name in
      ObservedEvent(index: index + 1, time: .zero, event: ServerSentEvent(name: name, data: "{}"))
    }
    let head = HTTPResponseHead(status: 200, headers: [HTTPHeader("Content-Type", "text/event-stream")])
    let stream = StreamObservation(
      request: HTTPRequest(method: "GET", url: "http://api.test/news"),
      parameters: RequestParameters(),
      head: head,
      format: .sse,
      events: events,
      notices: [],
      end: TransferEnd(.complete),
      allowance: TimeAllowance(total: .seconds(60))
    )
    backend.add(Self.observation("s/news", "news", .stream(stream)))
    let seen = try #require(backend.operations["news"])
    #expect(seen.events["tick"] == 1)
    #expect(seen.events.count == 2 + ObservedBackend.mostUnknown)
    #expect(seen.unknownData.count == ObservedBackend.mostUnknown)
    #expect(seen.data.keys.sorted() == ["end", "tick"])
  }

  /// The order of the observations makes no difference.
  @Test func theOrderDoesNotMatter() throws {
    let observations = [
      Self.observation("s/get", "get", .exchange(Self.exchange(200, #"{ "id": 1 }"#, [HTTPHeader("X-New", "b")]))),
      Self.observation("s/get", "get", .exchange(Self.exchange(200, #"{ "id": 2 }"#, [HTTPHeader("X-New", "a")]))),
      Self.poll(["run", "done"]),
    ]
    var (first, second) = (try Self.backend(), try Self.backend())
    for observation in observations { first.add(observation) }
    for observation in observations.reversed() { second.add(observation) }
    let fields = [first, second].map { $0.operations["get"]?.headers["x-new"] }
    #expect("\(fields[0], default: "")" == "\(fields[1], default: "")")
    #expect(first.operations["get"]?.statuses == second.operations["get"]?.statuses)
    #expect(first.operations["job"]?.job.transitions == second.operations["job"]?.job.transitions)
  }
}
