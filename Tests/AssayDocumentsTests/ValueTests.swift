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
    (
      "- -0x-8000000000000000\n- 0x-5\n- 0x+5\n- -0x5\n- 0o17\n- 0o8\n- 0xFFFFFFFFFFFFFFFF\n- .e5\n- 1.e5\n- +-5\n- 1e",
      #"["-0x-8000000000000000","0x-5","0x+5","-0x5",15,"0o8",18446744073709551615,".e5",1.0e5,"+-5","1e"]"#
    ),
    (
      "- !!int '12'\n- !!bool \"true\"\n- !!float 1\n- !!null ''\n- !!str 12\n- !!seq [1]\n- !!map {a: 1}\n- ! 7",
      #"[12,true,1,null,"12",[1],{"a":1},"7"]"#
    ),
    (
      "0x71C7656EC7ab88b098defB751B7401B5f6d8976F: 0x71C7656EC7ab88b098defB751B7401B5f6d8976F\n1e99999999999999999999: 1",
      #"{"0x71C7656EC7ab88b098defB751B7401B5f6d8976F":649562641434947955654834859981556155081347864431,"#
        + #""1e99999999999999999999":1}"#
    ), ("- !<tag:yaml.org,2002:int> 0x1F\n- !!float 1e3\n- !!null\n- !!str", #"[31,1e3,null,""]"#),
    ("a: {<<: [{b: 1}, {b: 2, c: 3}], d: 4}", #"{"a":{"b":1,"c":3,"d":4}}"#), ("a: 1\n...\n# end\n", #"{"a":1}"#),
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
    ("a: *nowhere", 1, "no anchor &nowhere"), ("? [x]\n: y", 1, "a key must be a word"),
    ("a: &x [*x]", 1, "no anchor &x"), ("a: 1\n---\nb: 2", 2, "a second YAML document begins here"),
    ("a: 1\n...\n@@@", 3, "cannot start any token"), ("{a: 1}\n}}} x", 2, "text after the end"),
    ("{a: 1}\n---\n", 2, "a second YAML document"), ("a: 1\nb:\n  <<: hello", 3, "and this is neither"),
    ("<<: [{a: 1}, 2]", 1, "and this is neither"), ("a: !foo 1", 1, "the tag !foo is not a type of JSON"),
    ("a: !!timestamp 2001-01-01", 1, "the tag !!timestamp is not a type of JSON"),
    ("a: !!int 1.5", 1, "!!int is not followed by a whole number"),
    ("a: !!bool yes", 1, "!!bool is not followed by true or false"),
    ("a: !!seq {b: 1}", 1, "!!seq is not followed by a list"), ("a: !!map x", 1, "!!map is not followed by a mapping"),
    ("a: !!float .inf", 1, "neither infinities nor NaN"),
    ("a: 0x\(String(repeating: "f", count: 1_001))", 1, "a number of more than 1000 digits"),
    ("a: 1\nb: 1e99999999999999999999", 2, "the exponent is too long"), ("a: 1\nb: \u{7}", 2, "control characters"),
    ("? !!int x\n: 1", 1, "!!int is not followed by a whole number"),
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
