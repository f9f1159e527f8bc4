import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayMock
import AssayTransport
import Foundation
import Synchronization
import Testing

@Suite struct MockServerTests {
  /// Collects one answer.
  final class Collector: TransferReceiver {
    let state = Mutex<(head: HTTPResponseHead?, body: [UInt8])>((nil, []))

    func receive(head: HTTPResponseHead, at time: Duration) -> TransferFlow {
      state.withLock { $0.head = head }
      return .proceed
    }

    func receive(chunk: [UInt8], at time: Duration) -> TransferFlow {
      state.withLock { $0.body += chunk }
      return .proceed
    }
  }

  static func send(
    _ method: String,
    _ url: String,
    headers: [HTTPHeader] = [],
    body: String = ""
  ) async throws -> (status: Int, body: String, head: HTTPResponseHead?, end: TransferEnd) {
    let transport = CurlTransport()
    let collector = Collector()
    let end = await transport.send(
      HTTPRequest(method: method, url: url, headers: headers, body: Array(body.utf8)),
      limits: TransferLimits(),
      to: collector
    )
    return collector.state.withLock { ($0.head?.status ?? 0, String(decoding: $0.body, as: UTF8.self), $0.head, end) }
  }

  @Test func pagesOfAnyOriginMayCallIt() async throws {
    let mock = try MockServer(
      contract: try ContractFixture.load("landmark"),
      settings: MockSettings(isOpenToPages: true, files: ContractFixture.files)
    )
    let url = try mock.start()[0].url
    defer { mock.stop() }
    let origin = HTTPHeader("Origin", "http://localhost:5173")
    let question = try await Self.send(
      "OPTIONS",
      url + "/api/prediction/predict",
      headers: [
        origin, HTTPHeader("Access-Control-Request-Method", "POST"),
        HTTPHeader("Access-Control-Request-Headers", "x-client"),
      ]
    )
    #expect(question.status == 204)
    #expect(question.head?.headers["Access-Control-Allow-Origin"] == "http://localhost:5173")
    #expect(question.head?.headers["Access-Control-Allow-Methods"] == "POST")
    #expect(question.head?.headers["Access-Control-Allow-Headers"] == "x-client")
    let answer = try await Self.send("GET", url + "/api/prediction/history?limit=20", headers: [origin])
    #expect(answer.head?.headers["Access-Control-Allow-Origin"] == "http://localhost:5173")
    #expect(answer.head?.headers["Access-Control-Allow-Credentials"] == "true")
    #expect(answer.head?.headers["Access-Control-Expose-Headers"] == "Content-Type")
    #expect(answer.head?.headers["Vary"] == "Origin")
    // Nobody asks here, and a browser's question is no mistake of the client's.
    let plain = try await Self.send("GET", url + "/api/prediction/history?limit=20")
    #expect(plain.head?.headers["Access-Control-Allow-Origin"] == nil)
    #expect(mock.result().outcome == .passed)
  }

