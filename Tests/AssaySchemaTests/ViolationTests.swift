import AssayJSON
import AssaySchema
import TestKit
import Testing

@Suite("Violations")
struct ViolationTests {
  @Test(arguments: try Fixtures.folders("schema"))
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
    try Golden.expect(told, Repository.url("fixtures/schema/\(name)/violations.txt"))
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

@Suite("What is wrong, as data")
struct ViolationDetailTests {
  private func violations(_ schema: String, _ value: String) throws -> [SchemaViolation] {
    try SchemaSet(document: JSONDocument(parsing: schema)).schema().violations(of: JSONDocument(parsing: value).root)
  }

  @Test func `each member that a present one asks for is a fault of its own`() throws {
    let found = try violations(#"{"dependentRequired": {"name": ["first", "last"]}}"#, #"{"name": 1}"#)
    #expect(
      found.map(\.detail) == [
        .missing(member: "first", dependent: "name"), .missing(member: "last", dependent: "name"),
      ]
    )
    #expect(found.map(\.faultLocation.description) == ["/first", "/last"])
    let older = #"{"$schema": "http://json-schema.org/draft-07/schema#", "dependencies": {"name": ["first", "last"]}}"#
    #expect(try violations(older, #"{"name": 1}"#).map(\.missingMember) == ["first", "last"])
  }

  @Test func `an order tells the items and the key it breaks at`() throws {
    let found = try violations(
      #"{"sorted": [{"by": "/a", "order": "ascending"}, {"by": "/b", "order": "descending"}]}"#,
      #"[{"a": 1, "b": 1}, {"a": 2, "b": 2}, {"a": 2, "b": 3}]"#
    )
    let keys = [JSONPointer(tokens: ["a"]), JSONPointer(tokens: ["b"])]
    #expect(
      found.map(\.detail) == [.unsorted(first: 1, second: 2, keys: keys, position: 1, isDescending: true)]
    )
    #expect(found.first?.culprit?.description == "/2")
    #expect(found.first?.comparedKeys == keys.reversed())
  }

  @Test func `limits, counts and alternatives are told as they are`() throws {
    let cases: [(String, String, SchemaViolation.Detail)] = [
      (#"{"exclusiveMaximum": 1.50}"#, "2", .outOfBounds(limit: "1.50", isUpper: true, isExclusive: true)),
      (#"{"minItems": 2}"#, "[1]", .wrongCount(1, of: .items, limit: 2, isUpper: false)),
      (#"{"maxLength": 1}"#, #""ab""#, .wrongCount(2, of: .characters, limit: 1, isUpper: true)),
      (#"{"contains": {"type": "string"}}"#, "[1]", .wrongCount(0, of: .matchingItems, limit: 1, isUpper: false)),
      (#"{"oneOf": [true, {"type": "string"}, true]}"#, "1", .ambiguous(alternatives: [0, 2])),
      (
        #"{"anyOf": [{"type": "string"}, {"type": ["null", "string"]}]}"#, "1", .wrongType(allowed: ["string", "null"])
      ),
      (
        #"{"uniqueBy": "/id"}"#, #"[{"id": 1}, {"id": 1.0}]"#,
        .repeated(first: 0, second: 1, keys: [JSONPointer(tokens: ["id"])])
      ),
      (
        #"{"propertyNames": {"maxLength": 1}}"#, #"{"ab": 1}"#,
        .badName(.wrongCount(2, of: .characters, limit: 1, isUpper: true))
      ),
      (#"{"additionalProperties": false}"#, #"{"ab": 1}"#, .forbidden),
      (#"{"format": "uuid"}"#, #""x""#, .malformed(format: "uuid")),
      (#"{"enum": ["a", 1]}"#, "2", .unlisted(allowed: [#""a""#, "1"])),
    ]
    for (schema, value, detail) in cases { #expect(try violations(schema, value).map(\.detail) == [detail]) }
  }
}
