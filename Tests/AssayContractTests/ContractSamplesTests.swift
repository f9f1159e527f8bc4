import AssayContract
import AssayJSON
import AssaySchema
import TestKit
import Testing

/// What the mock answers where no example is given: a value for each schema of `fixtures/samples/schemas.json`.
struct SchemaSampleTests {
  private struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var schema: JSONValue
    /// What is made; `null` where nothing can be.
    var sample: JSONValue

    var testDescription: String { name }
  }

  private static let rows: [Row] = {
    let table = try? JSONDocument(parsing: Repository.bytes("fixtures/samples/schemas.json")).root
    return table.map(\.members)?.map {
      Row(name: $0.key, schema: $0.value["schema"] ?? .null, sample: $0.value["sample"] ?? .null)
    } ?? []
  }()

  @Test func hasRows() { #expect(Self.rows.count > 20) }

  /// `Wide0` to `Wide40`, 2^40 values in all where each is made.
  private var wide: String {
    (0...40).map { number in
      let next = "{ \"$ref\": \"#/$defs/Wide\(number + 1)\" }"
      let members = number == 40 ? "{}" : "{ \"a\": \(next), \"b\": \(next) }"
      return "\"Wide\(number)\": { \"type\": \"object\", \"required\": [\"a\", \"b\"], \"properties\": \(members) }"
    }.joined(separator: ",\n")
  }

  @Test(arguments: rows) private func isMade(_ row: Row) throws {
    let text = """
      { "contract": "1", "service": "s", "title": "S", "servers": { "api": { "url": "http://127.0.0.1:1" } },
        "operations": { "get": { "request": { "method": "GET", "path": "/" },
          "responses": { "200": { "body": \(row.schema.text) } } } },
        "scenarios": { "s": { "steps": [{ "operation": "get" }] } }, "$defs": { "Tree": { "type": "object", "required": ["name"],
          "properties": { "name": { "type": "string" }, "next": { "$ref": "#/$defs/Tree" } } },
          "Endless": { "type": "object", "required": ["on"], "properties": { "on": { "$ref": "#/$defs/Endless" } } },
          \(wide) } }
      """
    let contract = try ContractLoader.load(bytes: Array(text.utf8), file: "contract.json")
    let body = try #require(contract.operations[0].responses[0].body)
    let made = contract.sample(of: body)
    #expect((made ?? .null).canonicalText == row.sample.canonicalText)
    #expect(made.map { body.schema.isValid($0) } ?? true)
  }
}
