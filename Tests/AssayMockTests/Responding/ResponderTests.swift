import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayMock
import Foundation
import TestKit
import Testing

@Suite struct ResponderTests {
  static func responder(_ name: String) throws -> Responder {
    let contract = try ContractFixture.load(name)
    let urls = Dictionary(uniqueKeysWithValues: contract.servers.map { ($0.name, "http://\($0.name).test") })
    return Responder(
      contract: contract,
      surroundings: MockSurroundings(
        baseURLs: urls,
        now: { "2024-01-15T10:30:00Z" },
        uuid: { "550e8400-e29b-41d4-a716-446655440000" },
        files: ContractFixture.files
      )
    )
  }

  static func json(_ response: Response) throws -> JSONValue {
    guard case .bytes(let bytes) = response.reply.content else { return .null }
    return try JSONDocument(parsing: bytes).root
  }

  static func form(_ target: String, _ fields: [(String, String)], file: String) -> ServerRequest {
    var form = MultipartForm()
    form.append(file: file, filename: "photo.jpg", contentType: "image/jpeg", content: [0xFF, 0xD8])
    for (name, value) in fields { form.append(field: name, value) }
    let (type, body) = form.encode()
    return ServerRequest(method: "POST", target: target, headers: [HTTPHeader("Content-Type", type)], body: body)
  }

