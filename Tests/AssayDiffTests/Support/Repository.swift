import AssayContract
import Foundation
import Testing

/// Where things are in the checkout the tests were built from.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let fixtures = root.appending(path: "fixtures")

  static func path(_ relative: String) -> String { root.appending(path: relative).path(percentEncoded: false) }

  /// The interpreter `make test` prepared, or the system's.
  static let python = ProcessInfo.processInfo.environment["ASSAY_PYTHON"] ?? "/usr/bin/env python3"

  /// Whether goldens are written anew; a run that does so fails, so that nobody mistakes it for a passing one.
  static let isRecording = ProcessInfo.processInfo.environment["ASSAY_RECORD"] == "1"

  static func bytes(_ url: URL) throws -> [UInt8] { [UInt8](try Data(contentsOf: url)) }

  /// The names of the folders in `folder`, in order.
  static func folders(in folder: URL) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { name in
      var isFolder: ObjCBool = false
      let path = folder.appending(path: name).path(percentEncoded: false)
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
        && !name.hasPrefix("_")
    }.sorted()
  }

  /// The contract at `url`, called by its last component.
  static func contract(_ url: URL) throws -> Contract {
    try ContractLoader.load(bytes: bytes(url), file: url.lastPathComponent)
  }

  /// Holds `text` against the file at `url`; written anew under `ASSAY_RECORD=1`, in a run that then fails.
  static func expect(_ text: String, _ url: URL, sourceLocation: SourceLocation = #_sourceLocation) throws {
    if isRecording {
      try Data(text.utf8).write(to: url)
      Issue.record("\(url.lastPathComponent) was written anew; read it", sourceLocation: sourceLocation)
      return
    }
    let expected = String(decoding: try bytes(url), as: UTF8.self)
    #expect(text == expected, sourceLocation: sourceLocation)
  }
}

/// The four documented systems.
enum DocumentedSystem: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case mondrian
  case serialOCR = "serial-ocr"
  case memorai
  case landmark

  var testDescription: String { rawValue }
  var contract: String { Repository.path("contracts/\(rawValue).json") }
  /// The implementation that shares no line of code with Assay.
  var backend: String {
    Repository.path("fixtures/backends/\(rawValue.replacingOccurrences(of: "-", with: "_")).py")
  }
}
