import AssayJSON
import AssaySchema
import Testing

/// What breaks of alternatives only what they hold to be milder is as mild, however much of it there is.
struct AlternativeLevelTests {
  private func violations(of value: String, by schema: String) throws -> [SchemaViolation] {
    try SchemaSet(document: JSONDocument(parsing: schema)).schema(at: JSONPointer())
      .violations(of: JSONDocument(parsing: value).root, limit: .max)
  }

  private func list(_ item: String, _ count: Int, and others: String...) -> String {
    "[\((Array(repeating: item, count: count) + others).joined(separator: ","))]"
  }

  private static let scores = """
    {"anyOf":[{"type":"object","required":["id"],"properties":{"scores":{"type":"array","items":
    {"type":"integer","allOf":[{"level":"should","maximum":100}]}}}},{"type":"null"}]}
    """

  @Test(arguments: [1, 19, 20, 200, 5_000])
  func manyBreachesInOneAlternative(count: Int) throws {
    let mild = try violations(of: "{\"id\":1,\"scores\":\(list("101", count))}", by: Self.scores)
    #expect(mild.map(\.level) == ["should"])
    let grave = try violations(of: "{\"id\":1,\"scores\":\(list("101", count, and: "true"))}", by: Self.scores)
    #expect(grave.map(\.level) == [nil])
  }

  private static let feed = """
    {"$defs":{"Caption":{"anyOf":[{"type":"string","allOf":[{"level":"should","maxLength":10}]},{"type":"null"}]}},
    "items":{"oneOf":[
    {"type":"object","required":["kind"],"properties":{"kind":{"const":"photo"},"caption":{"$ref":"#/$defs/Caption"}}},
    {"type":"object","required":["kind","length"],
    "properties":{"kind":{"const":"video"},"caption":{"$ref":"#/$defs/Caption"}}}]}}
    """

  @Test(arguments: [1, 3_000, 20_000])
  func manyItems(count: Int) throws {
    let photo = #"{"kind":"photo","caption":"a rather long caption"}"#
    let mild = try violations(of: list(photo, count), by: Self.feed)
    #expect(Set(mild.map(\.level)) == ["should"])
    let last = #"{"kind":"photo","caption":7}"#
    let mixed = try violations(of: list(photo, count, and: last), by: Self.feed)
    #expect(mixed.filter { $0.level == nil }.map(\.instanceLocation.description) == ["/\(count)"])
  }

  /// Without alternatives, what is one too many to be told of each is as mild.
  @Test func moreThanAreWalkedThrough() throws {
    let schema = #"{"items":{"properties":{"a":{"allOf":[{"level":"should","maximum":1}]}}}}"#
    let mild = try violations(of: list(#"{"a":2}"#, 120_000), by: schema)
    #expect(Set(mild.map(\.level)) == ["should"])
  }

  /// Each alternative holds all of them again, so that there are more ways to a place than can be gone.
  @Test(.timeLimit(.minutes(1))) func alternativesInsideOfAlternatives() throws {
    let tree = """
      {"$ref":"#/$defs/T","$defs":{"T":{"anyOf":[
      {"required":["a"],"properties":{"l":{"$ref":"#/$defs/T"},"r":{"$ref":"#/$defs/T"},"n":{"$ref":"#/$defs/N"}}},
      {"required":["b"],"properties":{"l":{"$ref":"#/$defs/T"},"r":{"$ref":"#/$defs/T"},"n":{"$ref":"#/$defs/N"}}},
      {"type":"null"}]},"N":{"allOf":[{"level":"should","maximum":1}]}}}
      """
    func nested(_ depth: Int, _ core: String) -> String {
      depth == 0 ? core : #"{"a":1,"b":1,"l":\#(nested(depth - 1, core)),"r":\#(nested(depth - 1, core))}"#
    }
    #expect(try violations(of: nested(5, #"{"a":1,"b":1,"n":2}"#), by: tree).map(\.level) == ["should"])
    #expect(try violations(of: nested(5, "{}"), by: tree).map(\.level) == [nil])
    _ = try violations(of: nested(12, #"{"a":1,"b":1,"n":2}"#), by: tree)
  }
}
