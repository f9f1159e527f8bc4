package import Foundation

/// A folder that is gone when the test is done with it.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "assay-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of the file called `name`.
  package func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  /// The text of the file called `name`.
  package func text(_ name: String) throws -> String {
    try String(contentsOf: url.appending(path: name), encoding: .utf8)
  }
}
