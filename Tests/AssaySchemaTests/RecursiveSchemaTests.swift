import AssayJSON
import AssaySchema
import Foundation
import TestKit
import Testing

/// Schemas that lead to the same value along many paths, and values as deep as the parser lets through.
@Suite("Recursive schemas")
struct RecursiveSchemaTests {
  private func schema(_ text: String, stepLimit: Int? = nil) throws -> CompiledSchema {
    var options = SchemaOptions()
    if let stepLimit { options.stepLimit = stepLimit }
    return try SchemaSet(document: JSONDocument(parsing: text), options: options).schema(at: JSONPointer())
  }

  private func nested(_ depth: Int, _ opening: String, _ core: String, _ closing: String) throws -> JSONValue {
    let text = String(repeating: opening, count: depth) + core + String(repeating: closing, count: depth)
    return try JSONDocument(parsing: text).root
  }

  /// The verdict, once the program, the reasons, and the walk that keeps everything agree on it.
  private func verdict(_ schema: CompiledSchema, _ value: JSONValue, isRecorded: Bool = true) throws -> Bool {
    let isValid = schema.isValid(value)
    #expect(schema.violations(of: value).isEmpty == isValid)
    guard isRecorded else { return isValid }
    let output = try JSONDocument(parsing: schema.output(for: value, as: .basic), limits: JSONLimits(depth: 10_000))
    #expect(output.root["valid"]?.bool == isValid)
    return isValid
  }

