import AssayJSON
import Foundation
import Testing

@Suite("JSON texts of our own")
struct ParsingFixtureTests {
  @Test(arguments: Fixtures.names(in: Fixtures.json.appendingPathComponent("accepted")))
  func accepted(name: String) throws {
    let folder = Fixtures.json.appendingPathComponent("accepted/\(name)")
    let document = try JSONDocument(parsing: try Fixtures.bytes(of: folder.appendingPathComponent("text.json")))
    try compare(outline(document.root), with: folder.appendingPathComponent("outline.txt"))
  }

  @Test(arguments: Fixtures.names(in: Fixtures.json.appendingPathComponent("rejected")))
  func rejected(name: String) throws {
    let folder = Fixtures.json.appendingPathComponent("rejected/\(name)")
    let bytes = try Fixtures.bytes(of: folder.appendingPathComponent("text.json"))
    let error = try #require(throws: JSONError.self) { try JSONDocument(parsing: bytes) }
    try compare("\(error.offset): \(error)\n", with: folder.appendingPathComponent("error.txt"))
  }

  /// A text cut anywhere is an error that points into it, never a crash.
  @Test(arguments: Fixtures.names(in: Fixtures.json.appendingPathComponent("accepted")))
  func cutAnywhere(name: String) throws {
    let bytes = try Fixtures.bytes(of: Fixtures.json.appendingPathComponent("accepted/\(name)/text.json"))
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

  private func compare(_ text: String, with file: URL) throws {
    if Fixtures.isRecording {
      try text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(file.lastPathComponent)")
      return
    }
    #expect(try text == String(contentsOf: file, encoding: .utf8))
  }
}
