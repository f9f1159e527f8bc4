public import AssayFindings

/// The differences between a backend and its documents, for the owner of the guide.
public struct DriftReport: Sendable {
  /// The overall verdict.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// The backend matches its documents, as far as it was seen.
    case none
    /// All drift is in the baseline.
    case known
    /// There is drift beyond the baseline.
    case drift
    /// No answer was received.
    case unobserved
    /// The run was interrupted; the report has the results so far.
    case interrupted
  }

  /// The run that the report is made from: names, servers, documents, times.
  public var run: RunResult
  /// The operations in the contract's order, which is also the order of the rows.
  public var operations: [String]
  /// The operations that were seen to respond.
  public var observed: Set<String>
  /// Drift and notes, operation by operation, in an order that is the same in each run.
  public var rows: [DriftRow]
  /// The differences in the baseline that no longer exist according to this run.
  public var healed: [DriftRow]
  /// The documented parts that were received in this run or according to the baseline. A later run reports a part that
  /// it no longer receives.
  public var seen: [SeenPart] = []
  /// The available lines of the documents, by file.
  public var documents: [String: [String]] = [:]
  /// The end of each of those lines, a line feed by default; empty for a last line without an end.
  public var lineEnds: [String: [String]] = [:]
  /// True if the run was meant to cover all parts of the contract, and did. Otherwise, no row counts as healed or
  /// disappeared.
  public var isWhole = true
  /// The number of documented parts that were tried, by kind.
  public var coverage: [Coverage] = []
  /// The times of the operations that earlier runs also timed.
  public var trends: [TimeTrend] = []
  /// The checks of which a call ran next to others, so that their times are not the backend's alone.
  package var shared: Set<String> = []
  /// The two backends, if rows are the differences between them and not from the documents.
  public var backends: (this: String, other: String)?

  /// Creates a report from rows that are already sorted.
  public init(run: RunResult, operations: [String], observed: Set<String>, rows: [DriftRow], healed: [DriftRow] = []) {
    self.run = run
    self.operations = operations
    self.observed = observed
    self.rows = rows
    self.healed = healed
  }

  /// All drift, known or not.
  public var drift: [DriftRow] { rows.filter(\.isDrift) }
  /// The drift that is not in the baseline.
  public var newDrift: [DriftRow] { drift.filter { !$0.standing.isKnown } }
  /// The rows that are worth knowing but are not drift: the backend does not contradict its documents.
  public var notes: [DriftRow] { rows.filter { !$0.isDrift } }

  /// The overall verdict.
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
  /// The part of the operation, such as the response with a status, or an event.
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
  /// Phrases for the parts that were not seen and have no row: the choices of a request that no call made.
  public var missing: [String] = []

  /// Makes a count.
  public init(_ what: String, seen: Int, of total: Int) {
    self.what = what
    self.seen = seen
    self.total = total
  }
}

extension DriftReport {
  /// The share of all documented parts that were seen, in percent, rounded down; 100 if nothing is documented.
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
  /// The number of earlier runs that measured the operation.
  public var runs: Int

  /// The fewest earlier runs for a trend.
  private static let fewestRuns = 3
  /// The factor by which a time must change to be reported: doubled or halved.
  private static let factor = 2
  /// The least time considered; shorter times are noise.
  private static let least = Duration.milliseconds(20)

  /// Makes a trend.
  public init(operation: String, usual: Duration, now: Duration, runs: Int) {
    self.operation = operation
    self.usual = usual
    self.now = now
    self.runs = runs
  }

  /// True if the change is worth a note: the time has doubled or halved, compared with at least three runs.
  public var hasChanged: Bool {
    runs >= Self.fewestRuns && max(now, usual) >= Self.least
      && (now >= usual * Self.factor || now * Self.factor <= usual)
  }
}
