public import AssayFindings

/// The differences between a backend and its documents, for the owner of the guide.
public struct DriftReport: Sendable {
  /// The verdict over the whole.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// The backend matches its documents, as far as it was seen.
    case none
    /// All drift is in the baseline.
    case known
    /// There is drift beyond the baseline.
    case drift
    /// No answer was received.
    case unobserved
    /// The run was interrupted; the report holds what was seen by then.
    case interrupted
  }

  /// The run it was made from: names, servers, documents, times.
  public var run: RunResult
  /// The operations in the contract's order, which is that of the rows.
  public var operations: [String]
  /// Those that were seen to answer.
  public var observed: Set<String>
  /// Drift and notes, operation by operation, in an order that is the same in each run.
  public var rows: [DriftRow]
  /// The rows of the baseline that this run showed to be gone.
  public var healed: [DriftRow]
  /// The documented parts that were seen, now or in the baseline, which a later run can miss.
  public var seen: [SeenPart] = []
  /// The lines of the documents at hand, by their files.
  public var documents: [String: [String]] = [:]
  /// The end of each of those lines, a line feed by default; empty for a last line without an end.
  public var lineEnds: [String: [String]] = [:]
  /// True if the run was meant to cover all parts of the contract, and did; nothing heals or disappears in any other
  /// run.
  public var isWhole = true
  /// The number of documented parts that were tried, by kind.
  public var coverage: [Coverage] = []
  /// The times of the operations that earlier runs also timed.
  public var trends: [TimeTrend] = []
  /// The checks of which a call ran next to others, so that their times are not the backend's alone.
  package var shared: Set<String> = []
  /// The two backends, if rows are the differences between them and not from the documents.
  public var backends: (this: String, other: String)?

  /// Makes a report of rows that are in order already.
  public init(run: RunResult, operations: [String], observed: Set<String>, rows: [DriftRow], healed: [DriftRow] = []) {
    self.run = run
    self.operations = operations
    self.observed = observed
    self.rows = rows
    self.healed = healed
  }

  /// All drift, known or not.
  public var drift: [DriftRow] { rows.filter(\.isDrift) }
  /// The drift no baseline has.
  public var newDrift: [DriftRow] { drift.filter { !$0.standing.isKnown } }
  /// The rows that are worth knowing and not drift.
  public var notes: [DriftRow] { rows.filter { !$0.isDrift } }

  /// The verdict over the whole.
  public var outcome: Outcome {
    if run.outcome == .interrupted { return .interrupted }
    if observed.isEmpty { return .unobserved }
    if drift.isEmpty { return .none }
    return newDrift.isEmpty ? .known : .drift
  }
}

/// A documented part of an answer that was seen at least once.
public struct SeenPart: Hashable, Sendable {
  /// The operation's name.
  public var operation: String
  /// The part of the operation.
  public var subject: DriftSubject
  /// A JSON Pointer with `*` for any item; empty for the event or the state itself.
  public var place: String
  /// The number of times it was received, at least 1.
  public var times: Int

  /// Makes a part.
  public init(operation: String, subject: DriftSubject, place: String = "", times: Int = 1) {
    self.operation = operation
    self.subject = subject
    self.place = place
    self.times = times
  }

  /// The identity of the part among others, the same in each run.
  package var key: String { "\(operation) | \(subject) \(place)" }
}

/// The number of documented parts of one kind that a run has seen.
public struct Coverage: Hashable, Sendable {
  /// The kind of the counted parts: `operations`, `statuses`, `fields`, `events`, `states`, `transitions`, `choices`.
  public var what: String
  /// The number of parts that were received.
  public var seen: Int
  /// The number of documented parts.
  public var total: Int
  /// Those that were not seen and have no row, in a phrase each: the choices of a request that no call made.
  public var missing: [String] = []

  /// Makes a count.
  public init(_ what: String, seen: Int, of total: Int) {
    self.what = what
    self.seen = seen
    self.total = total
  }
}

extension DriftReport {
  /// The share of all documented parts that were seen, in percent, rounded down; 100 where nothing is documented.
  public var percentCovered: Int {
    let total = coverage.reduce(0) { $0 + $1.total }
    return total == 0 ? 100 : coverage.reduce(0) { $0 + $1.seen } * 100 / total
  }
}

/// The time of an operation compared with earlier runs.
public struct TimeTrend: Hashable, Sendable {
  /// The operation's name.
  public var operation: String
  /// The median of earlier runs.
  public var usual: Duration
  /// The median of this run.
  public var now: Duration
  /// The number of earlier runs that have timed it.
  public var runs: Int

  /// Fewer earlier runs make no trend.
  private static let fewestRuns = 3
  /// Only a doubled or halved time is reported.
  private static let factor = 2
  /// Shorter times are noise.
  private static let least = Duration.milliseconds(20)

  /// Makes a trend.
  public init(operation: String, usual: Duration, now: Duration, runs: Int) {
    self.operation = operation
    self.usual = usual
    self.now = now
    self.runs = runs
  }

  /// True if it deserves a note: the time has doubled or halved, compared with at least three runs.
  public var hasChanged: Bool {
    runs >= Self.fewestRuns && max(now, usual) >= Self.least
      && (now >= usual * Self.factor || now * Self.factor <= usual)
  }
}
