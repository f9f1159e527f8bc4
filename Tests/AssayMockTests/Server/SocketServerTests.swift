import AssayHTTP
import AssayMock
import Foundation
import Testing

@Suite struct SocketServerTests {
  /// Answers each request with its target, or with what the target asks for.
  static let echo = ServerHandler { listener, request in
    let reply = Reply(status: 200, content: .bytes(Array("\(listener) \(request.target) \(request.body.count)".utf8)))
    return AnswerWriter().wire(reply, to: request)
  }

  @Test func answersPipelinedRequestsInOrder() throws {
    let server = try SocketServer(ports: [0, 0], handler: Self.echo)
    defer { server.stop() }
    let client = try RawClient(port: server.ports[1])
    defer { client.disconnect() }
    let requests = (0..<50).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }
    client.send(requests.joined() + "GET /end HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    let (text, isOrderly) = client.readToEnd()
    #expect(isOrderly)
    let places = (0..<50).compactMap { text.range(of: "1 /\($0) 0")?.lowerBound }
    #expect(places.count == 50)
    #expect(places == places.sorted())
  }

  @Test func answersManyConnectionsAtOnce() async throws {
    let server = try SocketServer(ports: [0], handler: Self.echo)
    defer { server.stop() }
    let clients = try (0..<100).map { _ in try RawClient(port: server.ports[0]) }
    for (index, client) in clients.enumerated() { client.send("GET /\(index) HTTP/1.1\r\nHost: a\r\n\r\n") }
    for (index, client) in clients.enumerated() {
      #expect(client.read(until: "/\(index) 0").hasPrefix("HTTP/1.1 200 OK\r\n"))
      client.disconnect()
    }
  }