  private static let tree = ##"""
    {"type":"object","allOf":[{"properties":{"children":{"items":{"$ref":"#"}}}}],
     "properties":{"id":{"type":"integer"},"children":{"type":"array","items":{"$ref":"#"}}}}
    """##

  private static let expression: String = {
    let branches = ["add", "sub", "mul"].map { operation in
      ##"{"type":"object","required":["op"],"properties":{"left":{"$ref":"#"},"right":{"$ref":"#"},"##
        + ##""op":{"const":"\##(operation)"}}}"##
    }
    return #"{"oneOf":[\#(branches.joined(separator: ",")),{"type":"integer"}]}"#
  }()

  @Test(arguments: [1, 20, 60, 250])
  func sameSchemaOnTwoPaths(depth: Int) throws {
    let tree = try schema(Self.tree)
    #expect(try verdict(tree, nested(depth, #"{"id":1,"children":["#, "", "]}"), isRecorded: depth < 60))
    let broken = try nested(depth, #"{"id":1,"children":["#, #"{"id":"x"}"#, "]}")
    #expect(try !verdict(tree, broken, isRecorded: depth < 60))
    #expect(tree.violations(of: broken).map(\.message) == ["id is a string, expected an integer"])
  }

  @Test(arguments: [1, 20, 100, 500])
  func alternatives(depth: Int) throws {
    let expression = try schema(Self.expression)
    let good = try nested(depth, #"{"left":"#, "1", #","right":1,"op":"mul"}"#)
    #expect(try verdict(expression, good, isRecorded: depth < 20))
    let broken = try nested(depth, #"{"left":"#, #""oops""#, #","right":1,"op":"mul"}"#)
    #expect(try !verdict(expression, broken, isRecorded: depth < 20))
    let violation = try #require(expression.violations(of: broken).first)
    #expect(violation.message.contains("left is a string, expected an object or an integer"))
    // However deep, the text names the place and stays readable.
    #expect(depth == 1 || violation.message.contains("(at /left/left"))
    #expect(violation.message.count < 400)
    #expect(violation.actual == "\"oops\" (string)")
  }

  /// `unevaluated…` asks the schemas beside it once more whether they hold.
  @Test(arguments: [1, 20, 400])
  func unevaluated(depth: Int) throws {
    let members = try schema(
      ##"{"anyOf":[{"allOf":[{"properties":{"a":{"$ref":"#"}}}]},{"properties":{"b":true}}],"unevaluatedProperties":false}"##
    )
    #expect(try verdict(members, nested(depth, #"{"a":"#, "1", "}"), isRecorded: depth < 20))
    #expect(try !verdict(members, nested(depth, #"{"a":"#, #"{"c":1}"#, "}"), isRecorded: depth < 20))
    let items = try schema(
      ##"{"if":{"contains":{"$ref":"#"}},"then":{"contains":{"$ref":"#"}},"unevaluatedItems":{"type":"null"}}"##
    )
    #expect(try verdict(items, nested(depth, "[", "null", "]"), isRecorded: depth < 20))
    #expect(try verdict(items, nested(depth, "[", "[1]", ",null]"), isRecorded: depth < 20))
  }

  @Test(arguments: ["minLength", "const"])
  func doublingReferences(keyword: String) throws {
    for shape in ["allOf", "anyOf"] {
      let steps = (0..<60).map {
        ##""d\##($0)":{"\##(shape)":[{"$ref":"#/$defs/d\##($0 + 1)"},{"$ref":"#/$defs/d\##($0 + 1)"}]}"##
      }
      let last = keyword == "const" ? #"{"const":"x"}"# : #"{"minLength":2}"#
      let doubled = try schema(##"{"$ref":"#/$defs/d0","$defs":{\##(steps.joined(separator: ",")),"d60":\##(last)}}"##)
      #expect(try !verdict(doubled, JSONDocument(parsing: #""y""#).root, isRecorded: shape == "allOf"))
      let good = try JSONDocument(parsing: keyword == "const" ? #""x""# : #""yy""#).root
      #expect(try verdict(doubled, good, isRecorded: shape == "anyOf"))
      #expect(try doubled.violations(of: JSONDocument(parsing: #""y""#).root).count == 1)
    }
  }

  /// What is too deep to be judged must not be taken for what a `not`, an `if` or a `oneOf` waits for.
  @Test(arguments: [1, 20, 100, 205, 420, 510])
  func invertedAtDepth(depth: Int) throws {
    let chain =
      ##""a":{"anyOf":[{"anyOf":[{"anyOf":[{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"##
      + ##""required":["a"]},{"const":1}]},{"const":2}]},{"const":3}]}"##
    let value = try nested(depth, #"{"a":"#, "1", "}")
    for (text, expected) in [
      (##"{"$ref":"#/$defs/a""##, true),
      (##"{"not":{"$ref":"#/$defs/a"}"##, false),
      (##"{"not":{"not":{"$ref":"#/$defs/a"}}"##, true),
      (##"{"if":{"$ref":"#/$defs/a"},"then":false"##, false),
      (##"{"if":{"$ref":"#/$defs/a"},"else":false"##, true),
      (##"{"oneOf":[{"$ref":"#/$defs/a"},true]"##, false),
      (##"{"oneOf":[{"$ref":"#/$defs/a"},false]"##, true),
      (##"{"oneOf":[{"$ref":"#/$defs/a"},{"not":{"$ref":"#/$defs/a"}}]"##, true),
    ] {
      #expect(
        try verdict(schema("\(text),\"$defs\":{\(chain)}}"), value, isRecorded: depth < 300) == expected,
        "\(text)"
      )
    }
  }

  /// All of it fits the stack of a secondary thread on Apple's systems, without optimisation too.
  @Test func smallStack() throws {
    let schemas = try [
      (schema(Self.tree), nested(250, #"{"id":1,"children":["#, #"{"id":"x"}"#, "]}")),
      (schema(Self.expression), nested(500, #"{"left":"#, #""oops""#, #","right":1,"op":"mul"}"#)),
      (
        schema(
          ##"{"items":{"$ref":"#"},"unevaluatedItems":false,"anyOf":[{"minItems":1},{"contains":{"$ref":"#"}}]}"##
        ),
        nested(500, "[", "", "]")
      ),
      (
        schema(
          ##"{"properties":{"a":{"$ref":"#"}},"dependentSchemas":{"a":{"$ref":"#/$defs/b"}},"$defs":{"b":{"unevaluatedProperties":{"$ref":"#"},"if":{"properties":{"a":{"minProperties":2}}}}}}"##
        ),
        nested(500, #"{"a":"#, "1", "}")
      ),
    ]
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      for (schema, value) in schemas {
        _ = schema.isValid(value)
        _ = schema.violations(of: value)
      }
      done.signal()
    }
    // A sanitizer makes the frames of functions larger.
    thread.stackSize = (Program.isSanitized ? 8 : 1) * 512 << 10
    thread.start()
    done.wait()
  }

  /// A schema for members that no keyword evaluates is asked about each once, at every level.
  @Test func unevaluatedMembersAreAskedOnce() throws {
    let tree = try schema(
      ##"{"type":"object","if":{"required":["x"]},"then":{"properties":{"x":true}},"unevaluatedProperties":{"$ref":"#"}}"##
    )
    #expect(try tree.isValid(nested(60, #"{"a":"#, "{}", "}")))
    let broken = try nested(60, #"{"a":"#, "1", "}")
    #expect(!tree.isValid(broken))
    #expect(tree.violations(of: broken).map(\.keyword) == ["type"])
  }

  /// What takes more steps than allowed is never valid, and its violation says why.
  @Test func stepLimit() throws {
    let value = try nested(100, #"{"left":"#, "1", #","right":1,"op":"mul"}"#)
    for text in [Self.expression, ##"{"not":{"not":\##(Self.expression.replacing("\"#\"", with: "\"#/not/not\""))}}"##]
    {
      let limited = try schema(text, stepLimit: 50)
      #expect(!limited.isValid(value))
      #expect(
        limited.violations(of: value).map(\.message) == ["the value takes too many steps to check against this schema"]
      )
      #expect(try schema(text).isValid(value))
    }
  }

  /// Random schemas of four definitions, on values deeper than one go of the program, against verdicts found bottom up.
  @Test(arguments: UInt64(1)...60)
  func randomGraphs(seed: UInt64) throws {
    var random = Seeded(state: seed)
    let graph = RandomGraph(using: &random)
    let compiled = try schema(graph.text)
    for depth in [0, 1, 5, 130, 260, 500] {
      let value = try nested(depth, #"{"a":"#, "0", "}")
      #expect(
        try verdict(compiled, value, isRecorded: depth < 10) == graph.verdict(depth: depth),
        "\(graph.text) at \(depth)"
      )
    }
  }
}

private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

/// Definitions that refer to later ones for the same value, and to any for the member `a`.
private struct RandomGraph {
  indirect enum Rule {
    case definition(Int)
    case member(Int)
    case object, number
    case not(Rule)
    case all([Rule]), any([Rule]), one([Rule])
    case condition(Rule, Rule, Rule)
  }

  private static let count = 4
  let rules: [Rule]

  init(using random: inout Seeded) {
    rules = (0..<Self.count).map { Self.rule(from: $0, 3, &random) }
  }

  private static func rule(from definition: Int, _ size: Int, _ random: inout Seeded) -> Rule {
    func inner() -> Rule { rule(from: definition, size - 1, &random) }
    switch Int.random(in: size > 0 ? 0...9 : 6...9, using: &random) {
    case 0: return .not(inner())
    case 1: return .all([inner(), inner()])
    case 2, 3: return .any([inner(), inner()])
    case 4: return .one([inner(), inner()])
    case 5: return .condition(inner(), inner(), inner())
    case 6 where definition + 1 < count: return .definition(Int.random(in: definition + 1..<count, using: &random))
    case 7: return .object
    case 8 where definition == 0: return .number
    default: return .member(Int.random(in: 0..<count, using: &random))
    }
  }

  var text: String {
    let definitions = rules.indices.map { "\"d\($0)\":\(Self.text(rules[$0]))" }.joined(separator: ",")
    return ##"{"$ref":"#/$defs/d0","$defs":{\##(definitions)}}"##
  }

  private static func text(_ rule: Rule) -> String {
    func list(_ rules: [Rule]) -> String { "[\(rules.map(text).joined(separator: ","))]" }
    return switch rule {
    case .definition(let number): ##"{"$ref":"#/$defs/d\##(number)"}"##
    case .member(let number): ##"{"properties":{"a":{"$ref":"#/$defs/d\##(number)"}}}"##
    case .object: #"{"type":"object"}"#
    case .number: #"{"type":"number"}"#
    case .not(let inner): #"{"not":\#(text(inner))}"#
    case .all(let rules): #"{"allOf":\#(list(rules))}"#
    case .any(let rules): #"{"anyOf":\#(list(rules))}"#
    case .one(let rules): #"{"oneOf":\#(list(rules))}"#
    case .condition(let condition, let then, let otherwise):
      #"{"if":\#(text(condition)),"then":\#(text(then)),"else":\#(text(otherwise))}"#
    }
  }

  /// The verdict on a number inside as many objects, from the number outwards.
  func verdict(depth: Int) -> Bool {
    var below: [Bool] = []
    for level in 0...depth {
      var here = Array(repeating: false, count: rules.count)
      for number in rules.indices.reversed() { here[number] = holds(rules[number], level, here, below) }
      below = here
    }
    return below[0]
  }

  private func holds(_ rule: Rule, _ level: Int, _ here: [Bool], _ below: [Bool]) -> Bool {
    func inner(_ rule: Rule) -> Bool { holds(rule, level, here, below) }
    return switch rule {
    case .definition(let number): here[number]
    case .member(let number): level == 0 || below[number]
    case .object: level > 0
    case .number: level == 0
    case .not(let rule): !inner(rule)
    case .all(let rules): rules.allSatisfy(inner)
    case .any(let rules): rules.contains(where: inner)
    case .one(let rules): rules.count(where: inner) == 1
    case .condition(let condition, let then, let otherwise): inner(condition) ? inner(then) : inner(otherwise)
    }
  }
}
