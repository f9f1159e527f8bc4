import AssayJSON
import Foundation
import TestKit
import Testing

@Suite("JSON texts of our own")
struct ParsingFixtureTests {
  @Test(arguments: try Fixtures.folders("json/accepted"))
  func accepted(name: String) throws {
    let folder = Repository.url("fixtures/json/accepted/\(name)")
    let document = try JSONDocument(parsing: try Repository.bytes(folder.appendingPathComponent("text.json")))
    try Golden.expect(outline(document.root), folder.appendingPathComponent("outline.txt"))
  }

  @Test(arguments: try Fixtures.folders("json/rejected"))
  func rejected(name: String) throws {
    let folder = Repository.url("fixtures/json/rejected/\(name)")
    let bytes = try Repository.bytes(folder.appendingPathComponent("text.json"))
    let error = try #require(throws: JSONError.self) { try JSONDocument(parsing: bytes) }
    try Golden.expect("\(error.offset): \(error)\n", folder.appendingPathComponent("error.txt"))
  }

  /// A text cut anywhere is an error that points into it, never a crash.
  @Test(arguments: try Fixtures.folders("json/accepted"))
  func cutAnywhere(name: String) throws {
    let bytes = try Repository.bytes(Repository.url("fixtures/json/accepted/\(name)/text.json"))
    let whole = try JSONDocument(parsing: bytes).root
    guard whole.kind == .object || whole.kind == .array else { return }
    for length in 0..<whole.byteRange.upperBound {
      let error = try #require(throws: JSONError.self) { try JSONDocument(parsing: Array(bytes[..<length])) }
      #expect(error.offset <= length, "cut at \(length)")
    }
  }

  /// One line a value: its place, kind, bytes, and what a reader sees.
  private func outline(_ value: JSONValue) -> String {
    var lines = ""
    for index in value.document.tape.indices {
      let entry = JSONValue(document: value.document, index: index)
      guard entry.byteRange.count < 200 || index == 0 else { continue }
      let shown = entry.string.map(JSONEscapes.quote) ?? entry.number?.text ?? String(entry.count)
      lines += "\(entry.byteRange.lowerBound)-\(entry.byteRange.upperBound) \(entry.kind) \(shown)\n"
    }
    return lines
  }
}
