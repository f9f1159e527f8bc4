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
          "sorted": { "by": "/similarity", "order": "descending" } } } } } } } },
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

  private func drawn(_ body: String) throws -> [Illustration] {
    let contract = try ContractLoader.load(bytes: Array(Self.contract.utf8), file: "contract.json")
    let json = try JSONDocument(parsing: body).root
    let schema = try #require(contract.operation(named: "search")?.responses.first?.body)
    let findings = dataFindings(of: json, schema: schema, contract: contract)
    return SortedIllustrator.bars(of: json, findings, contract: contract)
  }
}
