import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayObservation
import Foundation
import TestKit
import Testing

/// A broken answer of five megabytes is told in as few words as a small one, and in bounded time.
struct LargeAnswerTests {
  private static func findings(items: [String]) throws -> [Finding] {
    let folder = Repository.fixtures.appending(path: "judging")
    let contract = try ContractLoader.load(
      bytes: try Repository.bytes(folder.appending(path: "contract.json")),
      file: "contract.json"
    )
    let operation = try #require(contract.operation(named: "search"))
    let body = #"{ "query": "red", "total": \#(items.count), "results": [\#(items.joined(separator: ","))] }"#
    var request = HTTPRequest(method: "POST", url: "http://127.0.0.1:1/search")
    request.body = Array(#"{ "query": "red", "top_k": 1000000 }"#.utf8)
    let headers = [HTTPHeader("Content-Type", "application/json"), HTTPHeader("X-Request-Id", "abc")]
    let exchange = Exchange(
      request: request,
      response: HTTPResponse(head: HTTPResponseHead(status: 200, headers: headers), body: Array(body.utf8)),
      end: TransferEnd(.complete)
    )
    return ExchangeJudge(contract: contract, operation: operation).findings(for: exchange, in: Scope())
  }

  @Test(.timeLimit(.minutes(1)))
  func isToldBriefly() throws {
    let filler = String(repeating: "x", count: 450)
    let items = (1...10_000).map { #"{"id":"\#($0)","rank":\#($0),"similarity":"0.5","caption":"\#(filler)"}"# }
    let findings = try Self.findings(items: items)
    #expect(findings.map(\.rule) == ["schema.type"])
    #expect(findings.allSatisfy { $0.excerpt.utf8.count < 2_000 && $0.message.utf8.count < 500 })
    #expect(findings.first.map { $0.occurrences > 1 } == true)
  }

  @Test(.timeLimit(.minutes(1)))
  func theLastItemIsFound() throws {
    var items = (1...5_000).map { #"{"id":"\#($0)","rank":\#($0),"similarity":0.5}"# }
    items[4_999] = #"{"id":"5000","rank":7,"similarity":0.5}"#
    let findings = try Self.findings(items: items)
    #expect(findings.map(\.location) == ["/results/4999/rank"])
    #expect(findings.allSatisfy { $0.excerpt.utf8.count < 2_000 })
  }
}
