import AssayContract
import AssayFindings
import AssayJSON
import AssayJudging
import Testing

/// What is one fault, and what is several, in one answer.
struct SameFaultTests {
  @Test func eachMissingMemberIsOneFaultWhateverAsksForIt() throws {
    let schema = #"{ "dependentRequired": { "name": ["first", "last"] }, "required": ["id", "age"] }"#
    let findings = try findings(of: #"{ "name": 1 }"#, under: schema)
    #expect(Set(findings.map(\.location)) == ["/first", "/last", "/id", "/age"])
    #expect(findings.allSatisfy { $0.occurrences == 1 })
  }

  @Test func aMemberNamedByDigitsIsNoPosition() throws {
    let schema = #"{ "additionalProperties": { "type": "integer" } }"#
    let findings = try findings(of: #"{ "2024": "a", "2025": "b" }"#, under: schema)
    #expect(findings.map(\.location) == ["/2024", "/2025"])
  }

  @Test func itemsOfOneArrayAreOneFault() throws {
    let schema = #"{ "additionalProperties": { "items": { "type": "integer" } } }"#
    let findings = try findings(of: #"{ "2024": ["a", "b"], "x": [1, "c"] }"#, under: schema)
    #expect(findings.map(\.location) == ["/2024/0", "/x/1"])
    #expect(findings.map(\.occurrences) == [2, 1])
  }

  @Test func theSamePlaceInEachRunHasNoPositions() {
    let place = Place(.event(4), .value([.member("2024"), .item(3), .member("a/b")]))
    #expect(place.description == "event 4 /2024/3/a~1b")
    #expect(place.general.description == "/2024/*/a~1b")
  }

  private func findings(of body: String, under schema: String) throws -> [Finding] {
    let text = """
      { "contract": "1", "service": "s", "title": "S", "servers": { "api": { "url": "http://127.0.0.1:1" } },
        "operations": { "get": { "request": { "method": "GET", "path": "/" },
          "responses": { "200": { "body": \(schema) } } } },
        "scenarios": { "s": { "steps": [ { "operation": "get" } ] } } }
      """
    let contract = try ContractLoader.load(bytes: Array(text.utf8), file: "contract.json")
    let promise = try #require(contract.operation(named: "get")?.responses.first?.body)
    return dataFindings(of: try JSONDocument(parsing: body).root, schema: promise, contract: contract)
  }
}
