import AssayContract
import AssayDiff
import AssayFindings
import Testing

/// Two schemas, and whom the way from one to the other breaks: as the body of an answer, and as that of a request.
struct SchemaDiffTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var old: String
    var new: String
    /// The messages of the changes.
    var says: [String]
    /// Of an answer: the parties each change breaks, `c` clients, `b` the backend.
    var answer: String
    /// Of a request.
    var request: String
    var testDescription: String { "\(old) → \(new)" }

    init(_ old: String, _ new: String, _ says: [String], answer: String, request: String) {
      (self.old, self.new, self.says, self.answer, self.request) = (old, new, says, answer, request)
    }
  }

  private static func changes(_ old: String, _ new: String, isRequest: Bool) throws -> [(says: String, breaks: String)]
  {
    func contract(_ schema: String) throws -> Contract {
      let request = isRequest ? #", "body": { "schema": \#(schema), "example": {} }"# : ""
      let answer = isRequest ? "" : #""body": \#(schema)"#
      let text = """
        { "contract": "1", "service": "s", "title": "S", "servers": { "api": { "url": "http://api.test" } },
          "operations": { "o": { "request": { "method": "POST", "path": "/o"\(request) }, "responses": { "200": { \(answer) } } } },
          "scenarios": { "s": { "steps": [ { "operation": "o" } ] } } }
        """
      return try ContractLoader.load(bytes: Array(text.utf8), file: "s.json")
    }
    return ContractDiff(from: try contract(old), to: try contract(new)).changes.map { change in
      (change.message, (change.breaks.contains(.clients) ? "c" : "") + (change.breaks.contains(.backend) ? "b" : ""))
    }
  }

  static let cases: [Case] = [
    Case("{}", "{}", [], answer: "", request: ""),
    Case(#"{ "minimum": 1 }"#, #"{ "minimum": 1.0 }"#, [], answer: "", request: ""),
    Case(#"{ "required": ["a", "b"] }"#, #"{ "required": ["b", "a"] }"#, [], answer: "", request: ""),
    // A member that comes or goes.
    Case(
      #"{ "properties": { "a": {} } }"#,
      "{}",
      ["`a`, which was optional, is gone"],
      answer: "c",
      request: "c"
    ),
    Case(
      #"{ "properties": { "a": {} }, "required": ["a"] }"#,
      "{}",
      ["`a`, which was required, is gone"],
      answer: "c",
      request: "c"
    ),
    Case("{}", #"{ "properties": { "a": {} } }"#, ["`a` is new, and optional"], answer: "-", request: "-"),
    Case(
      "{}",
      #"{ "properties": { "a": {} }, "required": ["a"] }"#,
      ["`a` is new, and required"],
      answer: "b",
      request: "c"
    ),
    Case(
      #"{ "properties": { "a": {} } }"#,
      #"{ "required": ["a"] }"#,
      ["`a` is described no longer, and required now"],
      answer: "cb",
      request: "c"
    ),
    Case(
      #"{ "properties": { "a": {} }, "required": ["a"] }"#,
      #"{ "required": ["a"] }"#,
      ["`a` is described no longer, and still required"],
      answer: "c",
      request: "c"
    ),
    Case(
      #"{ "required": ["a"] }"#,
      #"{ "properties": { "a": {} }, "required": ["a"] }"#,
      ["`a`, which was required, is described now"],
      answer: "b",
      request: "c"
    ),
    Case(
      #"{ "required": ["a"] }"#,
      #"{ "properties": { "a": {} } }"#,
      ["`a`, which was required, is described now, and optional"],
      answer: "c",
      request: "b"
    ),
    // One side allows less of the same.
    Case(#"{ "type": "string" }"#, #"{ "type": ["string", "null"] }"#, [], answer: "c", request: "b"),
    Case(#"{ "minimum": 1 }"#, #"{ "minimum": 2 }"#, [], answer: "b", request: "c"),
    Case(#"{ "enum": [1, 2] }"#, #"{ "enum": [1] }"#, [], answer: "b", request: "c"),
    Case(#"{ "enum": [1] }"#, #"{ "enum": [1, 2] }"#, [], answer: "c", request: "b"),
    // What is inside is compared where it stands.
    Case(
      #"{ "properties": { "a": { "items": { "maxLength": 3 } } } }"#,
      #"{ "properties": { "a": { "items": { "maxLength": 4 } } } }"#,
      [],
      answer: "c",
      request: "b"
    ),
    // A branch that is written as a reference is the same.
    Case(
      #"{ "allOf": [ { "minimum": 1 }, { "maximum": 4 } ] }"#,
      #"{ "minimum": 1, "maximum": 4 }"#,
      [],
      answer: "",
      request: ""
    ),
    // Nothing inside of what allows nothing is compared.
    Case(
      #"{ "properties": { "a": false } }"#,
      #"{ "properties": { "a": { "minimum": 3 } } }"#,
      [],
      answer: "c",
      request: "b"
    ),
  ]

  @Test(arguments: cases) func changesBreakOneSideOrTheOther(_ example: Case) throws {
    for (isRequest, expected) in [(false, example.answer), (true, example.request)] {
      let changes = try Self.changes(example.old, example.new, isRequest: isRequest)
      let breaks = changes.map { $0.breaks.isEmpty ? "-" : $0.breaks }.joined(separator: " ")
      #expect(breaks == expected, "\(isRequest ? "request" : "answer"): \(changes)")
      if !example.says.isEmpty { #expect(changes.map(\.says) == example.says) }
    }
  }

  /// Schemas that hold themselves come to an end, and a change in one is said once.
  @Test func aSchemaThatHoldsItselfIsComparedOnce() throws {
    func tree(_ type: String) -> String {
      #"{ "$id": "urn:tree", "type": "object", "properties": { "value": { "type": "\#(type)" }, "next": { "$ref": "urn:tree" } } }"#
    }
    #expect(try Self.changes(tree("string"), tree("string"), isRequest: false).isEmpty)
    #expect(try Self.changes(tree("string"), tree("number"), isRequest: false).count == 1)
  }
}
