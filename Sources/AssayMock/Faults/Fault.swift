package import AssayContract
package import AssayFindings

/// One way the mock can break its contract, derived from the promise it breaks.
package struct Fault: Sendable {
  /// What a fault is for.
  package enum Kind: String, Sendable, Hashable {
    /// It breaks a promise.
    case breaking
    /// It adds something the documents do not know, and breaks nothing.
    case addition
  }

  /// Its name, unique in its contract: `search.results.unsorted`.
  package var name: String
  /// What it does, in a sentence.
  package var about: String
  /// The operation whose answers it changes.
  package var operation: String
  /// The promise it breaks; `nil` for an addition.
  package var breaks: Promise?
  /// The rule id of the finding it is meant for; empty for an addition.
  package var rule: String
  /// The level of that finding.
  package var level: Level
  package var kind: Kind
  /// What tells its finding, or what it adds, from those of other faults.
  var trace: FindingIdentity
  /// Whether a rehearsal shows it; what shows only in time, in the order of events or on the wire does not.
  var isRehearsed: Bool
  var effect: FaultEffect
}
