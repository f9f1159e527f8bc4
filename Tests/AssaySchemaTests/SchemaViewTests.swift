import AssayJSON
import AssaySchema
import Testing

@Suite("Schemas as written")
struct SchemaViewTests {
  private func view(_ text: String, at pointer: String = "", dialect: SchemaDialect = .draft2020_12) throws
    -> SchemaView
  {
    let set = SchemaSet(document: try JSONDocument(parsing: text), dialect: dialect)
    let place = try #require(JSONPointer(pointer))
    return try #require(set.view(at: place))
  }

  @Test func `keywords come as written, each with what it does`() throws {
    let view = try view(
      ##"{"title": "a", "type": "object", "$defs": {}, "$ref": "#/$defs/x", "anyOf": [], "x-own": 1, "level": "should"}"##
    )
    #expect(view.keywords.map(\.name) == ["title", "type", "$defs", "$ref", "anyOf", "x-own", "level"])
    #expect(
      view.keywords.map(\.kind) == [nil, .assertion, .definitions, .reference, .applicator, nil, .annotation]
    )
    #expect(view.keyword("type")?.pointer.description == "/type")
    #expect(view["type"]?.string == "object")
    #expect(view.ownLevel == "should")
  }

  @Test func `every schema inside has its role and its place`() throws {
    let view = try view(
      #"""
      {"properties": {"a": {}, "$ref": true}, "patternProperties": {"^x": {}}, "additionalProperties": false,
       "prefixItems": [{}, {}], "items": {}, "contains": {}, "not": {}, "if": {}, "then": {}, "else": {},
       "allOf": [{}], "anyOf": [{}], "oneOf": [{}], "dependentSchemas": {"m": {}}, "$defs": {"d": {}},
       "propertyNames": {}, "unevaluatedItems": {}, "unevaluatedProperties": {}, "contentSchema": {}}
      """#
    )
    let found = view.children.map { "\($0.schema.pointer) \($0.role)" }
    #expect(
      found == [
        "/properties/a member(\"a\")", "/properties/$ref member(\"$ref\")",
        "/patternProperties/^x membersMatching(\"^x\")",
        "/additionalProperties furtherMembers", "/prefixItems/0 item(0)", "/prefixItems/1 item(1)",
        "/items items(from: 2)",
        "/contains containedItem", "/not negation", "/if condition", "/then consequence", "/else otherwise",
        "/allOf/0 conjunct", "/anyOf/0 alternative", "/oneOf/0 alternative", "/dependentSchemas/m dependent(on: \"m\")",
        "/$defs/d definition(\"d\")", "/propertyNames memberNames", "/unevaluatedItems unevaluatedItems",
        "/unevaluatedProperties unevaluatedMembers", "/contentSchema content",
      ]
    )
    #expect(view.written.count == found.count + 1)
  }

  @Test func `a draft decides what holds schemas`() throws {
    let text = #"{"items": [{"type": "string"}], "additionalItems": {}, "$defs": {"a": {}}, "prefixItems": [{}]}"#
    #expect(try view(text, dialect: .draft7).children.map(\.role) == [.item(0), .items(from: 1)])
    #expect(try view(text).children.map(\.keyword) == ["items", "$defs", "prefixItems"])
    let hidden = try view(
      ##"{"$ref": "#/definitions/a", "type": "string", "definitions": {"a": {}}}"##,
      dialect: .draft7
    )
    #expect(hidden.keywords.map(\.name) == ["$ref"])
    #expect(hidden.targets.map(\.pointer.description) == ["/definitions/a"])
  }

  @Test func `references lead where the engine goes`() throws {
    let text = #"""
      {"a": {"$ref": "#/$defs/one"}, "b": {"$ref": "item#name"}, "c": {"$ref": "#/$defs/gone"},
       "$defs": {"one": {"type": "string"}, "two": {"$id": "item", "$defs": {"n": {"$anchor": "name"}}}}}
      """#
    #expect(try view(text, at: "/a").targets.map(\.pointer.description) == ["/$defs/one"])
    #expect(try view(text, at: "/c").targets.isEmpty)
    let named = try #require(
      SchemaSet(document: JSONDocument(parsing: text), baseURI: "https://example.org/").view(
        at: JSONPointer("/b") ?? JSONPointer()
      )
    )
    #expect(named.targets.map(\.pointer.description) == ["/$defs/two/$defs/n"])
    let meta = try view(#"{"$ref": "https://json-schema.org/draft/2020-12/schema"}"#)
    #expect(meta.targets.first?.isInOwnDocument == false)
    #expect(meta.targets.first?["$id"]?.string == "https://json-schema.org/draft/2020-12/schema")
  }

  @Test func `a dynamic reference goes by the way it was reached`() throws {
    let text = #"""
      {"$id": "https://example.org/strings", "$ref": "list",
       "$defs": {"item": {"$dynamicAnchor": "item", "type": "string"},
         "list": {"$id": "list", "items": {"$dynamicRef": "#item"},
           "$defs": {"default": {"$dynamicAnchor": "item"}}}}}
      """#
    let root = try view(text)
    let list = try #require(root.targets.first)
    #expect(list.child("items")?.targets.map(\.pointer.description) == ["/$defs/item"])
    let alone = try view(text, at: "/$defs/list")
    #expect(alone.child("items")?.targets.map(\.pointer.description) == ["/$defs/list/$defs/default"])
  }

  @Test func `what holds for the same value is each schema once`() throws {
    let text = #"""
      {"$ref": "#/$defs/a", "allOf": [{"$ref": "#"}, {"title": "b"}], "anyOf": [{"title": "c"}, true], "not": {"title": "d"},
       "if": {"title": "e"}, "$defs": {"a": {"title": "f"}}}
      """#
    let view = try view(text)
    #expect(Set(view.sameValue().map(\.pointer.description)) == ["", "/$defs/a", "/allOf/0", "/allOf/1"])
    #expect(
      Set(view.sameValue(branches: true).map(\.pointer.description))
        == ["", "/$defs/a", "/allOf/0", "/allOf/1", "/anyOf/0", "/if"]
    )
    #expect(view.sameValue(branches: true, booleans: true).count == 7)
  }

  @Test func `a schema asserts by what can be broken`() throws {
    #expect(try view(#"{"minimum": 1}"#).asserts)
    #expect(try view("false").asserts)
    #expect(try !view(#"{"title": "a", "properties": {"b": {"type": "string"}}}"#).asserts)
    #expect(try !view("true").asserts)
  }
}
