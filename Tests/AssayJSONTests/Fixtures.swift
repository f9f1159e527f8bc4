import Foundation

/// The files tests are made of.
enum Fixtures {
  /// The package's root.
  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let json = package.appendingPathComponent("fixtures/json")

  /// The names in a folder, in order.
  static func names(in folder: URL) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []
  }

  static func bytes(of file: URL) throws -> [UInt8] { Array(try Data(contentsOf: file)) }

  /// Whether expectations are to be rewritten; a run that does so fails.
  static let isRecording = ProcessInfo.processInfo.environment["ASSAY_RECORD"] != nil

  /// The JSON parsing suite: `$ASSAY_SUITES/json-parsing`, or `shared/suites/json-parsing` beside or above the package.
  static let parsingSuite: URL? = {
    var candidates = ProcessInfo.processInfo.environment["ASSAY_SUITES"].map { [URL(fileURLWithPath: $0)] } ?? []
    var parent = package
    for _ in 0..<6 {
      candidates.append(parent.appendingPathComponent("shared/suites"))
      parent.deleteLastPathComponent()
    }
    return candidates.map { $0.appendingPathComponent("json-parsing/test_parsing") }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }()
}
