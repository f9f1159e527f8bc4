package import AssayContract
package import AssayFindings

/// A promise that an answer breaks, as its judge writes it, with the finding that presents it.
package struct BrokenFate: Sendable {
  package var finding: Finding
  /// The broken promises; none for a note about something that is not promised.
  package var promises: Set<BrokenPromise>

  /// Makes a broken fate of promises.
  package init(_ finding: Finding, breaking promises: Set<BrokenPromise>) {
    self.finding = finding
    self.promises = promises
  }

  /// Makes the broken fate of all that stands at `sites`.
  package init(_ finding: Finding, breaking sites: [PromiseSite]) {
    self.init(finding, breaking: Set(sites.map { BrokenPromise(site: $0, level: finding.level) }))
  }

  /// Makes the broken fate of one promise of `contract`.
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

  /// The fate with the promises at `sites` as those that are broken.
  package func breaking(_ sites: [PromiseSite]) -> BrokenFate { BrokenFate(finding, breaking: sites) }

  /// The fate at a moment of a longer exchange.
  func placed(at moment: Place.Moment?) -> BrokenFate { BrokenFate(finding.placed(at: moment), breaking: promises) }
}

/// A broken promise: one place may say something of a field at several levels, each of which is a promise.
package struct BrokenPromise: Hashable, Sendable {
  package var site: PromiseSite
  package var level: Level
}
