import AssayJSON
import AssaySchema
import TestKit
import Testing

@Suite("Schemas that cannot be compiled")
struct SchemaErrorTests {
  @Test(arguments: try Fixtures.folders("schema-errors"))
  func everyCase(name: String) throws {
    let document = try Fixtures.document("schema-errors/\(name)/schema.json")
    let error = try #require(throws: SchemaError.self) { try SchemaSet(document: document).schema(at: JSONPointer()) }
    let place = document.location(ofByte: error.offset)
    let told = "\(place.line):\(place.column) \(error.pointer): \(error)\n"
    try Golden.expect(
      told.count > 400 ? String(told.prefix(200)) + "…\n" : told,
      Repository.url("fixtures/schema-errors/\(name)/error.txt")
    )
  }

  /// A person mends all at once, and reads from the top.
  @Test func tellsAllInOrder() throws {
    let document = try Fixtures.document("schema-errors/first-of-several/schema.json")
    let pointers = SchemaSet(document: document).errors(at: [JSONPointer()]).map(\.pointer.description)
    #expect(pointers == ["/properties/a/pattern", "/properties/b/minimum", "/properties/c/$ref"])
    #expect(SchemaSet(document: document).errors(at: [JSONPointer(tokens: ["properties", "z"])]).count == 1)
    #expect(SchemaSet(document: try JSONDocument(parsing: "{}")).errors(at: [JSONPointer()]).isEmpty)
  }
}
