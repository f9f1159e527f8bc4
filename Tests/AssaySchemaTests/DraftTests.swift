import AssayJSON
import AssaySchema
import TestKit
import Testing

/// Where drafts 4 and 6 differ from what came after, in the official suite's format.
@Suite("Older drafts")
struct DraftTests {
  @Test(arguments: [("draft4", SchemaDialect.draft4), ("draft6", .draft6)])
  func everyCase(file: String, dialect: SchemaDialect) throws {
    for one in try OfficialSuite.cases(in: Fixtures.document("drafts/\(file).json"), path: file) {
      let schema = try SchemaSet(document: one.schema, dialect: dialect).schema(at: JSONPointer())
      #expect(schema.isValid(one.value) == one.isValid, "\(one.name)")
      #expect(schema.violations(of: one.value).isEmpty == one.isValid, "\(one.name)")
    }
  }

  /// A schema inside another document is read as the draft it names, with a URI of its own or without one.
  @Test(arguments: [#""id": "urn:price","#, ""])
  func insideAnotherDocument(identifier: String) throws {
    let document = try JSONDocument(
      parsing: ##"""
        {"allOf": [{"$ref": "#/$defs/Price"}], "$defs": {"Price": {
          "$schema": "http://json-schema.org/draft-04/schema#", \##(identifier) "minimum": 0, "exclusiveMinimum": true
        }}}
        """##
    )
    let schema = try SchemaSet(document: document).schema(at: JSONPointer())
    #expect(schema.isValid(try JSONDocument(parsing: "1").root))
    #expect(!schema.isValid(try JSONDocument(parsing: "0").root))
  }

  @Test func keywordsOfADraft() {
    #expect(
      SchemaDialect.draft4.keywords.isSuperset(of: ["id", "$ref", "additionalItems", "format", "sorted", "level"])
    )
    #expect(SchemaDialect.draft4.keywords.isDisjoint(with: ["$id", "const", "contains", "if", "$recursiveRef"]))
    #expect(SchemaDialect.draft2019_09.keywords.isSuperset(of: ["$recursiveRef", "unevaluatedItems", "dependencies"]))
    #expect(SchemaDialect.draft2020_12.keywords.isSuperset(of: ["$dynamicRef", "prefixItems", "contentSchema"]))
  }
}
