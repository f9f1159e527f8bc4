import AssayJSON
import AssaySchema
import Testing

@Suite("Compiled schemas")
struct CompiledSchemaTests {
  @Test(arguments: [
    ("false", true), (#"{"type":"string","enum":[1,2]}"#, true),
    (#"{"allOf":[{"type":"string"},{"type":"integer"}]}"#, true),
    (#"{"type":"integer","minimum":5,"maximum":4}"#, true),
    (#"{"type":"number","exclusiveMinimum":1,"maximum":1.0}"#, true),
    (#"{"type":"string","minLength":3,"maxLength":2}"#, true), (#"{"type":"array","minItems":2,"maxItems":1}"#, true),
    (#"{"not":{}}"#, true), (#"{"anyOf":[false,{"const":1,"type":"string"}]}"#, true),
    (#"{"oneOf":[true,true]}"#, true),
    ("true", false), ("{}", false), (#"{"minimum":5,"maximum":4}"#, false),
    (#"{"type":"integer","minimum":4,"maximum":4}"#, false),
    (#"{"type":"string","minLength":2,"maxLength":2}"#, false), (#"{"enum":["a",1],"type":"string"}"#, false),
  ])
  func unsatisfiable(schema: String, expected: Bool) throws {
    let compiled = try SchemaSet(document: JSONDocument(parsing: schema)).schema(at: JSONPointer())
    let values = try JSONDocument(parsing: #"[null, false, true, 4, 1.5, "a", "ab", [], [1, 2], {}]"#).root.items
    #expect(values.allSatisfy { !compiled.isValid($0) } == expected)
  }

  /// Schemas inside a document that is none itself: references start at its root, its `$schema` is for editors.
  @Test func schemasOfAContract() throws {
    let document = try JSONDocument(
      parsing:
        ##"{"$schema":"contract.schema.json","operations":{"a":{"body":{"$ref":"#/$defs/A"}}},"$defs":{"A":{"type":"null"}}}"##
    )
    let set = SchemaSet(document: document)
    let pointer = try #require(JSONPointer("/operations/a/body"))
    let schema = try set.schema(at: pointer)
    #expect(schema.isValid(.null))
    let violation = try #require(schema.violations(of: .bool(true)).first)
    #expect(violation.keywordLocation.description == "/$defs/A/type")
    #expect(throws: SchemaError.self) { try set.schema(at: #require(JSONPointer("/operations/b/body"))) }
    #expect(try set.schema(at: pointer).isValid(.null))
  }

  /// A document's own `$schema` may be none that is known, as long as nobody takes the document for a schema.
  @Test func unknownMetaSchemaAtTheRoot() throws {
    let document = try JSONDocument(
      parsing: #"{"$schema":"https://example.com/contract","$defs":{"A":{"type":"null"}}}"#
    )
    let set = SchemaSet(document: document)
    #expect(try set.schema(at: #require(JSONPointer("/$defs/A"))).isValid(.null))
    #expect(throws: SchemaError.self) { try set.schema(at: JSONPointer()) }
  }

  @Test func violationsKeepTheirLimit() throws {
    let schema = try SchemaSet(document: JSONDocument(parsing: #"{"items":{"type":"string"}}"#)).schema(
      at: JSONPointer()
    )
    let value = try JSONDocument(parsing: "[1,2,3,4,5,6,7,8,9]").root
    #expect(schema.violations(of: value, limit: 4).map(\.instanceLocation.description) == ["/0", "/1", "/2", "/3"])
  }
}
