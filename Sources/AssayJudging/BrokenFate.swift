package import AssayContract
package import AssayFindings

/// A finding about a response, with the promises of the contract that it breaks.
package struct BrokenFate: Sendable {
  package var finding: Finding
  /// The broken promises; none for a note about something that is not promised.
  package var promises: Set<BrokenPromise>

  /// Makes the record of `finding`, which breaks `promises`.
  package init(_ finding: Finding, breaking promises: Set<BrokenPromise>) {
    self.finding = finding
    self.promises = promises
  }

  /// Makes the record of `finding`, which breaks all promises at `sites` at the finding's level.
  package init(_ finding: Finding, breaking sites: [PromiseSite]) {
    self.init(finding, breaking: Set(sites.map { BrokenPromise(site: $0, level: finding.level) }))
  }

  /// Makes the record of one broken promise of `contract`, with a new finding.
  package init(
    _ promise: Promise,
    _ aspect: PromiseSite.Aspect = .whole,
    of contract: Contract,
    level: Level? = nil,
    rule: Rule,
    place: Place = .answer,
    reason: Reason,
    excerpt: String = "",
    alternatives: [String] = []
  ) {
    let finding = Finding(
      breaking: promise,
      of: contract,
      level: level,
      rule: rule,
      place: place,
      reason: reason,
      excerpt: excerpt,
      alternatives: alternatives
    )
    self.init(finding, breaking: [PromiseSite(promise, aspect)])
  }

  /// Returns a copy with the same finding, in which the promises at `sites` are the broken ones.
  package func breaking(_ sites: [PromiseSite]) -> BrokenFate { BrokenFate(finding, breaking: sites) }

  /// Returns a copy whose finding is placed at `moment`: the event, poll or repeated response in which it occurred.
  func placed(at moment: Place.Moment?) -> BrokenFate { BrokenFate(finding.placed(at: moment), breaking: promises) }
}

/// A broken promise: its place in the contract and its level. Several promises about one field can have the same place
/// but different levels.
package struct BrokenPromise: Hashable, Sendable {
  package var site: PromiseSite
  package var level: Level
}
