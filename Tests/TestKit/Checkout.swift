package import Foundation

/// The checkout the tests were built from: its root, and files beside it that only some machines have.
package enum Checkout {
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  package static let contracts = root.appending(path: "contracts")
  package static let fixtures = root.appending(path: "fixtures")

  /// The documents the contracts cite: `ASSAY_DOCUMENTS`, or `shared/documents` near the checkout; `nil` without either.
  package static let documents: URL? = beside("documents", variable: "ASSAY_DOCUMENTS")

  /// The official suites: `ASSAY_SUITES`, or `shared/suites` near the checkout; `nil` without either.
  package static let suites: URL? = beside("suites", variable: "ASSAY_SUITES")

  /// The file at `relative`, seen from the root.
  package static func url(_ relative: String) -> URL { root.appending(path: relative) }

  /// The path of the file at `relative`, seen from the root.
  package static func path(_ relative: String) -> String { url(relative).path(percentEncoded: false) }

  /// The bytes of the file at `relative`, seen from the root.
  package static func bytes(_ relative: String) throws -> [UInt8] { Array(try Data(contentsOf: url(relative))) }

  /// The text of the file at `relative`, seen from the root.
  package static func text(_ relative: String) throws -> String { String(decoding: try bytes(relative), as: UTF8.self) }

  /// The folder `variable` names, or `shared/name` in the first of six folders above the checkout that has it.
  private static func beside(_ name: String, variable: String) -> URL? {
    var candidates = ProcessInfo.processInfo.environment[variable].map { [URL(filePath: $0)] } ?? []
    var parent = root
    for _ in 0..<6 {
      candidates.append(parent.appending(path: "shared/\(name)"))
      parent.deleteLastPathComponent()
    }
    return candidates.first { FileManager.default.fileExists(atPath: $0.path(percentEncoded: false)) }
  }
}
