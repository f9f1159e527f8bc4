import AssayJSON
import AssaySchema
import Foundation
import Testing

@Suite("The official annotation suite", .enabled(if: OfficialSuite.folder != nil, "shared/suites is not there"))
struct AnnotationTests {
  @Test(arguments: OfficialSuite.annotationFiles())
  func annotations(file: String) throws {
    let folder = try #require(OfficialSuite.folder).appendingPathComponent("annotations/tests")
    let suite = try JSONDocument(parsing: Array(try Data(contentsOf: folder.appendingPathComponent(file)))).root
    var tally = Tally(name: "annotations/\(file)")
    for item in suite["suite"]?.items ?? JSONValue.null.items {
      for (dialect, release) in [(SchemaDialect.draft2020_12, 2020), (.draft2019_09, 2019), (.draft7, 7)]
      where isCompatible(item["compatibility"]?.string, with: release) {
        try run(item, dialect, &tally)
      }
    }
    tally.report()
  }

  private func run(_ item: JSONValue, _ dialect: SchemaDialect, _ tally: inout Tally) throws {
    let schema = try JSONDocument(parsing: try #require(item["schema"]).text)
    let set = SchemaSet(
      document: schema,
      dialect: dialect,
      resolver: External(schemas: item["externalSchemas"]),
      options: SchemaOptions(assertsFormat: false, knowsAssayVocabulary: false)
    )
    let compiled = try set.schema(at: JSONPointer())
    for test in item["tests"]?.items ?? JSONValue.null.items {
      let value = try JSONDocument(parsing: try #require(test["instance"]).text).root
      let output = try JSONDocument(parsing: compiled.output(for: value, as: .basic)).root
      for assertion in test["assertions"]?.items ?? JSONValue.null.items {
        let name = "\(dialect) \(item["description"]?.string ?? "") \(assertion.text)"
        tally.count(try found(output, assertion, schema) == expected(assertion), name)
      }
    }
  }

  /// The annotations of a keyword at a place, by the schema that made them.
  private func found(
    _ output: JSONValue,
    _ assertion: JSONValue,
    _ schema: JSONDocument
  ) throws -> [String: JSONValue] {
    let keyword = try #require(assertion["keyword"]?.string)
    var found: [String: JSONValue] = [:]
    for unit in output["annotations"]?.items ?? JSONValue.null.items {
      guard unit["instanceLocation"]?.string == assertion["location"]?.string,
        let place = unit["absoluteKeywordLocation"]?.string ?? unit["keywordLocation"]?.string.map({ "#" + $0 }),
        place.hasSuffix("/" + keyword), let annotation = unit["annotation"]
      else { continue }
      found[fromRoot(String(place.dropLast(keyword.count + 1)), schema)] = annotation
    }
    return found
  }

  /// A schema's place seen from its document's root, as the suite writes it even inside an embedded resource.
  private func fromRoot(_ location: String, _ schema: JSONDocument) -> String {
    let parts = location.split(separator: "#", omittingEmptySubsequences: false)
    for index in schema.tape.indices where !parts[0].isEmpty {
      let value = JSONValue(document: schema, index: index)
      if let id = value["$id"]?.string, parts[0].hasSuffix(id) { return "#\(value.pointer)\(parts[1])" }
    }
    return location
  }

  private func expected(_ assertion: JSONValue) -> [String: JSONValue] {
    var expected: [String: JSONValue] = [:]
    for member in assertion["expected"]?.members ?? JSONValue.null.members { expected[member.key] = member.value }
    return expected
  }

  /// The suite's rule: `7`, `<=2019`, `=2020`, several with commas.
  private func isCompatible(_ rule: String?, with release: Int) -> Bool {
    (rule ?? "0").split(separator: ",").allSatisfy { part in
      if part.hasPrefix("<=") { return release <= Int(part.dropFirst(2)) ?? 0 }
      if part.hasPrefix("=") { return release == Int(part.dropFirst()) }
      return release >= Int(part) ?? 0
    }
  }

  private struct External: SchemaResolver {
    var schemas: JSONValue?

    func document(for uri: String) -> JSONDocument? {
      (schemas?[uri]?.text).flatMap { try? JSONDocument(parsing: $0) }
    }
  }
}
