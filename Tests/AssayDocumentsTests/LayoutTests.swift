import AssayDocuments
import AssayJSON
import Foundation
import TestKit
import Testing

/// Texts laid out anew: they mean the same, have every comment, and laid out twice they stay as they are.
struct LayoutTests {
  /// In `fixtures/documents/comments` each comment has a word of its own, `W1` and so on.
  static var texts: [String] {
    get throws {
      let comments = try Fixtures.files("documents/comments", suffix: "").map { "fixtures/documents/comments/\($0)" }
      let contracts = try Fixtures.folders("lint").flatMap { name in
        ["json", "yaml"].map { "fixtures/lint/\(name)/contract.\($0)" }
      }
      return comments
        + (contracts + ["contracts/examples/session.yaml"]).filter {
          FileManager.default.fileExists(atPath: Repository.path($0))
        }
    }
  }

  @Test(arguments: try texts)
  func nothingIsLostAndNothingMoves(_ path: String) throws {
    let bytes = try Repository.bytes(path)
    let isYAML = path.hasSuffix(".yaml")
    // Some of the fixtures show what cannot be read; what aliases repeat is not laid out.
    guard let document = Self.document(bytes, isYAML: isYAML), !(isYAML && YAMLText.hasAliases(bytes)) else {
      #expect(!path.contains("comments"))
      return
    }
    let words = path.contains("comments") ? Self.words(String(decoding: bytes, as: UTF8.self)) : []
    let value = CommentedValue(document, isYAML: isYAML)
    for kind in [true, false] {
      let (first, read) = try Self.laidOut(value, of: document, asYAML: kind)
      #expect(Self.words(first) == words, "\(first)")
      let (second, _) = try Self.laidOut(read, of: document, asYAML: kind)
      #expect(second == first)
      let (third, crossed) = try Self.laidOut(read, of: document, asYAML: !kind)
      #expect(Self.words(third) == words, "\(third)")
      let (fourth, _) = try Self.laidOut(crossed, of: document, asYAML: !kind)
      #expect(fourth == third)
    }
  }

  /// Each comment stands where a reader looks for it.
  @Test(arguments: [
    (#"{"a": [{"b": 1}, // first"# + "\n{\"b\": 2}]}", "a:\n  # first\n  - b: 1\n  - b: 2\n"),
    ("{\"a\": {\"b\": 1} // where\n}", "a: # where\n  b: 1\n"), ("{\"a\": [ /* C */ ]}", "a: [] # C\n"),
    ("{\"a\": [1, 2] /* C */, \"b\": [\n// D\n]}", "a: [1, 2] # C\nb: [] # D\n"),
    ("{\"a\": {\"b\": 1\n// last\n}, \"c\": 2}", "a:\n  b: 1\n  # last\nc: 2\n"),
    ("//     code\n//\n/// doc\n////////\n/*\n * a\n *   b\n */\n1", "#     code\n#\n# doc\n# //////\n# a\n#   b\n1\n"),
    ("{\"\(String(repeating: "k", count: 1100))\": 1}", "? \(String(repeating: "k", count: 1100))\n: 1\n"),
    ("[\"a: \u{93E}\", \"a #\u{93E}\"]", "- \"a: \u{93E}\"\n- \"a #\u{93E}\"\n"),
  ])
  func standsInYAML(_ json: String, _ yaml: String) throws {
    let document = try JSONDocument(parsingCommented: Array(json.utf8), limits: JSONLimits())
    let text = YAMLLayout.text(of: CommentedValue(document, isYAML: false))
    #expect(text == yaml)
    let read = try YAMLText.document(Array(text.utf8), limits: JSONLimits())
    #expect(read.root == document.root)
  }

  private static func document(_ bytes: [UInt8], isYAML: Bool) -> JSONDocument? {
    let limits = JSONLimits(size: 4 << 20)
    return isYAML
      ? try? YAMLText.document(bytes, limits: limits) : try? JSONDocument(parsingCommented: bytes, limits: limits)
  }

  private static func laidOut(
    _ value: CommentedValue,
    of document: JSONDocument,
    asYAML isYAML: Bool
  ) throws -> (String, CommentedValue) {
    let text = isYAML ? YAMLLayout.text(of: value) : JSONLayout.text(of: value)
    let read = try #require(Self.document(Array(text.utf8), isYAML: isYAML), "\(text)")
    #expect(read.root == document.root, "\(text)")
    return (text, CommentedValue(read, isYAML: isYAML))
  }

  /// The words `W1`, `W2` and so on.
  private static func words(_ text: String) -> Set<String> {
    Set(
      text.split { !$0.isLetter && !$0.isNumber }.filter { $0.first == "W" && Int($0.dropFirst()) != nil }.map {
        String($0)
      }
    )
  }
}
