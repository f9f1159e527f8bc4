package import AssayJSON
package import AssayObservation

/// The promises about a job that is polled until it is done.
package struct PollPromise: Sendable {
  /// The place of the state in each answer.
  package var state: StatePlace
  /// The states in the contract's order.
  @ByName package var states: [StatePromise]
  /// The states in which a job may be seen first; empty if any is allowed.
  package var initial: [String] = []
  package var constant: [PointerPromise] = []
  package var nondecreasing: [PointerPromise] = []
  /// The rules that apply to each answer.
  package var invariants: [Invariant] = []
  /// The pauses before the polling requests.
  package var pace: Pace
  /// The maximum time until the job reaches a final state.
  package var within: TimeLimit
  /// The promise that a final state does not change.
  package var stable: Promise?
  /// The promise that answers are received while the job runs, not only after it is done.
  package var progress: Promise?
  /// True if states are compared without regard to case.
  package var ignoresCase: Bool = false
  /// The answers during polling that say nothing about the job and are tolerated.
  package var tolerance: Tolerance?
  /// The answers of the mock, one per poll.
  package var examples: [PollExample] = []
  package var promise: Promise

  /// The pauses before the polling requests.
  package struct Pace: Sendable {
    /// The pause before the first request.
    package var after: Duration
    /// The pause between two requests.
    package var every: TimeLimit
  }

  /// Returns the state named `name`.
  package func state(named name: String) -> StatePromise? { _states.first(named: name) }

  /// Returns the state in `exchange`, by its name in the contract; `nil` if it has none.
  package func state(in exchange: Exchange) -> String? {
    guard let state = text(in: exchange) else { return nil }
    guard ignoresCase, self.state(named: state) == nil else { return state }
    let small = state.lowercased()
    return states.first { $0.name.lowercased() == small }?.name ?? state
  }
}

extension PollPromise {
  /// Returns the text of the job's state in `exchange`; `nil` if the answer has no state there.
  private func text(in exchange: Exchange) -> String? {
    switch state {
    case .body(let pointer): return exchange.json?[pointer].flatMap(text(of:))
    case .head(let expression):
      var scope = Scope()
      scope.exchange = exchange
      guard case .value(let value) = expression.evaluate(in: scope) else { return nil }
      return value.string ?? value.text
    }
  }

  /// Returns the name of the state for `value`; `nil` if it cannot be a state. A string is the name itself. A boolean
  /// or number is a name only if states are named that way (`1.0` matches `1`).
  package func text(of value: JSONValue) -> String? {
    switch value.kind {
    case .string: return value.string
    case .true, .false, .number:
      let spelled = states.filter { $0.spelled?.kind.typeName == value.kind.typeName }
      if spelled.isEmpty { return nil }
      return spelled.first { $0.spelled == value }?.name ?? value.plainText
    default: return nil
    }
  }

  /// Returns the JSON value of the state `name` in an answer: a boolean or number if `other`, a value of a different
  /// state, is not a string and the name can be read as one; otherwise a string.
  package func value(of name: String, like other: JSONValue?) -> JSONValue {
    guard let other, other.kind != .string, let spelled = state(named: name)?.spelled else { return .string(name) }
    return spelled
  }
}

/// The place in an answer that has the state of a job.
package enum StatePlace: Sendable {
  case body(JSONPointer)
  /// The state is the status code or a header field, which the expression reads.
  case head(Expression)

  /// The place in the body; `nil` if the state is not in the body.
  package var pointer: JSONPointer? { if case .body(let pointer) = self { pointer } else { nil } }

  /// The place as the contract writes it.
  package var description: String {
    switch self {
    case .body(let pointer): pointer.description
    case .head(let expression): expression.text
    }
  }
}

/// Answers after which a client makes its call again, so many in a row.
package struct Tolerance: Sendable {
  package var statuses: [StatusPattern]
  package var atMost: Int

  package func covers(_ status: Int) -> Bool { statuses.contains { $0.matches(status) } }
}

/// One answer of the mock's poll.
package struct PollExample: Sendable {
  /// The status of the response; `nil` for the status of the operation's success.
  package var status: Int?
  /// The header fields; templates.
  package var headers: [NamedTemplate] = []
  /// The body, a template; `nil` for an answer without a body.
  package var body: JSONValue?
}

/// A state of a job.
package struct StatePromise: Named, Sendable {
  package var name: String
  /// The states that may follow; staying in the same state is always allowed.
  package var next: [String] = []
  package var isFinal: Bool = false
  /// The schema that an answer in this state must match, besides those for all answers.
  package var body: SchemaPromise?
  package var invariants: [Invariant] = []
  package var promise: Promise
}

extension StatePromise {
  /// The boolean or number that the state's name spells, if any.
  fileprivate var spelled: JSONValue? {
    guard let value = try? JSONDocument(parsing: Array(name.utf8)).root else { return nil }
    return ["boolean", "number"].contains(value.kind.typeName) ? value : nil
  }
}
