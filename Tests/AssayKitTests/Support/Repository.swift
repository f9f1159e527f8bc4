import Foundation
import Testing

/// Where things are in the checkout the tests were built from.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func path(_ relative: String) -> String { root.appending(path: relative).path(percentEncoded: false) }

  /// The interpreter `make test` prepared, or the system's.
  static let python = ProcessInfo.processInfo.environment["ASSAY_PYTHON"] ?? "/usr/bin/env python3"
}

/// The four documented systems.
enum DocumentedSystem: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case mondrian
  case serialOCR = "serial-ocr"
  case memorai
  case landmark

  var testDescription: String { rawValue }
  var contract: String { Repository.path("contracts/\(rawValue).json") }
  /// The second implementation of the backend, written from the documents alone.
  var backend: String {
    Repository.path("fixtures/backends/\(rawValue.replacingOccurrences(of: "-", with: "_")).py")
  }
}
