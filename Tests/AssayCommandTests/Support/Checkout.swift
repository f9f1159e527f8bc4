import Foundation

/// Where things are in the checkout the tests were built from.
enum Checkout {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func path(_ relative: String) -> String { root.appending(path: relative).path(percentEncoded: false) }
}

/// A folder that is gone when the test is done with it.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "assay-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }
  func text(_ name: String) throws -> String { try String(contentsOf: url.appending(path: name), encoding: .utf8) }
}
