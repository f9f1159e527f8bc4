import AssayKit
import AssayText

extension [String] {
  /// Loads the contracts that the operands name. If an operand is a document, a contract is drafted from it in memory,
  /// which is noted on standard error.
  func load(_ options: VerifyOptions = VerifyOptions(), isVerbose: Bool = false) async throws(ConformanceError)
    -> [ConformanceSuite]
  {
    var suites: [ConformanceSuite] = []
    for operand in self {
      let suite = try await ConformanceSuite.load(operand, options: options)
      suite.noteDerivation(from: operand, options, isVerbose: isVerbose)
      suites.append(suite)
    }
    return suites
  }
}

extension ConformanceSuite {
  /// Prints a note about scenarios that only run on request (tagged `unsafe`). For a contract drafted in memory, the
  /// note about the draft already says so.
  func noteUnsafeScenarios() {
    guard derivation == nil, unsafeScenarios > 0 else { return }
    let count = unsafeScenarios.counted("scenario")
    Terminal.complain("note: \(service): \(count) that may remove or change other data not run (--unsafe runs them)")
  }

  /// Prints a note of three lines about a contract drafted in memory: what it contains, what was left out, and how to
  /// save it.
  func noteDerivation(from operand: String, _ options: VerifyOptions = VerifyOptions(), isVerbose: Bool = false) {
    guard let draft = derivation else { return }
    let operand = Self.shown(operand)
    for warning in draft.warnings { Terminal.complain("warning: \(warning)") }
    if isVerbose { for loss in draft.notCarriedOver { Terminal.complain("not carried over: \(loss)") } }
    Terminal.complain(
      "\(operand): drafted \(draft.operations.counted("operation")) and \(checks().count.counted("check"))"
    )
    let lost = draft.notCarriedOver.count
    var left = lost == 0 ? "all of it was carried over" : "\(lost.counted("thing")) not carried over"
    if lost > 0, !isVerbose { left += " (--verbose lists them)" }
    let skipped = options.selection.runsUnsafe ? 0 : unsafeScenarios
    if skipped > 0 {
      left += "; \(skipped.counted("scenario")) that may remove or change other data not run (--unsafe runs them)"
    }
    Terminal.complain("  \(left)")
    Terminal.complain("  keep and edit the draft: assay derive \(operand) -o \(service).json")
  }
}
