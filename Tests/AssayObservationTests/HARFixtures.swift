import Foundation

/// The recordings in `fixtures/har`.
enum HARFixtures {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "fixtures/har")

  /// `ASSAY_RECORD=1` writes the goldens anew, and fails.
  static let isRecording = ProcessInfo.processInfo.environment["ASSAY_RECORD"] != nil

  /// The names of the files with `suffix` in a folder, without it.
  static func names(in place: String, suffix: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: place).path)) ?? []
    return files.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.sorted()
  }

  static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appending(path: path))) }
}
