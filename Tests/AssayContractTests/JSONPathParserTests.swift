import AssayContract
import Testing

/// A query that is not valid is refused at the place where it stops being one.
struct JSONPathParserTests {
  @Test(arguments: [
    ("a", 1, "a query begins with $"), ("$a", 2, "not a valid part of a query"),
    ("$.", 3, "a name or * is missing after the dot"), ("$.1", 3, "a name or * is missing after the dot"),
    ("$[1", 4, "a ] is missing"), ("$[]", 3, "a name, a number, *, : or ? is missing"),
    ("$[-]", 4, "a digit is missing after -"), ("$['a", 3, "the string is not closed"),
    (#"$['\x']"#, 4, #"\x is not a valid escape"#), (#"$['\u12']"#, 6, #"\u needs four hexadecimal digits"#),
    ("$[?(@.a]", 8, "a ) is missing"), ("$[?1]", 4, "a literal or value is to be compared"),
    ("$[?@.* == 1]", 4, "a query that may choose several values cannot be compared"),
    ("$[?match(@.a, 'b') == true]", 4, "the result of match cannot be compared"),
    ("$[?lenght(@.a) == 1]", 4, "the function lenght is unknown; did you mean length?"),
    ("$[?length() == 1]", 4, "length takes 1 argument, not 0"), ("$[?count(1) == 1]", 10, "count takes a query"),
    ("$[?@.a == ]", 11, "a value, a query or a function is missing"),
  ])
  func refusesWhereItGoesWrong(_ query: String, _ column: Int, _ message: String) {
    let error = #expect(throws: JSONPathError.self) { try JSONPath(parsing: query) }
    #expect(error?.message == message)
    #expect(error?.column == column)
  }

  /// White space stands where the grammar has it (RFC 9535 section 2.1.1), and names may be quoted either way.
  @Test(arguments: [
    "$ [ 'a' , \"b\" ]", "$[?(@.a && !(@.b || @.c))]", "$[?@ == -1.5e3]", "$[::-1]", "$..['a']", "$[?$.a == @.b]",
    #"$['\ud83d\ude00']"#, "$[9007199254740991]",
  ])
  func takesWhatTheGrammarHas(_ query: String) {
    #expect(throws: Never.self) { try JSONPath(parsing: query) }
  }

  @Test(arguments: ["$[01]", "$[-0]", "$[9007199254740992]", "$[1 :2 :3 :4]", "$ ", "$[?@.a = 1]", #"$['\ud83d']"#])
  func refusesWhatItDoesNot(_ query: String) {
    #expect(throws: JSONPathError.self) { try JSONPath(parsing: query) }
  }
}
