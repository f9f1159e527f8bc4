import AssayKit
import AssayText

/// `--only` and `--skip`, held against the checks there are: a gate that checks nothing must not pass.
struct CheckGlobs {
  private let options: VerifyOptions

  init(_ options: VerifyOptions) {
    self.options = options
  }

  /// Throws where an `--only` fits no check of any contract or no check is left; says which `--skip` fits none.
  func check(_ suites: [ConformanceSuite]) throws(ParsedArguments.Mistake) {
    for glob in options.only where checks(suites, only: [glob]).isEmpty {
      throw ParsedArguments.Mistake(message: "--only \(glob) fits no check\(suggestion(glob, suites))")
    }
    for glob in options.skip where checks(suites, skip: [glob]).count == checks(suites).count {
      Terminal.complain("warning: --skip \(glob) fits no check\(suggestion(glob, suites))")
    }
    if checks(suites, only: options.only, skip: options.skip).isEmpty {
      throw ParsedArguments.Mistake(message: "no check is left to run; assay lint says what is wrong with a contract")
    }
  }

  private func checks(_ suites: [ConformanceSuite], only: [String] = [], skip: [String] = []) -> [String] {
    var options = VerifyOptions()
    options.only = only
    options.skip = skip
    return suites.flatMap { $0.checks(options) }
  }

  private func suggestion(_ glob: String, _ suites: [ConformanceSuite]) -> String {
    let ids = checks(suites)
    let scenarios = ids.compactMap { $0.split(separator: "/").first.map(String.init) }.unique
    if let nearest = SpellingSuggestion.nearest(to: glob, among: ids + scenarios) {
      return "; did you mean \(nearest)?"
    }
    return ids.first.map { "; ids look like \($0)" } ?? ""
  }
}
