/// A promise that was not tested by any response, with the reason.
public struct UnjudgedPromise: Sendable, Hashable, Codable {
  /// The reason why a promise was not judged.
  public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
    /// The responses contained nothing to which the promise applies, which the documents allow: an optional field, an
    /// empty list, an unseen state.
    case vacuous
    /// A different fault kept the promise from being judged.
    case blocked
  }

  /// The promise in words, with Markdown code spans around names.
  public var promise: String
  /// The level of the promise, in the words of RFC 2119.
  public var level: Level
  /// The first check that would have judged the promise.
  public var check: String
  /// The kind of reason: there was nothing to test, or a different fault prevented judging.
  public var kind: Kind
  /// The missing data, or the fault that prevented judging; a sentence without a full stop.
  public var reason: String
  /// The fate that prevented judging; `nil` if the promise was not blocked, or by nothing that is wrong.
  public var cause: Cause?
  /// The document lines that the promise is based on.
  public var sources: [Citation]
  /// The place in the contract.
  public var place: ContractPlace?

  /// Makes an entry.
  public init(
    promise: String,
    level: Level,
    check: String,
    kind: Kind,
    reason: String,
    because cause: Cause? = nil,
    sources: [Citation] = [],
    place: ContractPlace? = nil
  ) {
    self.promise = promise
    self.level = level
    self.check = check
    self.kind = kind
    self.reason = reason
    self.cause = cause
    self.sources = sources
    self.place = place
  }
}

/// The number of promises by result: kept, broken, vacuous and blocked. Each promise of the plan counts exactly once.
public struct PromiseCounts: Sendable, Hashable {
  /// The number of kept promises: at least one answer was checked, and all checked answers kept the promise.
  public var kept = 0
  /// The number of promises broken by any answer.
  public var broken = 0
  /// The number of vacuous promises: the responses contained nothing to which they apply.
  public var vacuous = 0
  /// The number of blocked promises: a different fault prevented judging them.
  public var blocked = 0

  /// Makes counts, by default zero.
  public init(kept: Int = 0, broken: Int = 0, vacuous: Int = 0, blocked: Int = 0) {
    self.kept = kept
    self.broken = broken
    self.vacuous = vacuous
    self.blocked = blocked
  }

  /// The number of all promises counted.
  public var all: Int { kept + broken + vacuous + blocked }

  /// Returns the sum of the counts of two runs.
  public static func + (left: PromiseCounts, right: PromiseCounts) -> PromiseCounts {
    PromiseCounts(
      kept: left.kept + right.kept,
      broken: left.broken + right.broken,
      vacuous: left.vacuous + right.vacuous,
      blocked: left.blocked + right.blocked
    )
  }
}
