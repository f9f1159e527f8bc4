package import Testing

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
