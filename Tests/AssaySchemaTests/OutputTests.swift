import AssayJSON
import AssaySchema
import Foundation
import Testing

@Suite("Standard output")
struct OutputTests {
  @Test(.enabled(if: OfficialSuite.folder != nil, "shared/suites is not there"))
  func officialSuite() throws {
    let folder = try #require(OfficialSuite.folder).appendingPathComponent("output-tests/draft2020-12")
    let resolver = try OutputSchema(folder: folder)
    var tally = Tally(name: "output-tests/draft2020-12")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("content").path)
    for file in files.sorted() {
      let data = try Data(contentsOf: folder.appendingPathComponent("content/\(file)"))
      for group in try JSONDocument(parsing: Array(data)).root.items {
        let compiled = try compile(#require(group["schema"]), resolver)
        for test in group["tests"]?.items ?? JSONValue.null.items {
          let value = try JSONDocument(parsing: #require(test["data"]).text).root
          for expected in test["output"]?.members ?? JSONValue.null.members {
            let format = try #require(OutputFormat(rawValue: expected.key))
            let output = try JSONDocument(parsing: compiled.output(for: value, as: format)).root
            let violations = try compile(expected.value, resolver).violations(of: output)
            tally.count(violations.isEmpty, "\(file) \(test["description"]?.string ?? "") \(violations.map(\.message))")
          }
        }
      }
    }
    tally.report()
  }

  /// Whatever the format, output keeps the published schema for it.
  @Test(
    .enabled(if: OfficialSuite.folder != nil, "shared/suites is not there"),
    arguments: OutputFormat.allCases,
    ["[1,\"a\",{\"b\":true}]", "[]", "{\"a\":1}", "3", "[{\"b\":1}]"]
  )
  func everyFormatKeepsItsSchema(format: OutputFormat, value: String) throws {
    let folder = try #require(OfficialSuite.folder).appendingPathComponent("output-tests/draft2020-12")
    let schema = try JSONDocument(
      parsing: """
        {"type":"array","title":"t","items":{"anyOf":[{"type":["integer","string"]},{"$ref":"#/$defs/b"}]},
         "$defs":{"b":{"properties":{"b":{"const":true}}}},"$id":"https://example.com/s"}
        """
    )
    let compiled = try SchemaSet(document: schema).schema(at: JSONPointer())
    let instance = try JSONDocument(parsing: value).root
    let output = try JSONDocument(parsing: compiled.output(for: instance, as: format)).root
    #expect(output["valid"]?.bool == compiled.isValid(instance))
    let reference = try JSONDocument(
      parsing: "{\"$ref\":\"https://json-schema.org/draft/2020-12/output/schema#/$defs/\(format.rawValue)\"}"
    )
    let published = try SchemaSet(document: reference, resolver: OutputSchema(folder: folder)).schema(at: JSONPointer())
    #expect(published.violations(of: output) == [])
  }

  private func compile(_ schema: JSONValue, _ resolver: OutputSchema) throws -> CompiledSchema {
    try SchemaSet(document: JSONDocument(parsing: schema.text), resolver: resolver).schema(at: JSONPointer())
  }

  private struct OutputSchema: SchemaResolver {
    let schema: JSONDocument

    init(folder: URL) throws {
      schema = try JSONDocument(
        parsing: Array(try Data(contentsOf: folder.appendingPathComponent("output-schema.json")))
      )
    }

    func document(for uri: String) -> JSONDocument? {
      uri == "https://json-schema.org/draft/2020-12/output/schema" ? schema : nil
    }
  }
}