  /// A class is answered with a status that no other response describes.
  @Test(arguments: [
    (#""2XX": { "example": 1 }"#, 200), (#""2XX": { "example": 1 }, "200": {}, "201": {}"#, 202),
    (#""default": {}"#, 200), (#""3XX": {}, "302": {}, "404": {}"#, 303), (#""3XX": {}"#, 302),
  ])
  func answersAClassWithAStatusOfItsOwn(responses: String, status: Int) throws {
    let text = """
      { "contract": "1", "service": "a", "title": "A", "servers": { "api": { "url": "http://a" } },
        "operations": { "get": { "request": { "method": "GET", "path": "/a" }, "responses": { \(responses) } } },
        "scenarios": { "a": { "steps": [{ "operation": "get" }] } } }
      """
    let contract = try ContractLoader.load(bytes: Array(text.utf8), file: "a.json")
    let surroundings = MockSurroundings(
      baseURLs: ["api": "http://a"],
      now: { "" },
      uuid: { "" },
      files: ContractFixture.files
    )
    var responder = Responder(contract: contract, surroundings: surroundings)
    let request = ServerRequest(method: "GET", target: "/a", headers: [], body: [])
    #expect(responder.respond(to: request, server: "api").reply.status == status)
  }

  /// What a contract's requests carry is read as it was written, in each style of an array or object.
  @Test func readsBackWhatIsSent() throws {
    let bytes = Array(try Data(contentsOf: Repository.url("fixtures/receiving/contract.json")))
    let contract = try ContractLoader.load(bytes: bytes, file: "contract.json")
    let surroundings = MockSurroundings(
      baseURLs: ["api": "http://api.test"],
      now: { "" },
      uuid: { "" },
      files: ContractFixture.files
    )
    var responder = Responder(contract: contract, surroundings: surroundings)
    for step in try #require(contract.scenarios.first).steps {
      let built = RequestBuilder(contract: contract)
        .build(step: step, scope: Scope(), baseURL: "http://api.test", files: ContractFixture.files)
      let request = try built.get().0
      let target = try #require(HTTPURL(request.url)).target
      let sent = ServerRequest(method: request.method, target: target, headers: request.headers, body: request.body)
      let response = responder.respond(to: sent, server: "api")
      #expect(response.findings.map(\.message) == [], "\(step.operation): \(target)")
      #expect(response.reply.status == 200)
    }
  }

  /// An operation with a stream answers whole only where `Accept` asks for that alone.
  @Test(arguments: [
    ("application/json", true), ("application/json, text/event-stream;q=0.5", false), ("text/event-stream", false),
    ("*/*", false),
  ])
  func answersWholeWhereNoStreamIsAccepted(accept: String, isWhole: Bool) throws {
    let file = Repository.url("fixtures/har/replay/json-or-stream/contract.json")
    let contract = try ContractLoader.load(bytes: Array(try Data(contentsOf: file)), file: file.path)
    let surroundings = MockSurroundings(baseURLs: [:], now: { "" }, uuid: { "" }, files: { _ in nil })
    var responder = Responder(contract: contract, surroundings: surroundings)
    let headers = [HTTPHeader("Accept", accept), HTTPHeader("Content-Type", "application/json")]
    let body = Array(#"{"id": 7, "way": "any"}"#.utf8)
    let request = ServerRequest(method: "POST", target: "/ask", headers: headers, body: body)
    let response = responder.respond(to: request, server: "api")
    #expect(response.reply.status == 200)
    if isWhole {
      #expect(try Self.json(response)["id"]?.int == 7)
    } else if case .events(let events, .sse) = response.reply.content {
      #expect(events.count == 1)
    } else {
      Issue.record("no stream")
    }
  }

  /// The rest of an interrupted stream comes by another operation: after the last event, over when there is none, and
  /// never for an event that no stream had.
  @Test func theRestOfAStreamComesByAnotherOperation() throws {
    let text = #"""
      { "contract": "1", "service": "a", "title": "A", "servers": { "api": { "url": "http://a" } },
        "operations": {
          "call": { "request": { "method": "POST", "path": "/call" }, "responses": { "200": {} },
            "stream": { "events": { "part": {}, "done": { "final": true } }, "order": "part* done",
              "examples": [ { "event": "part", "data": 1 }, { "event": "part", "data": 2 }, { "event": "done", "data": 3 } ],
              "resume": { "wait": "10ms", "operation": "listen" } } },
          "listen": { "request": { "method": "GET", "path": "/listen" }, "responses": { "200": {} },
            "stream": { "events": { "part": {}, "done": {} }, "order": "(part | done)*", "endless": true,
              "examples": [ { "event": "part", "data": "other" } ] } } },
        "scenarios": { "a": { "steps": [ { "operation": "call" }, { "operation": "listen" } ] } } }
      """#
    let contract = try ContractLoader.load(bytes: Array(text.utf8), file: "a.json")
    let surroundings = MockSurroundings(baseURLs: [:], now: { "" }, uuid: { "" }, files: { _ in nil })
    var responder = Responder(contract: contract, surroundings: surroundings)
    func events(_ method: String, _ target: String, after id: String? = nil) -> (ids: [String], data: [String], Reply) {
      let headers = [HTTPHeader("Accept", "text/event-stream")] + (id.map { [HTTPHeader("Last-Event-ID", $0)] } ?? [])
      let request = ServerRequest(method: method, target: target, headers: headers, body: [])
      let reply = responder.respond(to: request, server: "api").reply
      guard case .events(let events, .sse) = reply.content else { return ([], [], reply) }
      return (events.map { $0.id ?? "" }, events.map(\.data), reply)
    }
    let first = events("POST", "/call")
    let second = events("POST", "/call")
    #expect(first.data == ["1", "2", "3"])
    #expect(Set(first.ids + second.ids).count == 6)
    let rest = events("GET", "/listen", after: first.ids[0])
    #expect(rest.data == ["2", "3"])
    #expect(rest.ids == Array(first.ids[1...]))
    #expect(!rest.2.staysOpen)
    #expect(events("GET", "/listen", after: first.ids[2]).2.status == 204)
    for other in [nil, "none"] {
      let listened = events("GET", "/listen", after: other)
      #expect(listened.data == ["\"other\""])
      #expect(listened.2.staysOpen)
    }
  }

  /// A session is known from the header field of a streamed answer until a call ends it.
  @Test func remembersASessionUntilItEnds() throws {
    let file = Repository.url("contracts/protocols/mcp.json")
    let contract = try ContractLoader.load(bytes: Array(try Data(contentsOf: file)), file: file.path)
    let surroundings = MockSurroundings(baseURLs: [:], now: { "" }, uuid: { "session-1" }, files: { _ in nil })
    var responder = Responder(contract: contract, surroundings: surroundings)
    func status(_ method: String, _ session: String?, _ body: String) -> Int {
      var headers = [
        HTTPHeader("Accept", "application/json, text/event-stream"), HTTPHeader("Content-Type", "application/json"),
        HTTPHeader("MCP-Protocol-Version", "2025-06-18"),
      ]
      if let session { headers.append(HTTPHeader("Mcp-Session-Id", session)) }
      let request = ServerRequest(method: method, target: "/mcp", headers: headers, body: Array(body.utf8))
      return responder.respond(to: request, server: "api").reply.status
    }
    let ping = #"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#
    let params = #"{"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}}"#
    #expect(status("POST", "session-1", ping) == 404)
    #expect(status("POST", nil, #"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": \#(params)}"#) == 200)
    #expect(status("POST", "session-1", ping) == 200)
    #expect(status("POST", "session-2", ping) == 404)
    #expect(status("POST", nil, ping) == 400)
    #expect(status("DELETE", "session-2", "") == 404)
    #expect(status("POST", "session-1", ping) == 200)
    #expect(status("DELETE", "session-1", "") / 100 == 2)
    #expect(status("POST", "session-1", ping) == 404)
  }

  @Test func playsTheStreamOfAnUploadWithItsOwnId() throws {
    var responder = try Self.responder("mondrian")
    let upload = responder.respond(
      to: Self.form("/upload", [("advisor", "ansel,okeefe")], file: "image"),
      server: "jobs"
    )
    let made = try Self.json(upload)
    let id = try #require(made["job_id"]?.string)
    #expect(made["stream_url"]?.string == "http://jobs.test/stream/\(id)")
    #expect(made["advisors_used"] == (try JSONDocument(parsing: #"["ansel", "okeefe"]"#).root))
    let stream = responder.respond(to: ServerRequest(method: "GET", target: "/stream/\(id)"), server: "jobs")
    guard case .events(let events, _) = stream.reply.content else {
      Issue.record("no stream")
      return
    }
    #expect(events.first?.name == "connected")
    #expect(events.last?.name == "done")
    for event in events { #expect(event.data.contains(id) || event.data.contains(#""total_advisors":2"#)) }
  }

  @Test func walksThroughTheStatesOfAPoll() throws {
    var responder = try Self.responder("serial-ocr")
    let scan = responder.respond(to: Self.form("/scan", [("device_type", "macbook")], file: "image"), server: "api")
    let id = try #require(try Self.json(scan)["job_id"]?.string)
    let states = try (0..<6).map { _ in
      try Self.json(responder.respond(to: ServerRequest(method: "GET", target: "/result/\(id)"), server: "api"))[
        "status"
      ]?
      .string
    }
    #expect(states == ["pending", "processing", "processing", "completed", "completed", "completed"])
  }

  @Test(arguments: [
    ("GET", "/result/nobody", 404), ("GET", "/nowhere", 404), ("DELETE", "/scan", 405), ("POST", "/scan", 400),
  ])
  func refusesWhatTheContractDoesNotKnow(method: String, target: String, status: Int) throws {
    var responder = try Self.responder("serial-ocr")
    let response = responder.respond(to: ServerRequest(method: method, target: target), server: "api")
    #expect(response.reply.status == status)
    #expect(try Self.json(response).kind == .object)
    // A key nobody gave out is the backend's to refuse; everything else is the client's mistake.
    #expect(response.findings.isEmpty == target.hasPrefix("/result/"))
  }

  @Test func sendsFiles() throws {
    var responder = try Self.responder("mondrian")
    let image = responder.respond(
      to: ServerRequest(method: "GET", target: "/image/source/photo.jpg"),
      server: "jobs"
    )
    #expect(image.reply.headers["Content-Type"] == "image/jpeg")
    guard case .bytes(let bytes) = image.reply.content else {
      Issue.record("no bytes")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "bytes of images/photo.jpg")
  }
}
