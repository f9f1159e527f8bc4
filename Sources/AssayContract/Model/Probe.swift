package import AssayFindings

/// A call derived from the contract's description of a request, made in addition to those of its scenarios. It is a
/// different valid request, or one that is invalid in one way.
package struct Probe: Sendable {
  /// The kind of change that a probe tries.
  package enum Kind: String, Sendable, CaseIterable {
    /// The choices that the contract lists: an omitted input, each value of an enumeration, a default.
    case choice
    /// A value that the schema allows but no example shows.
    case value
    /// A request that is invalid in one way.
    case mistake
    /// A different method, or the same call again.
    case method
    /// The life cycle of a job: created by a different request and followed to its end, requested early, requested in
    /// parallel with a different job, or streamed a second time.
    case job
  }

  /// The expectation that the answer is checked against.
  package enum Expectation: Sendable {
    /// The operation's own promises, where a refusal is a fault of this level; `nil` if the backend may also refuse.
    case success(refusedAt: Level?)
    /// A refusal with a reason: one of the documented statuses, if any. A success is a fault of this level; `nil` if
    /// the documents do not say that such a request is refused.
    case refusal([ResponsePromise], acceptedAt: Level?)
    /// Any answer except a failure of the backend itself.
    case anyAnswer
    /// A documented end of the job that the step `maker` creates with a different request or before a different job; no
    /// expectation if that call is refused. Promises about the job of a valid call apply only if `isRight` is true.
    case end(maker: String, isRight: Bool)
    /// Any answer except a failure of the backend itself: the job that the step `maker` creates is requested at once, and
    /// again after it has had the time to end by itself.
    case course(maker: String)

    /// The id of the step that creates the job; `nil` if the probe is about no job.
    package var maker: String? {
      switch self {
      case .end(let maker, _), .course(let maker): maker
      case .success, .refusal, .anyAnswer: nil
      }
    }
  }

  /// The probe's name, such as `probe-without-query-limit`. With the names of scenario and step it forms the check's
  /// id.
  package var name: String
  package var kind: Kind
  /// The difference from the step's own request, in a phrase: "without the query parameter `limit`".
  package var about: String
  package var change: RequestChange
  package var expectation: Expectation
  /// The promise of the contract from which the probe is derived.
  package var promise: Promise
  /// Smaller changes of the same kind, tried if the backend fails on a large one.
  package var sizes: Sizes?
  /// True if a call that succeeds may change the answer to a later one.
  package var isUnsafe = false

  package init(
    _ name: String,
    _ kind: Kind,
    _ about: String,
    _ change: RequestChange,
    _ expectation: Expectation,
    promise: Promise
  ) {
    self.name = name
    self.kind = kind
    self.about = about
    self.change = change
    self.expectation = expectation
    self.promise = promise
  }

  /// The sizes a change can have.
  package struct Sizes: Sendable {
    /// The range from a size known to be accepted to the size of the probe's own change.
    package var range: ClosedRange<Int>
    /// Returns the request's change of a given size, and a phrase that describes it.
    package var make: @Sendable (Int) -> (about: String, change: RequestChange)

    package init(_ range: ClosedRange<Int>, _ make: @escaping @Sendable (Int) -> (about: String, change: RequestChange))
    {
      self.range = range
      self.make = make
    }
  }
}

extension Probe {
  /// True if the probe is the step's own call, sent a second time.
  package var isSecond: Bool {
    guard case .nothing = change else { return false }
    return about == Self.secondTime
  }

  /// The phrase for a probe that repeats the step's own call.
  package static let secondTime = "a second time"

  /// Returns a sentence that says what the probe's call is expected to return.
  package func sentence(of operation: Operation) -> String {
    let call = "`\(operation.request.method) \(operation.request.path)` \(about)"
    switch expectation {
    case .success(.some): return "\(call) returns what is documented"
    case .success(nil): return "\(call) returns what is documented, or is refused"
    case .refusal(_, .some): return "\(call) is refused"
    case .refusal(_, nil), .anyAnswer, .course: return "\(call) returns no server error"
    case .end:
      if case .exchange = operation.interaction { return "\(call) returns what is documented" }
      return "\(call) reaches a documented end"
    }
  }

  /// The level of a failure that the backend itself causes.
  package var level: Level {
    switch expectation {
    case .success(let level): level ?? .should
    case .refusal(let documented, _): documented.map(\.promise.level).max() ?? .should
    case .anyAnswer, .course: .should
    case .end: .must
    }
  }
}
