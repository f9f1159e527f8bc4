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

  /// Writes the file called `name`; returns its path.
  package func write(_ text: String, to name: String) throws -> String {
    try text.write(to: url.appending(path: name), atomically: true, encoding: .utf8)
    return path(name)
  }

  /// The text of the file called `name`.
  package func text(_ name: String) throws -> String {
    try String(contentsOf: url.appending(path: name), encoding: .utf8)
  }
}
