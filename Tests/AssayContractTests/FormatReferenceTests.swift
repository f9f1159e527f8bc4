import AssayJSON
import AssaySchema
import TestKit
import Testing

/// The reference in `contracts/README.md` is generated from the schema of the format; `ASSAY_RECORD=1` writes it.
struct FormatReferenceTests {
  private static let page = "contracts/README.md"
  private static let schema = "contracts/contract.schema.json"

  private static var reference: FormatReference {
    get throws {
      try FormatReference(schema: try Repository.bytes(schema), page: try Repository.text(page))
    }
  }

  @Test func isWhatTheSchemaSays() throws {
    try Golden.expect(try Self.reference.written, Repository.url(Self.page))
  }

  @Test func everyObjectHasATable() throws {
    let missing = try Self.reference.missing
    #expect(missing.isEmpty, "\(missing)")
  }

  @Test func everyRowShowsAnExampleOrItsValues() throws {
    let rows = try Self.reference.rowsWithoutExample
    #expect(rows.isEmpty, "\(rows)")
  }

  /// An example or a default that the format refuses would lead its readers wrong.
  @Test func everyExampleMatchesItsSchema() throws {
    let document = try JSONDocument(parsing: try Repository.bytes(Self.schema))
    let samples = try Self.reference.samples
    #expect(samples.count > 200)
    for sample in samples {
      let schema = try SchemaSet(document: document).schema(at: try #require(JSONPointer(sample.pointer)))
      #expect(schema.isValid(sample.value), "\(sample.pointer)")
    }
  }
}
