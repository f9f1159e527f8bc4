package import AssayFindings

/// A call derived from what a contract says of a request, made besides those of its scenarios: another request that is
/// right, or one that is wrong in one way.
package struct Probe: Sendable {
  /// The kind of change that a probe tries.
  package enum Kind: String, Sendable, CaseIterable {
    /// The choices that the contract lists: an omitted input, each value of an enumeration, a default.
    case choice
    /// A value the schema allows and no example shows.
    case value
    /// A request that is wrong in one way.
    case mistake
    /// Another method, or the same call again.
    case method
    /// The life of a job: created with a different request and followed to its end, requested early or in parallel with
    /// a different job, streamed a second time.
    case job
  }

  /// The expectation that the answer is checked against.
  package enum Expectation: Sendable {
    /// The operation's own promises, where a refusal is a fault of this level; `nil` if the backend may also refuse.
    case success(refusedAt: Level?)
    /// A refusal that says why: one of the statuses the contract documents, where it does. A success is a fault of this
    /// level; `nil` where the documents do not say that such a request is refused.
    case refusal([ResponsePromise], acceptedAt: Level?)
    /// Any answer but a failure of the backend's own.
    case anyAnswer
    /// One of the documented ends of the job that the step `maker` creates with a different request or before a
    /// different job; nothing if that call is refused.
    /// The promises that the documents make only about the job of a valid call apply if `isRight`.
    case end(maker: String, isRight: Bool)
  }

  /// The probe's name, which with those of scenario and step is its check's id: `probe-without-query-limit`.
  package var name: String
  package var kind: Kind
  /// The difference from the step's own request, in a phrase: "without the query parameter `limit`".
  package var about: String
  package var change: RequestChange
  package var expectation: Expectation
  /// The promise from which it is derived.
  package var promise: Promise
  /// Smaller changes of the same kind, where the backend fails over a large one.
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
    /// A size known to be taken, and that of the probe's own change.
    package var range: ClosedRange<Int>
    /// The phrase and the change of one size.
    package var make: @Sendable (Int) -> (about: String, change: RequestChange)

    package init(_ range: ClosedRange<Int>, _ make: @escaping @Sendable (Int) -> (about: String, change: RequestChange))
    {
      self.range = range
      self.make = make
    }
  }
}

extension Probe {
  /// True if it is the step's own call, sent a second time.
  package var isSecond: Bool {
    guard case .nothing = change else { return false }
    return about == Self.secondTime
  }

  /// The phrase that describes such a probe.
  package static let secondTime = "a second time"

  /// Returns the promise about the answer, in words.
  package func sentence(of operation: Operation) -> String {
    let call = "`\(operation.request.method) \(operation.request.path)` \(about)"
    switch expectation {
    case .success(.some): return "\(call) returns what is documented"
    case .success(nil): return "\(call) returns what is documented, or is refused"
    case .refusal(_, .some): return "\(call) is refused"
    case .refusal(_, nil), .anyAnswer: return "\(call) returns no server error"
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
    case .anyAnswer: .should
    case .end: .must
    }
  }
}
