import AssayContract
import AssayFindings
import AssayJSON
import Testing

@testable import AssayJudging

/// Lists out of order become bars that show where.
struct SortedIllustratorTests {
  private static let contract = """
    { "contract": "1", "service": "s", "title": "S", "servers": { "api": { "url": "http://127.0.0.1:1" } },
      "operations": { "search": { "request": { "method": "GET", "path": "/" }, "responses": { "200": { "body": {
        "type": "object", "properties": { "results": { "type": "array",
          "sorted": ORDER } } } } } } },
      "scenarios": { "s": { "steps": [ { "operation": "search" } ] } } }
    """

  @Test func marksTheItemOutOfOrder() throws {
    let bars = try #require(
      try drawn(#"{"results":[{"id":"a","similarity":0.9},{"id":"b","similarity":0.5},{"similarity":0.7}]}"#).first
    )
    #expect(bars.golden == "bars /similarity\n  0 a: 0.9\n  1 b: 0.5\n  2: 0.7  ✗ higher than the one before it\n")
  }

  @Test func drawsNothingWhereAllIsInOrder() throws {
    #expect(try drawn(#"{"results":[{"similarity":0.9},{"similarity":0.9},{"similarity":0.1}]}"#).isEmpty)
  }

  @Test func isBoundedAroundTheBreak() throws {
    let items = (0..<100_000).map { #"{"similarity":\#($0 == 70_000 ? 1 : 0.5)}"# }.joined(separator: ",")
    guard case .bars(let bars) = try #require(try drawn(#"{"results":[\#(items)]}"#).first) else { return }
    #expect(bars.bars.count == 40)
    #expect(bars.bars.contains { !$0.mark.isEmpty })
  }

  @Test func marksTheItemOutOfOrderByTheSecondKey() throws {
    let order = #"[{ "by": "/score", "order": "descending" }, { "by": "/rank", "order": "ascending" }]"#
    let body = #"{"results":[{"score":3,"rank":9},{"score":2,"rank":5},{"score":2,"rank":4}]}"#
    let bars = try #require(try drawn(body, order).first)
    #expect(bars.golden == "bars /rank\n  0: 9.0\n  1: 5.0\n  2: 4.0  ✗ lower than the one before it\n")
  }

  private func drawn(
    _ body: String,
    _ order: String = #"{ "by": "/similarity", "order": "descending" }"#
  ) throws -> [Illustration] {
    let text = Self.contract.replacing("ORDER", with: order)
    let contract = try ContractLoader.load(bytes: Array(text.utf8), file: "contract.json")
    let json = try JSONDocument(parsing: body).root
    let schema = try #require(contract.operation(named: "search")?.responses.first?.body)
    let findings = dataFindings(of: json, schema: schema, contract: contract)
    return SortedIllustrator.bars(of: json, findings)
  }
}
