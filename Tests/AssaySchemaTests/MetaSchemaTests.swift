import AssayJSON
import AssaySchema
import Foundation
import TestKit
import Testing

@Suite("Meta-schemas")
struct MetaSchemaTests {
  private static let uris = SchemaDialect.allCases.map(\.rawValue) + ["urn:assay:schema:1"]

  /// Every meta-schema keeps itself, references and all, without a resolver.
  @Test(arguments: uris)
  func keepsItself(uri: String) throws {
    let reference = try JSONDocument(parsing: "{\"$ref\":\"\(uri)\"}")
    let schema = try SchemaSet(document: reference).schema(at: JSONPointer())
    #expect(
      schema.isValid(try JSONDocument(parsing: "{\"minimum\":1,\"properties\":{\"a\":{\"type\":\"string\"}}}").root)
    )
    #expect(!schema.isValid(try JSONDocument(parsing: "{\"properties\":{\"a\":{\"type\":\"text\"}}}").root))
    #expect(!schema.isValid(try JSONDocument(parsing: "{\"not\":{\"minLength\":-1}}").root))
  }

  /// What is built in is what `contracts/` publishes.
  @Test(arguments: ["assay.schema.json", "assay.vocabulary.schema.json"])
  func publishedVocabulary(file: String) throws {
    let folder = Repository.contracts
    let published = try JSONDocument(parsing: Array(try Data(contentsOf: folder.appendingPathComponent(file))))
    let uri = try #require(published.root["$id"]?.string)
    #expect(try #require(SchemaSet.builtInMetaSchema(uri)).root == published.root)
  }

  /// The folder of PyPI's `jsonschema-specifications`, which the interpreter the tests run on has as a part of `jsonschema`.
  private static let specifications: URL? = {
    let program = "import jsonschema_specifications as s; print(s.__path__[0], end='')"
    let path = (try? Program.python.run(["-c", program]))?.output ?? ""
    return path.isEmpty ? nil : URL(fileURLWithPath: path)
  }()

  /// The copies against those everybody else reads.
  @Test(.enabled(if: specifications != nil, "no jsonschema-specifications: make test brings it along"))
  func published() throws {
    let root = try #require(Self.specifications)
    var compared = 0
    for case let file as URL in try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    {
      guard let data = try? Data(contentsOf: file), let document = try? JSONDocument(parsing: Array(data)),
        let id = (document.root["$id"] ?? document.root["id"])?.string, !file.path.contains("draft3")
      else { continue }
      let uri = id.hasSuffix("#") ? String(id.dropLast()) : id
      #expect(try #require(SchemaSet.builtInMetaSchema(uri)).root == document.root, "\(uri)")
      compared += 1
    }
    #expect(compared > 15)
  }

  /// The vocabulary works from any schema that asks for it, and only there where the option is off.
  @Test func vocabulary() throws {
    let items = try JSONDocument(parsing: "[{\"n\":2},{\"n\":1}]").root
    let sorted = "\"sorted\":{\"by\":\"/n\",\"order\":\"ascending\"}"
    let options = SchemaOptions(assertsFormat: false, knowsAssayVocabulary: false)
    let asking = try JSONDocument(parsing: "{\"$schema\":\"urn:assay:schema:1\",\(sorted)}")
    let plain = try JSONDocument(parsing: "{\(sorted)}")
    #expect(try !SchemaSet(document: asking, options: options).schema(at: JSONPointer()).isValid(items))
    #expect(try SchemaSet(document: plain, options: options).schema(at: JSONPointer()).isValid(items))
    #expect(try !SchemaSet(document: plain).schema(at: JSONPointer()).isValid(items))
  }

  /// A meta-schema that requires what nobody here knows is refused; what it only offers is not (2020-12 section 8.1.2).
  @Test(arguments: [true, false])
  func unknownVocabulary(isRequired: Bool) throws {
    struct Resolver: SchemaResolver {
      let metaSchema: JSONDocument
      func document(for uri: String) -> JSONDocument? { uri == "urn:example:meta" ? metaSchema : nil }
    }
    let text = """
      {"$id": "urn:example:meta", "$schema": "https://json-schema.org/draft/2020-12/schema", "$vocabulary": {
        "https://json-schema.org/draft/2020-12/vocab/core": true, "urn:example:colours": \(isRequired)}}
      """
    let resolver = Resolver(metaSchema: try JSONDocument(parsing: text))
    let set = SchemaSet(document: try JSONDocument(parsing: #"{"$schema": "urn:example:meta"}"#), resolver: resolver)
    guard isRequired else {
      _ = try set.schema(at: JSONPointer())
      return
    }
    let error = try #require(throws: SchemaError.self) { try set.schema(at: JSONPointer()) }
    #expect(error.reason == .unknownVocabulary("urn:example:colours"))
    #expect(error.pointer.description == "/$schema")
  }

  @Test func vocabularyChecksItsKeywords() throws {
    let reference = try JSONDocument(parsing: "{\"$ref\":\"urn:assay:schema:1\"}")
    let schema = try SchemaSet(document: reference).schema(at: JSONPointer())
    let good =
      "{\"items\":{\"sorted\":{\"by\":\"/a\",\"order\":\"ascending\"},\"level\":\"should\",\"source\":[\"guide:1-9\"]}}"
    #expect(schema.violations(of: try JSONDocument(parsing: good).root) == [])
    for bad in [
      "{\"items\":{\"level\":\"maybe\"}}", "{\"sorted\":{\"by\":\"/a\",\"order\":\"down\"}}", "{\"uniqueBy\":\"a\"}",
      "{\"source\":\"guide\"}",
    ] {
      #expect(!schema.isValid(try JSONDocument(parsing: bad).root), "\(bad)")
    }
  }
}
