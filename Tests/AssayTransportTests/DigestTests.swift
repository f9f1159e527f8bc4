import AssayHTTP
import AssayTransport
import Foundation
import Synchronization
import Testing

/// A challenge of HTTP Digest is answered; the response is the one that follows it.
@Suite(.timeLimit(.minutes(1))) struct DigestTests {
  private static let challenge =
    "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Digest realm=\"cameras\", qop=\"auth\", algorithm=SHA-256, "
    + "nonce=\"n1\", opaque=\"o1\"\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nwhat?"

  /// Sends requests one after the other; returns what the server read, the ends, and what was received.
  private static func send(
    _ requests: [HTTPRequest],
    _ answer: @escaping @Sendable (String) -> String
  ) async throws -> (read: [String], ends: [TransferEnd], received: [Recorder]) {
    let read = Mutex<[String]>([])
    let server = try ScriptedServer { connection in
      while let request = connection.readRequest() {
        read.withLock { $0.append(request) }
        connection.send(answer(request))
      }
    }
    defer { server.stop() }
    let transport = CurlTransport(options: CurlOptions())
    var (ends, received): ([TransferEnd], [Recorder]) = ([], [])
    for request in requests {
      var request = request
      request.url = server.url + request.url
      let recorder = Recorder()
      ends.append(await transport.send(request, limits: TransferLimits(), to: recorder))
      received.append(recorder)
    }
    return (read.withLock { $0 }, ends, received)
  }

  private static func request(_ method: String, _ path: String, body: String = "", user: String? = "operator")
    -> HTTPRequest
  {
    var request = HTTPRequest(method: method, url: path, body: Array(body.utf8))
    request.digest = user.map { DigestCredentials(user: $0, password: "pass word") }
    return request
  }

  private static func isAuthorised(_ request: String) -> Bool { request.contains("\r\nAuthorization: Digest ") }

  @Test(arguments: ["GET", "POST", "PUT", "DELETE"]) func aChallengeIsAnswered(_ method: String) async throws {
    let body = method == "POST" || method == "PUT" ? "{}" : ""
    let (read, ends, received) = try await Self.send([Self.request(method, "a", body: body)]) { request in
      Self.isAuthorised(request) ? "HTTP/1.1 200 OK\r\nX-Seen: yes\r\nContent-Length: 2\r\n\r\nok" : Self.challenge
    }
    #expect(read.count == 2)
    #expect(!Self.isAuthorised(read[0]))
    for part in ["username=\"operator\"", "realm=\"cameras\"", "nc=00000001", "algorithm=SHA-256"] {
      #expect(read[1].contains(part), "\(read[1])")
    }
    #expect(read[1].hasSuffix("\r\n\r\n\(body)"))
    #expect(received[0].heads.map(\.status) == [200])
    #expect(received[0].body == "ok")
    #expect(ends[0].reason == .complete)
    #expect(ends[0].wasChallenged)
    #expect(!ends[0].wasSentTwice)
  }

  /// Wrong credentials, a challenge that is none of Digest, and a server that asks for nothing.
  @Test(arguments: [
    (challenge, 2, 401, "what?", true),
    ("HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 2\r\n\r\nno", 1, 401, "no", false),
    ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", 1, 200, "ok", false),
    (
      "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"x\", algorithm=ROT13, nonce=\"1\"\r\nContent-Length: 2\r\n\r\nno",
      1, 401, "no", false
    ),
  ])
  func theLastResponseCounts(_ answer: String, _ calls: Int, _ status: Int, _ body: String, _ wasChallenged: Bool)
    async throws
  {
    let (read, ends, received) = try await Self.send([Self.request("GET", "a")]) { _ in answer }
    #expect(read.count == calls)
    #expect(received[0].heads.map(\.status) == [status])
    #expect(received[0].body == body)
    #expect(ends[0].reason == .complete)
    #expect(ends[0].wasChallenged == wasChallenged)
    #expect(!ends[0].wasSentTwice)
  }

  /// Nothing of one call is left in the next: neither the challenge nor the user.
  @Test func aHandleForgetsTheChallenge() async throws {
    let refused = Self.request("GET", "refused", user: nil)
    let requests = [refused] + ["a", "b", nil, "a"].map { Self.request("GET", $0 ?? "none", user: $0) }
    let (read, ends, _) = try await Self.send(requests) { request in
      Self.isAuthorised(request) || request.contains("/none") ? "HTTP/1.1 204 No\r\n\r\n" : Self.challenge
    }
    #expect(read.map(Self.isAuthorised) == [false, false, true, false, true, false, false, true])
    #expect(read[4].contains("username=\"b\""))
    #expect(ends.map(\.wasChallenged) == [false, true, true, false, true])
  }
}