  @Test func aDelayIsKeptAtTheContractsPaceAlone() throws {
    let text = #"""
      { "contract": "1", "service": "s", "title": "S", "servers": { "api": { "url": "http://127.0.0.1:1" } },
        "operations": { "item": { "request": { "method": "GET", "path": "/item" },
          "responses": { "200": { "example": {} } },
          "mock": { "delay": "250ms", "cases": [{ "when": "$mock.count == 2", "delay": "1s" }] } } },
        "scenarios": { "one": { "steps": [{ "operation": "item" }] } } }
      """#
    let contract = try ContractLoader.load(bytes: Array(text.utf8), file: "s.json")
    var responder = Responder(contract: contract, surroundings: .reproducible(for: contract))
    let request = ServerRequest(method: "GET", target: "/item")
    for pause in [Duration.milliseconds(250), .seconds(1), .milliseconds(250)] {
      let reply = responder.respond(to: request, server: "api").reply
      #expect(AnswerWriter(pace: .real).wire(reply, to: request).actions.first == .wait(pause))
      #expect(AnswerWriter(pace: .fast).wire(reply, to: request).actions.first == .wait(.milliseconds(1)))
    }
  }

  @Test func listsWhatItMade() async throws {
    let mock = try MockServer(
      contract: try ContractFixture.load("landmark"),
      settings: MockSettings(files: ContractFixture.files)
    )
    let url = try mock.start()[0].url
    defer { mock.stop() }
    let before = try await Self.send("GET", url + "/api/prediction/history?limit=20")
    #expect(before.body == "[]")
    var form = MultipartForm()
    form.append(file: "imageFile", filename: "mine.jpg", contentType: "image/jpeg", content: [1, 2, 3])
    let (type, body) = form.encode()
    let predicted = try await Self.send(
      "POST",
      url + "/api/prediction/predict",
      headers: [HTTPHeader("Content-Type", type)],
      body: String(decoding: body, as: UTF8.self)
    )
    #expect(predicted.status == 200)
    let after = try await Self.send("GET", url + "/api/prediction/history?limit=20")
    let row = try JSONDocument(parsing: after.body).root[0]
    #expect(row?["originalFilename"]?.string == "mine.jpg")
    #expect(row?["topPrediction"]?.string == "gediminas_tower")
    #expect(mock.result().outcome == .passed)
  }

  @Test func holdsAConversation() async throws {
    let mock = try MockServer(contract: try ContractFixture.load("memorai"))
    let url = try mock.start()[0].url
    defer { mock.stop() }
    let json = [HTTPHeader("Content-Type", "application/json")]
    let start = try await Self.send("POST", url + "/api/start", headers: json)
    let session = try #require(try JSONDocument(parsing: start.body).root["session_id"]?.string)
    var ended = false
    var turns = 0
    while !ended, turns < 20 {
      let answer = try await Self.send(
        "POST",
        url + "/api/answer",
        headers: json,
        body: """
          {"session_id":"\(session)","answer":"birthday rae chocolate sang","question":"?","type":"conversation"}
          """
      )
      #expect(answer.status == 200, "\(answer.body)")
      ended = try JSONDocument(parsing: answer.body).root["is_end"]?.bool ?? true
      turns += 1
    }
    #expect(turns == 4)
    let unknown = try await Self.send(
      "POST",
      url + "/api/ask",
      headers: json,
      body: #"{"session_id":"nobody","question":"?"}"#
    )
    #expect(unknown.status == 404)
    #expect(unknown.body.contains("Session not found"))
    let malformed = try await Self.send("POST", url + "/api/ask", headers: json, body: "{")
    #expect(malformed.status == 400)
  }

  @Test func tellsAnAppWhatItSendsWrong() async throws {
    let seen = Mutex<[Finding]>([])
    let mock = try MockServer(contract: try ContractFixture.load("mondrian")) { finding in
      seen.withLock { $0.append(finding) }
    }
    let urls = Dictionary(uniqueKeysWithValues: try mock.start().map { ($0.name, $0.url) })
    defer { mock.stop() }
    let rag = try #require(urls["rag"])
    let unknown = try await Self.send("GET", rag + "/serch")
    #expect(unknown.status == 404)
    #expect(unknown.body.contains("/search"))
    let method = try await Self.send("GET", rag + "/search")
    #expect(method.status == 405)
    #expect(method.head?.headers["Allow"] == "POST")
    let wrong = try await Self.send(
      "POST",
      rag + "/search",
      headers: [HTTPHeader("Content-Type", "application/json")],
      body: #"{"query":7}"#
    )
    #expect(wrong.status == 400)
    let result = mock.result()
    #expect(result.outcome == .failed)
    #expect(result.checks.first { $0.operation == "search" }?.status == .failed)
    #expect(result.checks.first { $0.operation == "upload" }?.status == .skipped)
    #expect(seen.withLock { $0.count } == result.findings.count)
  }

  @Test func namesTheNearestVariation() throws {
    let contract = try ContractFixture.load("landmark")
    #expect(throws: MockError.unknown(kind: "oddity", name: "gzipp", nearest: "gzip")) {
      try MockServer(contract: contract, settings: MockSettings(variations: ["gzipp"]))
    }
  }
}