  @Test func sendsContinueBeforeTheBodyIsThere() throws {
    let server = try SocketServer(ports: [0], handler: Self.echo)
    defer { server.stop() }
    let client = try RawClient(port: server.ports[0])
    client.send("POST /up HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
    #expect(client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    client.send("abc")
    #expect(client.read(until: "0 /up 3").hasPrefix("HTTP/1.1 200"))
    client.disconnect()
  }

  @Test func refusesAndCloses() throws {
    let server = try SocketServer(ports: [0], handler: Self.echo)
    defer { server.stop() }
    let client = try RawClient(port: server.ports[0])
    client.send("this is not HTTP\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
    let (text, isOrderly) = client.readToEnd()
    #expect(text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    #expect(text.contains("application/problem+json"))
    #expect(text.components(separatedBy: "HTTP/1.1 ").count == 2)
    #expect(isOrderly)
    client.disconnect()
  }

  @Test func losesPatienceWithHalfARequest() throws {
    let server = try SocketServer(
      ports: [0],
      limits: ServerLimits(patience: .milliseconds(50)),
      handler: Self.echo
    )
    defer { server.stop() }
    let client = try RawClient(port: server.ports[0])
    client.send("GET / HTTP/1.1\r\nHo")
    #expect(client.readToEnd().text.hasPrefix("HTTP/1.1 408 "))
    client.disconnect()
  }

  @Test func losesPatienceWithAByteNowAndThen() throws {
    let server = try SocketServer(ports: [0], limits: ServerLimits(patience: .milliseconds(200)), handler: Self.echo)
    defer { server.stop() }
    let client = try RawClient(port: server.ports[0])
    defer { client.disconnect() }
    let (isAnswered, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // Each byte comes long before the patience is over, and all of them never would.
    let drip = Thread {
      for byte in "GET /\(String(repeating: "a", count: 2_000))".utf8 {
        client.send([byte])
        if isAnswered.wait(timeout: .now() + .milliseconds(20)) == .success { break }
      }
      hasEnded.signal()
    }
    drip.start()
    #expect(client.readToEnd().text.hasPrefix("HTTP/1.1 408 "))
    isAnswered.signal()
    // Once the descriptor is closed, another test's connection may have its number.
    hasEnded.wait()
  }

  @Test func idleConnectionsMakeRoom() throws {
    let server = try SocketServer(ports: [0], limits: ServerLimits(connections: 4), handler: Self.echo)
    defer { server.stop() }
    let idle = try (0..<40).map { _ in try RawClient(port: server.ports[0]) }
    let client = try RawClient(port: server.ports[0])
    client.send("GET /in HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(client.read(until: "0 /in 0").hasPrefix("HTTP/1.1 200 OK\r\n"))
    for client in idle + [client] { client.disconnect() }
  }

  @Test func holdsNoMoreThanItMay() throws {
    let server = try SocketServer(ports: [0], limits: ServerLimits(held: 1 << 20), handler: Self.echo)
    defer { server.stop() }
    let uploads = try (0..<8).map { _ in try RawClient(port: server.ports[0]) }
    for upload in uploads {
      upload.send("POST /up HTTP/1.1\r\nHost: a\r\nContent-Length: 400000\r\n\r\n")
      upload.send([UInt8](repeating: 0x61, count: 300_000))
    }
    // One of them is refused for all to fit, and whoever comes next is served.
    let client = try RawClient(port: server.ports[0])
    client.send("GET /in HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(client.read(until: "0 /in 0").hasPrefix("HTTP/1.1 200 OK\r\n"))
    for upload in uploads { upload.finishSending() }
    let answers = uploads.map { $0.readToEnd().text }
    #expect(answers.contains { $0.hasPrefix("HTTP/1.1 503 ") })
    for client in uploads + [client] { client.disconnect() }
  }

  /// Replies that are not read: every connection has one before the first is ended.
  @Test func unreadRepliesAreHeldWithinTheLimit() throws {
    let reply = [UInt8](repeating: 0x61, count: 8 << 20)
    let handler = ServerHandler { _, request in
      WireReply([.send(request.target == "/large" ? reply : Array("HTTP/1.1 200 OK\r\n\r\n".utf8))], closes: true)
    }
    let server = try SocketServer(ports: [0], limits: ServerLimits(held: 20 << 20), handler: handler)
    defer { server.stop() }
    let clients = try (0..<8).map { _ in try RawClient(port: server.ports[0]) }
    for client in clients { client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n") }
    let caller = try RawClient(port: server.ports[0])
    caller.send("GET /in HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(caller.readToEnd().text == "HTTP/1.1 200 OK\r\n\r\n")
    // Two fit: the others were ended before they were whole, and one that reads gets all of it.
    let whole = clients.count { $0.readToEnd().text.utf8.count == reply.count }
    #expect((1...2).contains(whole), "\(whole) whole replies")
    let reading = try RawClient(port: server.ports[0])
    reading.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(reading.readToEnd().text.utf8.count == reply.count)
    for client in clients + [caller, reading] { client.disconnect() }
  }

  /// What a client sends of a WebSocket message counts, and so does a whole one.
  @Test func unfinishedFramesAreHeldWithinTheLimit() throws {
    let handler = ServerHandler { _, request in
      guard request.target == "/talk" else {
        return WireReply([.send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8))], closes: true)
      }
      let head = Array("HTTP/1.1 101 Switching Protocols\r\n\r\n".utf8)
      return WireReply([.send(head), .awaitMessage, .send(Array("heard".utf8))], closes: true, isTwoWay: true)
    }
    let server = try SocketServer(ports: [0], limits: ServerLimits(held: 4 << 20), handler: handler)
    defer { server.stop() }
    let clients = try (0..<8).map { _ in try RawClient(port: server.ports[0]) }
    // A text of a million bytes, of which the last is missing.
    let frame: [UInt8] = [0x81, 0xFF, 0, 0, 0, 0, 0, 0x0F, 0x42, 0x40, 0, 0, 0, 0]
    for client in clients {
      client.send("GET /talk HTTP/1.1\r\nHost: a\r\n\r\n")
      client.send(frame + [UInt8](repeating: 0x61, count: 999_999))
    }
    let caller = try RawClient(port: server.ports[0])
    caller.send("GET /in HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(caller.readToEnd().text == "HTTP/1.1 200 OK\r\n\r\n")
    for client in clients { client.send([0x61]) }
    let heard = clients.count { $0.readToEnd().text.hasSuffix("heard") }
    // Four fit at once; of the others, some may still be on their way and are heard once those are gone.
    #expect((1..<8).contains(heard), "\(heard) of 8 were heard")
    for client in clients + [caller] { client.disconnect() }
  }

  @Test func playsPausesResetsAndEndlessReplies() throws {
    let handler = ServerHandler { _, request in
      switch request.target {
      case "/reset": WireReply([.send(Array("partial".utf8)), .wait(.milliseconds(20)), .reset])
      case "/endless": WireReply([], endless: [.send(Array("more ".utf8)), .wait(.milliseconds(1))])
      case "/hang": WireReply([.send(Array("hanging".utf8)), .hang])
      default: WireReply([.send([0x61]), .wait(.milliseconds(30)), .send([0x62])], closes: true)
      }
    }
    let server = try SocketServer(ports: [0], handler: handler)
    defer { server.stop() }
    let ask = { (target: String) throws -> RawClient in
      let client = try RawClient(port: server.ports[0])
      client.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
      return client
    }
    let paused = try ask("/pause")
    #expect(paused.read() == [0x61])
    #expect(paused.readToEnd() == ("b", true))
    let reset = try ask("/reset").readToEnd()
    #expect(reset == ("partial", false))
    let endless = try ask("/endless")
    #expect(endless.read(until: "more more more more ").hasPrefix("more more "))
    endless.disconnect()
    let hanging = try ask("/hang")
    #expect(hanging.read(until: "hanging") == "hanging")
    hanging.finishSending()
    #expect(hanging.readToEnd() == ("", true))
  }

  @Test func stopsWithConnectionsOpen() throws {
    let server = try SocketServer(ports: [0], handler: Self.echo)
    let client = try RawClient(port: server.ports[0])
    client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = client.read(until: "/a 0")
    server.stop()
    server.stop()
    #expect(client.readToEnd().text.isEmpty)
    #expect(throws: (any Error).self) { try RawClient(port: server.ports[0]) }
  }

  @Test func saysWhichPortIsTaken() throws {
    let server = try SocketServer(ports: [0], handler: Self.echo)
    defer { server.stop() }
    #expect(throws: ServerError.self) { try SocketServer(ports: [server.ports[0]], handler: Self.echo) }
  }
}
