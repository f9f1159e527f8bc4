import AssayFindings

extension [Finding] {
  /// The findings as a person reads them: `must` before `should` before `may`, each in the order of the run.
  var weightiestFirst: [Finding] {
    Level.allCases.sorted(by: >).flatMap { level in filter { $0.level == level } }
  }
}
