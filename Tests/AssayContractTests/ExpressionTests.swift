import AssayContract
import AssayJSON
import Foundation
import TestKit
import Testing

/// Each file of `fixtures/expressions` is a scope and rules, with what each comes to.
struct ExpressionTests {
  static let folder = Repository.fixtures.appending(path: "expressions")
  static var files: [String] {
    get throws { try Fixtures.files("expressions", suffix: "") }
  }

  @Test(arguments: try files)
  func comesTo(_ file: String) throws {
    let document = try JSONDocument(parsing: try Repository.bytes(Self.folder.appending(path: file)))
    let scope = ScopeFixture.scope(document.root["scope"])
    for example in try #require(document.root["cases"]).items {
      let text = try #require(example["expression"]?.string)
      let variables = example["variables"].map { Set($0.items.compactMap(\.string)) }
      let outcome = Self.outcome(of: text, in: scope, variables)
      #expect(outcome == Self.expectation(example), "\(text)")
    }
  }

  private static func outcome(of text: String, in scope: Scope, _ variables: Set<String>?) -> String {
    do {
      switch try Expression(parsing: text, variables: variables).evaluate(in: scope) {
      case .value(let value): return "value \(canonical(value))"
      case .missing(let operand, let place): return "missing \(operand) at \(place?.description ?? "-")"
      case .mistyped(let operand, let expected, let actual, let place):
        return "mistyped \(operand): \(expected), not \(actual) at \(place?.description ?? "-")"
      case .outOfReach(let operand, let reason): return "out of reach \(operand): \(reason)"
      }
    } catch {
      return "error \(error)"
    }
  }

  private static func expectation(_ example: JSONValue) -> String {
    let place = example["at"]?.string ?? "-"
    if let value = example["value"] { return "value \(canonical(value))" }
    if let operand = example["missing"]?.string { return "missing \(operand) at \(place)" }
    if let operand = example["outOfReach"]?.string {
      return "out of reach \(operand): \(example["reason"]?.string ?? "")"
    }
    if let operand = example["mistyped"]?.string {
      return
        "mistyped \(operand): \(example["expected"]?.string ?? ""), not \(example["actual"]?.string ?? "") at \(place)"
    }
    return "error \(example["error"]?.string ?? "")"
  }

  /// The value with numbers by what they are, not by how they are written.
  private static func canonical(_ value: JSONValue) -> String {
    switch value.kind {
    case .number: value.int.map { "\($0)" } ?? "\(value.number?.double ?? .nan)"
    case .array: "[" + value.items.map(canonical).joined(separator: ",") + "]"
    default: value.kind == .string ? JSONEscapes.quote(value.string ?? "") : value.text
    }
  }

  @Test func listsItsReferences() throws {
    let expression = try Expression(
      parsing: "all($response.body#/a, $item#/b == $steps.s.outputs.x) && $last.outputs.y != $events.e#/z"
    )
    let texts = expression.references.map(\.text)
    #expect(
      texts == ["$response.body#/a", "$item#/b", "$steps.s.outputs.x", "$last.outputs.y", "$events.e#/z"]
    )
    #expect(expression.references.map(\.column) == [5, 24, 36, 59, 78])
  }

  /// A quantifier in a quantifier over a hostile array ends, and says so.
  @Test(arguments: [
    "all($data, all($data, all($data, $item == 1)))", "count($data, unique($data))", "all($data, $data == $data)",
    "all($data, $data in [1, $data])",
  ])
  func endsOnHostileArrays(_ rule: String) throws {
    var scope = Scope()
    scope.variables["data"] = .array(Array(repeating: .integer(1), count: 5_000))
    guard
      case .outOfReach = try Expression(parsing: rule).evaluate(in: scope, workLimit: 100_000)
    else {
      Issue.record("the work is not bounded")
      return
    }
  }

  /// Objects that differ in the first of their members cost no more than that.
  @Test(arguments: [true, false])
  func comparesUpToTheFirstDifference(isThere: Bool) throws {
    let text = String(repeating: "lorem ipsum ", count: 30)
    let objects = (0..<800).map { "{\"id\":\($0),\"text\":\"\(text)\",\"tags\":[\"a\",\"b\"]}" }
    let stray = isThere ? [] : ["{\"id\":1,\"text\":\"\(text)\",\"tags\":[\"a\"]}"]
    let all = "[\(objects.joined(separator: ","))]"
    let top = "[\((objects.reversed() + stray).joined(separator: ","))]"
    var scope = Scope()
    scope.variables["data"] = try JSONDocument(parsing: "{\"all\":\(all),\"top\":\(top)}").root
    let rule = try Expression(parsing: "all($data#/top, $item in $data#/all)", variables: ["data"])
    guard case .value(let value) = rule.evaluate(in: scope) else {
      Issue.record("\(rule.evaluate(in: scope))")
      return
    }
    #expect(value.bool == isThere)
  }

  /// An item costs what it takes to come to it, not what stands behind it.
  @Test func readsAnItemOfALongArrayForEachOther() throws {
    var scope = Scope()
    scope.variables["data"] = .array(Array(repeating: .integer(1), count: 5_000))
    let evaluation = try Expression(parsing: "all($data, $item == $data#/0)").evaluate(in: scope, workLimit: 100_000)
    guard case .value(let value) = evaluation, value.kind == .true else {
      Issue.record("\(evaluation)")
      return
    }
  }

  /// Whatever a text is cut to, reading it ends, in a tree or in an error that points into it.
  @Test func pointsIntoTheText() throws {
    let text =
      "all($response.body#/a/0, $item#/b >= -1.5e3) && !(\"é\" in [1, 'x']) || length($steps.s.all#/outputs/n) == 2"
    for length in 0...text.unicodeScalars.count {
      let cut = String(String.UnicodeScalarView(text.unicodeScalars.prefix(length)))
      do {
        _ = try Expression(parsing: cut)
      } catch {
        #expect((1...length + 1).contains(error.column), "\(cut)")
      }
    }
  }
}
