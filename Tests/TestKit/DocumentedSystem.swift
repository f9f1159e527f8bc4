import Foundation
import Testing

/// The four systems whose documents the project's own contracts are made of.
package enum DocumentedSystem: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case mondrian
  case serialOCR = "serial-ocr"
  case memorai
  case landmark

  package var testDescription: String { rawValue }
  package var contract: String { Repository.path("contracts/\(rawValue).json") }
  /// The implementation that shares no line of code with Assay.
  package var backend: String { Repository.path("fixtures/backends/\(rawValue.replacing("-", with: "_")).py") }
}

/// A contract of `contracts/`, the cookbook's among them, and a backend in Python that keeps it or breaks it.
package struct ForeignSystem: Sendable, CustomTestStringConvertible {
  package let name: String
  package let contract: String
  package let backend: String
  /// What its variables take from the environment; `nil` where they need nothing.
  package let environment: String?
  package var testDescription: String { name }

  package init(_ system: DocumentedSystem) {
    (name, contract, backend, environment) = (system.rawValue, system.contract, system.backend, nil)
  }

  private init(example file: String) {
    name = String(file.prefix { $0 != "." })
    contract = Repository.path("contracts/examples/\(file)")
    let script = name.replacing("-", with: "_")
    backend = Repository.path("fixtures/backends/\(script).py")
    let environment = Repository.path("fixtures/backends/\(script).env")
    self.environment = FileManager.default.fileExists(atPath: environment) ? environment : nil
  }

  /// The contracts of the cookbook.
  package static var examples: [ForeignSystem] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: Repository.path("contracts/examples"))) ?? []
    return files.filter { $0.hasSuffix(".json") || $0.hasSuffix(".yaml") }.sorted().map { ForeignSystem(example: $0) }
  }

  /// Those of them that are probed: they let in only whom they know, take what a variable says, speak several media types.
  package static var probed: [ForeignSystem] {
    examples.filter { ["notes", "postage", "session", "stock"].contains($0.name) }
  }

  package static var all: [ForeignSystem] { DocumentedSystem.allCases.map { ForeignSystem($0) } + examples }
}
