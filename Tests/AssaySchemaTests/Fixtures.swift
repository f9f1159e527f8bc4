import AssayJSON
import Foundation
import Testing

/// The files tests are made of.
enum Fixtures {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("fixtures")

  /// The names in a folder of fixtures, in order.
  static func names(in path: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(path).path)
    return names?.sorted() ?? []
  }

  static func document(_ path: String) throws -> JSONDocument {
    try JSONDocument(parsing: Array(try Data(contentsOf: folder.appendingPathComponent(path))))
  }

  /// Compares `text` with a file; under `ASSAY_RECORD` writes it, and fails.
  static func compare(_ text: String, with path: String) throws {
    let file = folder.appendingPathComponent(path)
    if ProcessInfo.processInfo.environment["ASSAY_RECORD"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(path)")
      return
    }
    #expect(try text == String(contentsOf: file, encoding: .utf8))
  }
}
