import AssayJSON
import AssaySchema
import Testing

@Suite("Violations")
struct ViolationTests {
  @Test(arguments: Fixtures.names(in: "schema"))
  func everyCase(name: String) throws {
    let schema = try SchemaSet(document: Fixtures.document("schema/\(name)/schema.json")).schema(at: JSONPointer())
    for value in try Fixtures.document("schema/\(name)/valid.json").root.items {
      let alone = try JSONDocument(parsing: value.text).root
      #expect(schema.isValid(alone), "\(value.text)")
      #expect(schema.output(for: alone, as: .flag) == "{\"valid\":true}", "\(value.text)")
    }
    var told = ""
    for value in try Fixtures.document("schema/\(name)/invalid.json").root.items {
      let alone = try JSONDocument(parsing: value.text).root
      #expect(!schema.isValid(alone), "\(value.text)")
      told += "\(value.text.count > 100 ? String(value.text.prefix(99)) + "…" : value.text)\n"
      for violation in schema.violations(of: alone) { told += describe(violation) }
    }
    try Fixtures.compare(told, with: "schema/\(name)/violations.txt")
  }

  private func describe(_ violation: SchemaViolation) -> String {
    var lines =
      "  \(violation.instanceLocation.description.isEmpty ? "(the value)" : violation.instanceLocation.description)"
    lines += ": \(violation.message)\n"
    lines += "    \(violation.keyword) at \(violation.keywordLocation), byte \(violation.keywordOffset)\n"
    lines += "    expected \(violation.expected)\n    actual   \(violation.actual)\n"
    if !violation.alternatives.isEmpty { lines += "    instead  \(violation.alternatives.joined(separator: " | "))\n" }
    if let level = violation.level { lines += "    level    \(level)\n" }
    if !violation.sources.isEmpty { lines += "    source   \(violation.sources.joined(separator: ", "))\n" }
    return lines
  }
}
