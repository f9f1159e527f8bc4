public import AssayFindings

/// What a backend does beside what its documents say: the page the owner of the guide works from.
public struct DriftReport: Sendable {
  /// The verdict over the whole.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// The backend does what is documented, as far as it was seen.
    case none
    /// All drift is in the baseline.
    case known
    /// There is drift beyond the baseline.
    case drift
    /// No answer came at all.
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
  /// What the baseline has and this run showed to be gone.
  public var healed: [DriftRow]
  /// The documented parts that came, now or when the baseline was made, which a later run can miss.
  public var seen: [SeenPart] = []
  /// The lines of the documents at hand, by their files.
  public var documents: [String: [String]] = [:]
  /// What ends each of those lines, a line feed where nothing is said; nothing behind the last where the document ends without.
  public var lineEnds: [String: [String]] = [:]
  /// How much of what is documented was tried.
  public var coverage: [Coverage] = []
  /// The times of the operations that earlier runs timed, too.
  public var trends: [TimeTrend] = []

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
  public var newDrift: [DriftRow] { drift.filter { !$0.isKnown } }
  /// What is worth knowing and is no drift.
  public var notes: [DriftRow] { rows.filter { !$0.isDrift } }

  /// The verdict over the whole.
  public var outcome: Outcome {
    if run.outcome == .interrupted { return .interrupted }
    if observed.isEmpty { return .unobserved }
    if drift.isEmpty { return .none }
    return newDrift.isEmpty ? .known : .drift
  }
}

/// A documented part of what a backend sends that came at least once.
public struct SeenPart: Hashable, Sendable {
  /// The operation's name.
  public var operation: String
  /// `answer`, `event done`, `state failed`.
  public var subject: String
  /// A JSON Pointer with `*` for any item; empty for the event or the state itself.
  public var place: String
  /// How often it came, at least once.
  public var times: Int

  /// Makes a part.
  public init(operation: String, subject: String, place: String = "", times: Int = 1) {
    self.operation = operation
    self.subject = subject
    self.place = place
    self.times = times
  }

  /// What tells the part from others, the same in each run.
  package var key: String { "\(operation) | \(subject) \(place)" }
}

/// How many of the documented parts of one kind a run has seen.
public struct Coverage: Hashable, Sendable {
  /// What is counted: `operations`, `statuses`, `fields`, `events`, `states`, `transitions`, `choices`.
  public var what: String
  /// How many of them came.
  public var seen: Int
  /// How many are documented.
  public var total: Int
  /// Those that did not come, in a phrase each, where no row tells of them: the choices of a request that no call made.
  public var missing: [String] = []

  /// Makes a count.
  public init(_ what: String, seen: Int, of total: Int) {
    self.what = what
    self.seen = seen
    self.total = total
  }
}

extension DriftReport {
  /// The share of all documented parts that came, in percent, rounded down; 100 where nothing is documented.
  public var percentCovered: Int {
    let total = coverage.reduce(0) { $0 + $1.total }
    return total == 0 ? 100 : coverage.reduce(0) { $0 + $1.seen } * 100 / total
  }
}

/// The time of an operation beside that of earlier runs.
public struct TimeTrend: Hashable, Sendable {
  /// The operation's name.
  public var operation: String
  /// The median of earlier runs.
  public var usual: Duration
  /// The median of this run.
  public var now: Duration
  /// How many earlier runs have timed it.
  public var runs: Int

  /// Fewer earlier runs say nothing of a trend.
  private static let fewestRuns = 3
  /// Only what has doubled, or halved, is told.
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

  /// Whether it is worth a note: the time has doubled, or halved, beside that of three runs at least.
  public var hasChanged: Bool {
    runs >= Self.fewestRuns && max(now, usual) >= Self.least
      && (now >= usual * Self.factor || now * Self.factor <= usual)
  }
}
