package import AssayJSON

/// What is promised of a job that is polled until it is done.
package struct PollPromise: Sendable {
  /// Where the state stands in each answer.
  package var state: JSONPointer
  /// The states in the contract's order.
  package var states: [StatePromise]
  /// The states a job may first be seen in; empty where any will do.
  package var initial: [String] = []
  package var constant: [PointerPromise] = []
  package var nondecreasing: [PointerPromise] = []
  /// Rules over each answer.
  package var invariants: [Invariant] = []
  /// The time from one request to the next.
  package var every: TimeLimit
  /// The longest time to a final state.
  package var within: TimeLimit
  /// A final state stays what it is.
  package var stable: Promise?
  /// Answers come while the job runs, not only once it is done.
  package var progress: Promise?
  /// What the mock answers, one a poll; templates.
  package var examples: [JSONValue] = []
  package var promise: Promise

  /// The state named `name`.
  package func state(named name: String) -> StatePromise? { states.first { $0.name.isExactly(name) } }
}

/// A state of a job.
package struct StatePromise: Sendable {
  package var name: String
  /// The states that may follow; staying is always allowed.
  package var next: [String] = []
  package var isFinal: Bool = false
  /// What an answer in this state must look like, beside what every answer must.
  package var body: SchemaPromise?
  package var invariants: [Invariant] = []
  package var promise: Promise
}
