import AssayHTTP
import AssayKit
import AssayTransport
import AssayVerifier
import Foundation
import TestKit
import Testing

/// What a mock says to bodies that come coded, right and wrong; verification of such is in `fixtures/cli/upload-compressed`.
struct CodedRequestTests {
  /// Sends a body that is coded already, or not at all, whatever its field says.
  private static func send(_ coding: String, _ body: [UInt8]) async throws -> HTTPResponse {
    let suite = try ConformanceSuite(contentsOf: Repository.path("fixtures/cli/upload-compressed/contract.json"))
    let mock = try await suite.mock()
    defer { mock.stop() }
    let url = try #require(mock.servers.first).url.description + "/readings"
    let fields = [HTTPHeader("Content-Type", "application/json"), HTTPHeader("Content-Encoding", coding)]
    let collector = ResponseCollector()
    let end = await CurlTransport(options: CurlOptions())
      .send(HTTPRequest(method: "POST", url: url, headers: fields, body: body), limits: TransferLimits(), to: collector)
    #expect(end.reason == .complete, "\(end.detail)")
    return try #require(collector.response)
  }

  @Test func aBombIsTooLarge() async throws {
    // 128 MiB of zeros, 64 of them a member (RFC 1952 section 2.2).
    let member = try Fixtures.bytes("http-bombs/gzip-64-MiB-of-zeros.gz")
    let answer = try await Self.send("gzip", member + member)
    #expect(answer.head.status == 413)
    #expect(String(decoding: answer.body, as: UTF8.self).contains("is larger than"))
  }

  @Test(arguments: ["br", "gzip, br", "zstd"])
  func anUnknownCodingIsUnsupported(_ coding: String) async throws {
    let answer = try await Self.send(coding, Array("{}".utf8))
    #expect(answer.head.status == 415)
    #expect(answer.head.headers["Accept-Encoding"] == "gzip, deflate")
  }

  @Test(arguments: ["gzip", "deflate", "gzip, gzip, gzip"])
  func whatIsNotWhatItSaysIsABadRequest(_ coding: String) async throws {
    let answer = try await Self.send(coding, Array("{\"meter\": \"A\"}".utf8))
    #expect(answer.head.status == 400)
  }

  @Test(arguments: ["identity", "", "IDENTITY"])
  func noCodingIsNone(_ coding: String) async throws {
    let answer = try await Self.send(coding, Array("{\"meter\": \"A\", \"values\": []}".utf8))
    #expect(answer.head.status == 200)
  }
}
