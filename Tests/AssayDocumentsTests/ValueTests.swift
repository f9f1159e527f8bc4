import AssayDocuments
import Testing

/// YAML and JSON as values with their lines.
struct ValueTests {
  private static func read(_ text: String) throws -> DocumentValue { try DocumentValue(parsing: Array(text.utf8)) }

  @Test(arguments: [
    ("a: 1\nb: [x, 'y', \"z\\n\"]", #"{"a":1,"b":["x","y","z\n"]}"#),
    (
      "- no\n- ~\n- true\n- 010\n- 0x1F\n- 1.50\n- +3\n- .5\n- 1e3\n- -7\n- 1.",
      #"["no",null,true,10,31,1.50,3,0.5,1e3,-7,1.0]"#
    ),
    ("- 2024-01-15\n- 1.2.3\n- '1'\n- !!str 1\n- 0\n- 00\n- '.'\n- .", #"["2024-01-15","1.2.3","1","1",0,0,".","."]"#),
    ("a: &x {b: 1}\nc: *x", #"{"a":{"b":1},"c":{"b":1}}"#),
    ("base: &x {b: 1, c: 2}\nd:\n  <<: *x\n  c: 3", #"{"base":{"b":1,"c":2},"d":{"b":1,"c":3}}"#),
    ("a: |\n  one\n  two\nb: >\n  three\n  four\n", #"{"a":"one\ntwo\n","b":"three four\n"}"#),
    ("{\"a\": [1, 2.0], \"b\": null}", #"{"a":[1,2.0],"b":null}"#), ("", "null"), ("200: ok", #"{"200":"ok"}"#),
  ])
  func isReadAsJSON(_ text: String, _ json: String) throws {
    #expect(try Self.read(text).json == json)
  }

  @Test(arguments: [
    "a:\n  b: 1\n  c:\n    - x\n    - y\n\n# end\nd: 2",
    "{\"a\":\n {\"b\": 1,\n  \"c\":\n   [\"x\",\n \"y\"]},\n\n \"d\": 2}",
  ])
  func everyValueKnowsItsLines(_ text: String) throws {
    let root = try Self.read(text)
    let inner = try #require(root["a"])
    #expect(root.members.map(\.line) == (text.hasPrefix("{") ? [1, 7] : [1, 8]))
    #expect(inner.members.map(\.line) == [2, 3])
    #expect(inner["c"]?.lines == 4...5)
    #expect(root["d"]?.lines.lowerBound == root.members.last?.line)
  }

  @Test(arguments: [
    ("a: [1, 2", 2, "did not find expected ',' or ']'"), ("a: b: c", 1, "mapping values are not allowed"),
    ("a: *nowhere", 1, "no anchor &nowhere"), ("? [x]\n: y", 1, "a key has to be a word"),
    ("a: &x [*x]", 1, "no anchor &x"),
    (String(repeating: "[", count: 500), 1, "nested deeper than 200 levels"),
    (String(repeating: "- ", count: 500) + "x", 1, "nested deeper than 200 levels"),
    (
      (0..<30).map { "a\($0): &a\($0) [\($0 == 0 ? "x" : "*a\($0 - 1), *a\($0 - 1)")]" }.joined(separator: "\n"), 19,
      "values"
    ),
  ])
  func troubleHasItsPlace(_ text: String, _ line: Int, _ message: String) {
    let error = #expect(throws: DocumentError.self) { try Self.read(text) }
    #expect(error?.line == line)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }
}
