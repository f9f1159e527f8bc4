package import AssayContract
package import AssayFindings

extension Finding {
  /// Makes a finding of a broken promise of `contract`; the check and the operation are for the caller to say.
  package init(
    breaking promise: Promise,
    of contract: Contract,
    level: Level? = nil,
    rule: String,
    location: String,
    message: String,
    expected: String = "",
    actual: String = "",
    excerpt: String = "",
    alternatives: [String] = []
  ) {
    self.init(
      level: level ?? promise.level,
      rule: rule,
      location: location,
      message: message,
      expected: expected,
      actual: actual,
      sources: promise.sources,
      promise: contract.place(of: promise),
      excerpt: excerpt,
      alternatives: alternatives
    )
  }
}
