import AssayHTTP
import AssayJSON
import Foundation
import TestKit
import Testing

/// The rows of `fixtures/http/path-templates.json`: a template, a path, and its parameters as they are written.
struct PathTemplateTests {
  static var rows: [JSONValue] {
    get throws {
      let file = Repository.fixtures.appending(path: "http/path-templates.json")
      return Array(try JSONDocument(parsing: try Repository.bytes(file)).root.items)
    }
  }

  @Test(arguments: try rows) func matchesAsDocumented(_ row: JSONValue) throws {
    let template = PathTemplate(try #require(row["template"]?.string))
    let parameters = template.matchWritten(try #require(row["path"]?.string))
    #expect(parameters.map { $0.mapValues { $0 } } == row["parameters"].flatMap(Self.parameters))
  }

  private static func parameters(_ value: JSONValue) -> [String: String]? {
    guard value.kind == .object else { return nil }
    return Dictionary(value.members.map { ($0.key, $0.value.string ?? "") }) { _, last in last }
  }

  /// The path of each row with parameters is the template expanded with them, but for slashes that a client left as they are.
  @Test(arguments: try rows) func expandsToThePathItMatches(_ row: JSONValue) throws {
    guard let parameters = row["parameters"].flatMap(Self.parameters) else { return }
    let path = PathTemplate(try #require(row["template"]?.string)).expanded { parameters[$0] ?? "" }
    #expect(path == row["path"]?.string)
  }

  @Test func decodesParameters() {
    #expect(PathTemplate("/a/{x}").match("/a/b%20c") == ["x": "b c"])
    #expect(PathTemplate("/a/{x}").match("/a/b%zz") == ["x": "b%zz"])
  }

  @Test func namesItsParametersInOrder() {
    #expect(PathTemplate("/{z}/{x}/{y}.{format}").parameters == ["z", "x", "y", "format"])
    #expect(PathTemplate("/{z}/{x}/{y}.{format}").shape == "/{}/{}/{}.{}")
    #expect(PathTemplate("/a/{b}/c").words == ["a", nil, "c"])
  }

  @Test(
    arguments: [
      ("/a{", [.literal("/a"), .unclosed]), ("/{}", [.literal("/"), .unclosed, .literal("}")]),
      ("/{a/b}", [.literal("/"), .unclosed, .literal("a/b}")]), ("{a{b}", [.unclosed, .literal("a"), .parameter("b")]),
    ] as [(String, [PathTemplate.Piece])]
  )
  func aBraceThatIsNotClosedIsText(_ text: String, _ pieces: [PathTemplate.Piece]) {
    #expect(PathTemplate.pieces(of: text) == pieces)
  }
}
