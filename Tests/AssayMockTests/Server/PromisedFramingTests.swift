import AssayContract
import AssayHTTP
import AssayMock
import Testing

/// What a contract promises of the fields that frame an answer, and of its coding, on a connection.
struct PromisedFramingTests {
  private static let text = #"""
    { "contract": "1", "service": "s", "title": "S", "servers": { "api": { "url": "http://127.0.0.1:1" } },
      "operations": {
        "length": { "request": { "method": "GET", "path": "/length" },
          "responses": { "200": { "headers": { "Content-Length": { "type": "integer", "minimum": 1 } }, "example": {"a":1} } } },
        "part": { "request": { "method": "GET", "path": "/part" },
          "responses": { "206": { "headers": { "content-length": { "const": "10" } }, "example": {"a":1} } } },
        "head": { "request": { "method": "HEAD", "path": "/head" },
          "responses": { "200": { "headers": { "Content-Length": { "const": "10" } } } } },
        "none": { "request": { "method": "DELETE", "path": "/none" },
          "responses": { "204": { "headers": { "Content-Length": { "const": "0" }, "Transfer-Encoding": { "const": "chunked" } } } } },
        "chunks": { "request": { "method": "GET", "path": "/chunks" },
          "responses": { "200": { "headers": { "Transfer-Encoding": { "const": "chunked" } }, "example": {"a":1} } } },
        "zipped": { "request": { "method": "GET", "path": "/zipped" },
          "responses": { "200": { "headers": { "Content-Encoding": { "type": "string" } }, "example": {"a":1} } } } },
      "scenarios": { "all": { "steps": [ { "operation": "length" }, { "operation": "part" }, { "operation": "head" },
        { "operation": "none" }, { "operation": "chunks" }, { "operation": "zipped" } ] } } }
    """#

  private static func answer(_ method: String, _ path: String, minorVersion: Int = 1) throws -> (
    fields: [String], body: [UInt8]
  ) {
    let contract = try ContractLoader.load(bytes: Array(text.utf8), file: "s.json")
    var responder = Responder(contract: contract, surroundings: .reproducible(for: contract))
    let request = ServerRequest(method: method, target: path, minorVersion: minorVersion)
    let reply = responder.respond(to: request, server: "api").reply
    let sent = AnswerWriter().wire(reply, to: request).actions.flatMap { action -> [UInt8] in
      if case .send(let bytes) = action { bytes } else { [] }
    }
    let end = try #require(sent.indices.first { sent[$0...].starts(with: Array("\r\n\r\n".utf8)) })
    let names = ["content-length", "transfer-encoding", "content-encoding"]
    let fields = String(decoding: sent[..<end], as: UTF8.self).split(separator: "\r\n").map { $0.lowercased() }
    return (fields.filter { field in names.contains(where: field.hasPrefix) }, Array(sent[(end + 4)...]))
  }

  /// One field alone says where an answer ends (RFC 9112 sections 6.2 and 6.3), and it is true.
  @Test(arguments: [
    ("GET", "/length", ["content-length: 7"], #"{"a":1}"#),
    ("GET", "/part", ["content-length: 7"], #"{"a":1}"#),
    ("HEAD", "/head", ["content-length: 10"], ""),
    ("DELETE", "/none", [], ""),
    ("GET", "/chunks", ["transfer-encoding: chunked"], "7\r\n{\"a\":1}\r\n0\r\n\r\n"),
  ])
  func isFramedOnce(_ method: String, _ path: String, _ fields: [String], _ body: String) throws {
    let answer = try Self.answer(method, path)
    #expect(answer.fields == fields)
    #expect(String(decoding: answer.body, as: UTF8.self) == body)
  }

  @Test func sendsNoChunksToAClientThatKnowsNone() throws {
    let answer = try Self.answer("GET", "/chunks", minorVersion: 0)
    #expect(answer.fields == ["content-length: 7"])
    #expect(String(decoding: answer.body, as: UTF8.self) == #"{"a":1}"#)
  }

  @Test func compressesWhatIsSaidToBe() throws {
    let answer = try Self.answer("GET", "/zipped")
    #expect(answer.fields == ["content-encoding: gzip", "content-length: \(answer.body.count)"])
    #expect(answer.body.starts(with: [0x1F, 0x8B]))
  }

  /// A client that undoes codings reads what was promised.
  @Test func aClientReadsWhatIsPromised() async throws {
    let contract = try ContractLoader.load(bytes: Array(Self.text.utf8), file: "s.json")
    let mock = try MockServer(contract: contract)
    let url = try mock.start()[0].url
    defer { mock.stop() }
    for path in ["/length", "/part", "/chunks", "/zipped"] {
      let answer = try await MockServerTests.send("GET", url + path)
      #expect(answer.body == #"{"a":1}"#)
      #expect(answer.end.reason == .complete)
    }
    #expect(try await MockServerTests.send("HEAD", url + "/head").end.reason == .complete)
  }
}
