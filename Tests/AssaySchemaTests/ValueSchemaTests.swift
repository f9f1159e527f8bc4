import AssayJSON
import AssaySchema
import Testing

struct ValueSchemaTests {
  private func view(_ text: String) throws -> SchemaView {
    let set = SchemaSet(document: try JSONDocument(parsing: Array(text.utf8)), dialect: .draft2020_12)
    return try #require(set.view(at: JSONPointer()))
  }

  private static let schema = """
    { "allOf": [ { "type": ["object", "null"], "minProperties": 1 }, { "type": "object", "minProperties": 2 } ],
      "required": ["id"], "properties": { "id": { "type": "string" }, "list": { "items": { "type": "integer" } } },
      "anyOf": [ { "properties": { "kind": { "const": "a" } } }, { "properties": { "id": { "minLength": 1 } } } ] }
    """

  @Test func alwaysLeavesBranchesOut() throws {
    let value = ValueSchema(try view(Self.schema), reach: .always)
    #expect(value.members.map(\.name) == ["id", "list"])
    #expect(value.sharedTypes == .object)
    #expect(value.required == ["id"])
    #expect(value.greatest("minProperties")?.int == 2)
    #expect(value.least("minProperties")?.int == 1)
  }

  @Test func branchesDescribeMembersAlso() throws {
    let value = ValueSchema(try view(Self.schema))
    #expect(Set(value.members.map(\.name)) == ["id", "list", "kind"])
    #expect(value.members.first { $0.name == "id" }?.schemas.count == 2)
    let first = ValueSchema(try view(Self.schema), reach: .sample(condition: nil))
    #expect(first.members.first { $0.name == "id" }?.schemas.count == 1)
  }

  /// What a list, a branch or a type keyword allows, one as well as the other.
  @Test(
    arguments: [
      (#"{ "enum": [1, "a"] }"#, [.integer, .string]),
      (#"{ "anyOf": [{ "type": "null" }, { "const": 1.5 }] }"#, [.null, .fraction]),
      (#"{ "type": "number", "enum": [1, "a"] }"#, .integer), ("{}", .all),
    ] as [(String, JSONTypes)]
  )
  func readsTypes(_ schema: String, _ types: JSONTypes) throws {
    #expect(ValueSchema(try view(schema)).types == types)
  }

  @Test func followsPointers() throws {
    let value = ValueSchema(try view(Self.schema))
    guard case .described(let item) = value.field(at: try #require(JSONPointer("/list/0"))) else {
      Issue.record("an item is not described")
      return
    }
    #expect(item.types == .integer)
    guard case .undocumented(let known) = value.field("name") else {
      Issue.record("a member that is not described is")
      return
    }
    #expect(Set(known) == ["id", "list", "kind"])
    guard case .anything = item.field("x") else {
      Issue.record("members of a number are described")
      return
    }
  }

  @Test func furtherMembersExcludeNone() throws {
    #expect(ValueSchema(try view(#"{ "properties": { "a": {} } }"#)).excludes("b"))
    #expect(!ValueSchema(try view(#"{ "properties": { "a": {} } }"#)).excludes("a"))
    #expect(!ValueSchema(try view(#"{ "properties": { "a": {} }, "additionalProperties": true }"#)).excludes("b"))
    #expect(!ValueSchema(try view("{}")).excludes("b"))
  }

  /// Text is compared by code point: `é` is not `e` with a combining accent.
  @Test func namesAreCodePoints() throws {
    let value = ValueSchema(try view("{ \"properties\": { \"caf\u{E9}\": {}, \"cafe\u{301}\": {} } }"))
    #expect(value.members.count == 2)
  }
}
