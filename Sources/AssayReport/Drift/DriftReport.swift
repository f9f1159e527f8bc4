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
