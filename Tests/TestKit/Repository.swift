package import Foundation

/// The checkout the tests were built from: its root, and files beside it that only some machines have.
package enum Repository {
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  package static let contracts = root.appending(path: "contracts")
  package static let fixtures = root.appending(path: "fixtures")

  /// The documents the contracts cite: `ASSAY_DOCUMENTS`, or `shared/documents` near the checkout; `nil` without either.
  package static let documents: URL? = beside("documents", variable: "ASSAY_DOCUMENTS")

  /// The official suite at `path` in `ASSAY_SUITES`, or in `shared/suites` near the checkout; `nil` without it.
  package static func suite(_ path: String) -> URL? {
    let folder = beside("suites", variable: "ASSAY_SUITES")?.appending(path: path)
    return folder.flatMap { FileManager.default.fileExists(atPath: $0.path(percentEncoded: false)) ? $0 : nil }
  }

  /// The file at `relative`, seen from the root.
  package static func url(_ relative: String) -> URL { root.appending(path: relative) }

  /// The path of the file at `relative`, seen from the root.
  package static func path(_ relative: String) -> String { url(relative).path(percentEncoded: false) }

  /// The bytes of the file at `relative`, seen from the root.
  package static func bytes(_ relative: String) throws -> [UInt8] { Array(try Data(contentsOf: url(relative))) }

  /// The text of the file at `relative`, seen from the root.
  package static func text(_ relative: String) throws -> String { String(decoding: try bytes(relative), as: UTF8.self) }

  /// The names of the project's own contracts, in order.
  package static var contractNames: [String] {
    get throws {
      let files = try FileManager.default.contentsOfDirectory(atPath: contracts.path(percentEncoded: false))
      return files.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }.map { String($0.dropLast(5)) }
        .sorted()
    }
  }

  /// The bytes of the file at `url`.
  package static func bytes(_ url: URL) throws -> [UInt8] { Array(try Data(contentsOf: url)) }

  /// The lines of the file at `url`; LF and CRLF end a line.
  package static func lines(_ url: URL) throws -> [String] {
    let text = String(decoding: try bytes(url), as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.hasSuffix("\r") ? String($0.dropLast()) : String($0)
    }
    if lines.last == "" { lines.removeLast() }
    return lines
  }

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
