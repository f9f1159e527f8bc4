import Foundation

/// Where the tests find the project's own files, and files that may stand beside it.
enum Repository {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let contracts = root.appending(path: "contracts")
  static let fixtures = root.appending(path: "fixtures")

  /// The documents the contracts cite: `ASSAY_DOCUMENTS`, or a folder beside the repository; `nil` where neither is there.
  static let documents: URL? = {
    let named = ProcessInfo.processInfo.environment["ASSAY_DOCUMENTS"].map { URL(filePath: $0) }
    let folder = named ?? root.deletingLastPathComponent().appending(path: "shared/documents")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  /// Whether goldens are written anew; a run that does so fails, so that nobody mistakes it for a passing one.
  static let isRecording = ProcessInfo.processInfo.environment["ASSAY_RECORD"] == "1"

  static func bytes(_ url: URL) throws -> [UInt8] { [UInt8](try Data(contentsOf: url)) }

  /// The names of the folders in `folder`, in order.
  static func folders(in folder: URL) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  /// The lines of the file at `url`; LF and CRLF end a line.
  static func lines(_ url: URL) throws -> [String] {
    let text = String(decoding: try bytes(url), as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.hasSuffix("\r") ? String($0.dropLast()) : String($0)
    }
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
