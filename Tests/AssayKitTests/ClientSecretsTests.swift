import AssayFindings
import AssayHTTP
import AssayKit
import AssayReport
import AssaySecrets
import AssayTransport
import AssayVerifier
import Foundation
import Synchronization
import TestKit
import Testing

/// What a mock tells of the requests of an app shows none of the app's credentials.
struct ClientSecretsTests {
  /// What a mock told of one request: the answer, what was found as it happened, and the report.
  private func told(
    by name: String = "contract",
    server: Int = 0,
    _ method: String = "POST",
    target: String,
    headers: [HTTPHeader],
    body: String
  ) async throws -> (answer: String, found: [Finding], report: String) {
    let suite = try ConformanceSuite(contentsOf: Repository.path("fixtures/redaction/client/\(name).json"))
    let found = Mutex<[Finding]>([])
    let mock = try await suite.mock { finding in found.withLock { $0.append(finding) } }
    defer { mock.stop() }
    let url = try #require(mock.servers.dropFirst(server).first).url.description + target
    let request = HTTPRequest(method: method, url: url, headers: headers, body: Array(body.utf8))
    let collector = ResponseCollector()
    let end = await CurlTransport(options: CurlOptions()).send(request, limits: TransferLimits(), to: collector)
    #expect(end.reason == .complete, "\(end.detail)")
    let answer = String(decoding: try #require(collector.response).body, as: UTF8.self)
    return (answer, found.withLock { $0 }, ReportFormat.json.render([mock.result]))
  }

  private func expectNone(of secrets: [String], in told: (answer: String, found: [Finding], report: String)) {
    for secret in secrets {
      #expect(!told.answer.contains(secret), "\(told.answer)")
      #expect(!told.report.contains(secret), "\(told.report)")
      for finding in told.found {
        let shown = [finding.message, finding.expected, finding.actual, finding.excerpt, finding.location]
        #expect(!shown.contains { $0.contains(secret) }, "\(shown)")
      }
    }
  }

  private static let json = HTTPHeader("Content-Type", "application/json")

  @Test func noCredentialIsTold() async throws {
    let told = try await told(
      target: "/open/TOKEN-5566778899?door=DOOR-1122334455",
      headers: [
        Self.json, HTTPHeader("Authorization", "Bearer RealSecret123456"),
        HTTPHeader("Cookie", "session=SESSION-998877"), HTTPHeader("X-Api-Key", "key-998877665544"),
        HTTPHeader("X-Trace", "trace-12345"),
      ],
      body: #"{ "password": "hunter22222", "credentials": { "pin": 90817263 }, "note": "in the open" }"#
    )
    #expect(told.found.count == 9)
    expectNone(
      of: [
        "TOKEN-5566", "DOOR-1122", "RealSecret", "SESSION-99", "key-9988", "hunter2", "90817263",
      ],
      in: told
    )
    // What is no secret is told as it came.
    #expect(told.found.contains { $0.actual.contains("trace-12345") })
    #expect(told.found.contains { $0.actual.contains("in the open") })
    #expect(told.found.contains { $0.actual.contains("${password}") })
    #expect(told.answer.contains("Bearer ${Authorization}"))
  }

  @Test func shortCredentialsAreNotTold() async throws {
    let told = try await told(
      target: "/open/TOK?door=DOO",
      headers: [
        Self.json, HTTPHeader("Authorization", "Bearer REALS"), HTTPHeader("Cookie", "session=SESS"),
        HTTPHeader("X-Api-Key", "aKey"), HTTPHeader("X-Trace", "trace"),
      ],
      body: #"{ "password": "hunter", "credentials": { "pin": 4711 }, "note": "open it" }"#
    )
    #expect(told.found.count == 9)
    expectNone(of: ["4711", "\"TOK\"", "\"DOO\"", "REALS", "SESS\"", "aKey", "hunter"], in: told)
    #expect(told.found.contains { $0.actual.contains("trace") })
  }

  @Test func noCredentialIsToldOfAnUnknownPath() async throws {
    let told = try await told(target: "/close?door=DOOR-1122334455&page=2", headers: [Self.json], body: "{}")
    #expect(told.found.map(\.rule) == [.requestPath])
    expectNone(of: ["DOOR-1122"], in: told)
    #expect(told.answer.contains("page=2"))
  }

  /// A list of tokens, and a file in Base64, where a mistake elsewhere has the mock tell of the body.
  @Test(.timeLimit(.minutes(1)), arguments: ["numbers", "texts", "long"])
  func noCredentialOfALargeBodyIsTold(_ kind: String) async throws {
    let token =
      switch kind {
      case "numbers": "[" + (100_000..<160_000).map { "\($0)" }.joined(separator: ",") + "]"
      case "texts": "[" + (100_000..<160_000).map { "\"tok-\($0)\"" }.joined(separator: ",") + "]"
      default: "\"" + (100_000..<140_000).map { "tok-\($0)" }.joined() + "\""
      }
    let told = try await told(
      target: "/open/abc?door=abc",
      headers: [Self.json, HTTPHeader("Authorization", "Bearer abc"), HTTPHeader("Cookie", "session=abc")],
      body: #"{ "token": \#(token), "password": \#(token), "note": "open it" }"#
    )
    #expect(told.found.count >= 2)
    #expect(told.found.contains { $0.actual.contains("open it") })
    expectNone(of: ["tok-", "100000", "100001"], in: told)
  }

  /// Where so much is secret that only what is told is looked for, it is known in each spelling it is told in.
  @Test(arguments: [0, 6_000])
  func noSpellingOfACredentialIsTold(_ size: Int) async throws {
    let password = "S3cretPassw0rd!x9"
    let lines = (0..<80).map { Base64.encode(Array("line \($0) of \(size) private bytes, and some more".utf8)) }
    let key = "-----BEGIN PRIVATE KEY-----\n\(lines.joined(separator: "\n"))\n-----END PRIVATE KEY-----\n"
    let others = (0..<size / 25).map { "\"Z\(10_000 + $0)y\(String(repeating: "q", count: 18))\"" }
    let basic = Base64.encode(Array("me:\(password)".utf8))
    for shown in [
      password, Base64.encode(Array(password.utf8)), basic, String(repeating: "x ", count: 54) + basic, lines[9],
    ] {
      let told = try await told(
        target: "/open/abc?door=abc",
        headers: [Self.json, HTTPHeader("Authorization", "Bearer abc"), HTTPHeader("Cookie", "session=abc")],
        body: """
          { "password": "\(password)", "secrets": [\(others.joined(separator: ","))],
            "private_key": "\(size == 0 ? "abcdefgh" : key.replacing("\n", with: "\\n"))",
            "note": "\(size == 0 && shown == lines[9] ? "in the open" : shown)" }
          """
      )
      #expect(told.found.count >= 2)
      expectNone(of: [password, "UzNjc", lines[9]], in: told)
    }
    // What is like a secret, and none, is told.
    let told = try await told(
      target: "/open/abc?door=abc",
      headers: [Self.json, HTTPHeader("Authorization", "Bearer abc"), HTTPHeader("Cookie", "session=abc")],
      body: "{ \"secrets\": [\(others.joined(separator: ","))], \"note\": \"c29tZXRoaW5nIGVsc2U=\" }"
    )
    #expect(told.found.contains { $0.actual.contains("c29tZXRoaW5nIGVsc2U=") })
  }

  /// A body that is no JSON is told of with the line in which it stops being that.
  @Test(arguments: [
    (#"{"password": "hunter2-Secret9", "x": "#, ["hunter2", "Secret9"]),
    (#"{"tokens": 12, "refresh_token": "rt-Secret-0099",}"#, ["rt-Secret", "0099"]),
    (#"{"credentials": {"user": "ann-4711", "keys": ["one-4711", "two-4711"]}, }"#, ["ann-4711", "one-47", "two-47"]),
    (#"{"password": "hunter2-Secret9, "x": 1}"#, ["hunter2", "Secret9"]),
    ("user=ann&password=hunter2%2DSecret9&note=open", ["hunter2", "Secret9"]),
    (#"{"log": "{\"api_key\": \"ak-Secret-12\"}", }"#, ["ak-Secret"]),
    (#"{'password': 'hunter2-Secret9'}"#, ["hunter2", "Secret9"]),
  ])
  func noCredentialOfATornBodyIsTold(_ body: String, _ secrets: [String]) async throws {
    let told = try await told(
      by: "servers",
      server: 1,
      target: "/reset/abc",
      headers: [Self.json],
      body: body
    )
    #expect(told.found.map(\.rule) == [.requestJSON], "\(told.found)")
    expectNone(of: secrets, in: told)
  }

  @Test func whatIsNoSecretOfATornBodyIsTold() async throws {
    let body = #"{"tokens": 12345678, "token_type": "bearer", "note": "in-the-open-1", }"#
    let told = try await told(by: "servers", server: 1, target: "/reset/abc", headers: [Self.json], body: body)
    #expect(
      told.found.contains { $0.excerpt.contains("in-the-open-1") && $0.excerpt.contains("12345678") },
      "\(told.found)"
    )
  }

  private static let link = "eyJhbGciOiJIUzI1NiJ9." + String(repeating: "A1b2C3d4", count: 40)

  /// The path is that of a link with a token, by another method, at another server, or in front of a body that cannot be read.
  @Test(arguments: ["sk_live_TOKENTOKEN123", link], [0, 1])
  func noTokenOfAPathIsTold(_ token: String, _ server: Int) async throws {
    let asked: [(String, String, [HTTPHeader])] = [
      ("GET", "/reset/\(token)", []), ("POST", "/reset/\(token)", [HTTPHeader("Content-Encoding", "gzip")]),
      ("GET", "/zz?access_token=\(token)", []),
      ("GET", "/zz/\(token)", [HTTPHeader("Authorization", "Bearer \(token)")]),
      ("GET", "/reset/\(token)/", []),
    ]
    for (method, target, headers) in asked {
      let told = try await told(
        by: "servers",
        server: server,
        method,
        target: target,
        headers: headers,
        body: method == "GET" ? "" : "abcd"
      )
      #expect(told.found.count == 1, "\(method) \(target)")
      expectNone(of: ["TOKENTOKEN", "eyJhb", "A1b2C3d4"], in: told)
      #expect(told.found.allSatisfy { $0.location.contains("${") }, "\(told.found)")
    }
  }

  /// What is long and no secret is cut where it is told, and says so.
  @Test func aLongPathIsToldUpToTwoHundredCharacters() async throws {
    let path = "/items/" + String(repeating: "abc-", count: 100)
    let told = try await told(by: "servers", "GET", target: path, headers: [], body: "")
    #expect(told.found.map(\.actual) == [String(path.prefix(199)) + "…"])
  }

  @Test func whatIsNoTokenOfAPathIsTold() async throws {
    let told = try await told(by: "servers", "POST", target: "/rooms/number-4711", headers: [], body: "")
    #expect(told.found.map(\.actual) == ["/rooms/number-4711"])
  }
}
