/// A promise no answer was held against.
public struct UnjudgedPromise: Sendable, Hashable, Codable {
  /// Why it was not.
  public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
    /// The responses contained nothing it applies to, which the documents allow: an optional field, an empty list, an unseen state.
    case vacuous
    /// A different fault prevented judging it.
    case blocked
  }

  /// The promise in words, with Markdown code spans around names.
  public var promise: String
  /// The level of the promise, in the words of RFC 2119.
  public var level: Level
  /// The first check that would have held the backend to it.
  public var check: String
  /// The kind of cause: the documents allow it, or a different fault prevented it.
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

/// The number of promises of each fate; each promise of the plan has exactly one.
public struct PromiseCounts: Sendable, Hashable {
  /// Those every answer kept that was held against them, and at least one was.
  public var kept = 0
  /// Those some answer broke.
  public var broken = 0
  /// The vacuous ones: the responses contained nothing they apply to.
  public var vacuous = 0
  /// The blocked ones: a different fault prevented judging them.
  public var blocked = 0

  /// Makes counts of nothing.
  public init(kept: Int = 0, broken: Int = 0, vacuous: Int = 0, blocked: Int = 0) {
    self.kept = kept
    self.broken = broken
    self.vacuous = vacuous
    self.blocked = blocked
  }

  /// All promises that were counted.
  public var all: Int { kept + broken + vacuous + blocked }

  /// The counts of two runs together.
  public static func + (left: PromiseCounts, right: PromiseCounts) -> PromiseCounts {
    PromiseCounts(
      kept: left.kept + right.kept,
      broken: left.broken + right.broken,
      vacuous: left.vacuous + right.vacuous,
      blocked: left.blocked + right.blocked
    )
  }
}
