import AssayJSON
import AssaySchema
import Testing

@Suite("Hostile input")
struct HostileInputTests {
  private func schema(_ text: String) throws -> CompiledSchema {
    try SchemaSet(document: JSONDocument(parsing: text, limits: JSONLimits(depth: 200_000))).schema(at: JSONPointer())
  }

  /// A value nested deeper than a stack can follow is refused with a reason, whatever the parser was told to accept.
  @Test func deepValues() throws {
    let tree = try schema(##"{"type":"array","items":{"$ref":"#"}}"##)
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let value = try JSONDocument(parsing: deep, limits: JSONLimits(depth: 100_000)).root
    #expect(!tree.isValid(value))
    let violation = try #require(tree.violations(of: value).first)
    #expect(violation.message.contains("nested too deep"))
    let fine = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
    #expect(tree.isValid(try JSONDocument(parsing: fine).root))
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

  /// References that double at every step would take longer than anybody waits if they were followed by hand.
  @Test func doublingReferences() throws {
    let steps = (0..<60).map {
      ##""d\##($0)":{"allOf":[{"$ref":"#/$defs/d\##($0 + 1)"},{"$ref":"#/$defs/d\##($0 + 1)"}]}"##
    }
    let text = ##"{"$ref":"#/$defs/d0","$defs":{\##(steps.joined(separator: ",")),"d60":{"type":"string"}}}"##
    let doubled = try schema(text)
    #expect(try !doubled.isValid(JSONDocument(parsing: "1").root))
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
    #expect(try schema(#"{"multipleOf":1e-400}"#).isValid(JSONDocument(parsing: "1e999999999999999999999").root))
  }

  /// A server's string may claim to be an expression of any length.
  @Test(arguments: ["(?<", "(?<a", "[\\p{L}", "(?<a>x)|", "\\k<a>", "(", "{1"])
  func expressionsAsValues(piece: String) throws {
    let value = try JSONDocument(parsing: JSONEscapes.quote(String(repeating: piece, count: 50_000))).root
    let regex = try schema(#"{"format":"regex"}"#)
    let elapsed = ContinuousClock().measure { _ = regex.isValid(value) }
    #expect(elapsed < .seconds(20), "\(piece) took \(elapsed)")
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
