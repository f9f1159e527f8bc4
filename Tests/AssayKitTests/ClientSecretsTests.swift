import AssayFindings
import AssayHTTP
import AssayKit
import AssayReport
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
    target: String,
    headers: [HTTPHeader],
    body: String
  ) async throws -> (answer: String, found: [Finding], report: String) {
    let suite = try ConformanceSuite(contentsOf: Repository.path("fixtures/redaction/client/contract.json"))
    let found = Mutex<[Finding]>([])
    let mock = try await suite.mock { finding in found.withLock { $0.append(finding) } }
    defer { mock.stop() }
    let url = try #require(mock.servers.first).url.description + target
    let request = HTTPRequest(method: "POST", url: url, headers: headers, body: Array(body.utf8))
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
}
