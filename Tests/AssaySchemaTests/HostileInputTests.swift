import AssayJSON
import AssaySchema
import Testing

@Suite("Hostile input")
struct HostileInputTests {
  private func schema(_ text: String) throws -> CompiledSchema {
    try SchemaSet(document: JSONDocument(parsing: text, limits: JSONLimits(depth: 200_000))).schema(at: JSONPointer())
  }

  /// Values are judged however deep they are nested, where the parser was told to accept them.
  @Test func deepValues() throws {
    let tree = try schema(##"{"type":"array","items":{"$ref":"#"}}"##)
    let (opening, closing) = (String(repeating: "[", count: 100_000), String(repeating: "]", count: 100_000))
    let limits = JSONLimits(depth: 100_000)
    #expect(tree.isValid(try JSONDocument(parsing: opening + closing, limits: limits).root))
    let broken = try JSONDocument(parsing: opening + "1" + closing, limits: limits).root
    #expect(!tree.isValid(broken))
    let violation = try #require(tree.violations(of: broken).first)
    #expect(violation.instanceLocation.tokens.count == 100_000)
    #expect(tree.violations(of: try JSONDocument(parsing: "[[[[[[1]]]]]]").root).count == 1)
  }

  @Test func equalityOfDeepValues() throws {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let value = try JSONDocument(parsing: "[\(deep),\(deep)]", limits: JSONLimits(depth: 100_001)).root
    #expect(!(try schema(#"{"uniqueItems":true}"#)).isValid(value))
    #expect(!(try schema(#"{"const":[1]}"#)).isValid(value))
  }

  @Test func deepSchemas() throws {
    let nested = String(repeating: #"{"not":"#, count: 5_000) + "true" + String(repeating: "}", count: 5_000)
    _ = try schema(nested).isValid(JSONDocument(parsing: "1").root)
    let all = String(repeating: #"{"allOf":["#, count: 5_000) + "false" + String(repeating: "]}", count: 5_000)
    #expect(try !schema(all).isValid(JSONDocument(parsing: "1").root))
  }

  @Test func wideObjects() throws {
    let members = (0..<1_000_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    let value = try JSONDocument(parsing: "{\(members)}").root
    #expect(value.count == 1_000_000)
    let closed = try schema(#"{"properties":{"k0":true},"additionalProperties":false,"maxProperties":10}"#)
    #expect(!closed.isValid(value))
    #expect(closed.violations(of: value, limit: 5).count == 5)
    #expect(try schema(#"{"additionalProperties":{"type":"integer"}}"#).isValid(value))
  }

  @Test func longArrays() throws {
    let items = Array(repeating: "0", count: 1_000_000).joined(separator: ",")
    let value = try JSONDocument(parsing: "[\(items)]").root
    let strings = try schema(#"{"items":{"type":"string"}}"#)
    #expect(strings.violations(of: value, limit: 3).count == 3)
    let distinct = try JSONDocument(parsing: "[\((0..<300_000).map(String.init).joined(separator: ","))]").root
    #expect(try schema(#"{"uniqueItems":true}"#).isValid(distinct))
    let branches = try schema(#"{"items":{"anyOf":[{"type":"string"},{"type":"integer","minimum":0}]}}"#)
    #expect(branches.violations(of: value).isEmpty)
  }

  @Test func hugeNumbers() throws {
    let digits = String(repeating: "7", count: 200_000)
    let value = try JSONDocument(parsing: digits).root
    #expect(try schema(#"{"minimum":1,"type":"integer"}"#).isValid(value))
    #expect(try schema(#"{"multipleOf":7}"#).isValid(value))
    #expect(try !schema(#"{"maximum":1e300}"#).isValid(value))
    #expect(try schema(#"{"multipleOf":1e-400}"#).isValid(JSONDocument(parsing: "1e999999999999999999").root))
    // Exponents compare exactly, or are refused.
    let vast = try JSONDocument(parsing: "[1e2000000000000,1e3000000000000,10e1999999999999]").root
    for (text, expected) in [
      (#"{"const":1e2000000000000}"#, [true, false, true]), (#"{"maximum":1e2000000000000}"#, [true, false, true]),
      (#"{"exclusiveMinimum":1e2000000000000}"#, [false, true, false]),
    ] {
      let bound = try schema(text)
      #expect(vast.items.map(bound.isValid) == expected, "\(text)")
    }
    #expect(throws: JSONError(.exponentTooLong(limit: 18), at: 1)) {
      try JSONDocument(parsing: "[1e-1000000000000000000]")
    }
    #expect(try JSONDocument(parsing: "1e0000000000000000000000002").root == JSONDocument(parsing: "100").root)
  }

  // MARK: Large schemas on large documents: what it costs to explain may not grow as their product.

  @Test func manyPropertiesOfManyMembers() throws {
    let names = (0..<2_000).map { "\"k\($0)\":{\"type\":\"integer\"}" }.joined(separator: ",")
    let members = (0..<200_000).map { "\"k\($0)\":\($0 == 1_000 ? "null" : "1")" }.joined(separator: ",")
    let required = (0..<2_000).map { "\"k\($0)\"" }.joined(separator: ",")
    let wide = try schema("{\"properties\":{\(names)},\"required\":[\(required)]}")
    let violations = wide.violations(of: try JSONDocument(parsing: "{\(members)}").root)
    #expect(violations.map(\.message) == ["k1000 is null, expected an integer"])
  }

  @Test func longEnums() throws {
    let words = (0..<50_000).map { "\"word\($0)\"" }.joined(separator: ",")
    let wrong = (0..<200).map { "\"ward\($0 * 100)\"" }.joined(separator: ",")
    let strings = try schema("{\"items\":{\"enum\":[\(words)]}}")
    let violations = strings.violations(of: try JSONDocument(parsing: "[\(wrong)]").root)
    #expect(violations.count == 100)
    #expect(violations[50].alternatives.contains("\"word5000\"") == false)
    #expect(violations.allSatisfy { !$0.alternatives.isEmpty && $0.alternatives.count <= 20 })
    let numbers = (0..<50_000).map { "\($0).5" }.joined(separator: ",")
    let numbered = try schema("{\"items\":{\"enum\":[\(numbers)]}}")
    #expect(try numbered.isValid(JSONDocument(parsing: "[\(numbers)]").root))
  }

  @Test func manyAlternatives() throws {
    let branches = (0..<20_000).map { "{\"const\":\($0)}" }.joined(separator: ",")
    let many = try schema("{\"items\":{\"anyOf\":[\(branches)]}}")
    let violations = many.violations(of: try JSONDocument(parsing: "[-1,-2,-3]").root)
    #expect(violations.map(\.keyword) == ["anyOf", "anyOf", "anyOf"])
    #expect(violations.allSatisfy { $0.message.contains("none of the 20000 alternatives") })
  }

  /// Of what is told once for many, only what is told is worded.
  @Test func manyMembersThatFitNoAlternative() throws {
    let members = (0..<100_000).map { "\"member \($0)\":\($0)" }.joined(separator: ",")
    let value = try JSONDocument(parsing: "{\(members)}").root
    let strict = try schema(
      #"{"additionalProperties":{"anyOf":[{"type":"string"},{"type":"null"}]},"propertyNames":{"maxLength":2}}"#
    )
    let violations = strict.violations(of: value, limit: .max)
    #expect(violations.count == 200)
    #expect(violations.map(\.further).filter { $0 > 0 } == [99_900, 99_900])
  }

  /// Each item lacks many members, each of which is a fault of its own.
  @Test func manyItemsThatLackManyMembers() throws {
    let names = (0..<300).map { "\"m\($0)\"" }.joined(separator: ",")
    let value = try JSONDocument(parsing: "[\(Array(repeating: "{}", count: 200).joined(separator: ","))]").root
    let violations = try schema("{\"items\":{\"required\":[\(names)]}}").violations(of: value, limit: .max)
    #expect(violations.count == 30_000)
    #expect(violations.reduce(0) { $0 + $1.further } == 30_000)
  }

  @Test func manyObjectsThatDiffer() throws {
    let objects = (0..<50_000).map { "{\"a\":\($0),\"b\":[1,{\"c\":\"x\"}]}" }
    let unique = try schema(#"{"uniqueItems":true}"#)
    #expect(try unique.isValid(JSONDocument(parsing: "[\(objects.joined(separator: ","))]").root))
    let repeated = objects + [#"{"b":[1.0,{"c":"\u0078"}],"a":7e0}"#]
    let value = try JSONDocument(parsing: "[\(repeated.joined(separator: ","))]").root
    #expect(unique.violations(of: value).first?.message.contains("in items 7 and 50000") == true)
  }

  /// A server's string may claim to be an expression of any length.
  @Test(.timeLimit(.minutes(5)), arguments: ["(?<", "(?<a", "[\\p{L}", "(?<a>x)|", "\\k<a>", "(", "{1"])
  func expressionsAsValues(piece: String) throws {
    let value = try JSONDocument(parsing: JSONEscapes.quote(String(repeating: piece, count: 50_000))).root
    let regex = try schema(#"{"format":"regex"}"#)
    _ = regex.isValid(value)
  }

  /// Many references into one object, side by side or one behind the other, are as cheap as few.
  @Test func manyReferences() throws {
    let count = 20_000
    let flat = (0..<count).map { "\"d\($0)\":{\"minimum\":\($0)}" }.joined(separator: ",")
    let references = (0..<count).map { "{\"$ref\":\"#/$defs/d\($0)\"}" }.joined(separator: ",")
    let chain = (0..<count).map { "\"d\($0)\":{\"$ref\":\"#/$defs/d\($0 + 1)\"}" }.joined(separator: ",")
    let elapsed = try ContinuousClock().measure {
      #expect(try !schema("{\"allOf\":[\(references)],\"$defs\":{\(flat)}}").isValid(JSONDocument(parsing: "1").root))
      _ = try schema("{\"$ref\":\"#/$defs/d0\",\"$defs\":{\(chain),\"d\(count)\":true}}")
      _ = try schema("{\"anyOf\":[\(references)],\"$defs\":{\(flat)}}")
    }
    #expect(elapsed < .seconds(60), "took \(elapsed)")
  }

  /// Names are the same byte by byte, also where a table finds them.
  @Test func namesThatLookAlike() throws {
    let others = (0..<40).map { "\"d\($0)\":true" }.joined(separator: ",")
    let composed = "\u{E9}", decomposed = "e\u{301}"
    let text =
      ##"{"$ref":"#/$defs/\##(composed)","$defs":{"\##(composed)":{"type":"null"},\##(others),"\##(decomposed)":true}}"##
    #expect(try !schema(text).isValid(JSONDocument(parsing: "1").root))
  }
}
