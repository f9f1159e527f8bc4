package import AssayJSON
package import AssayObservation

/// The promises about a job that is polled until it is done.
package struct PollPromise: Sendable {
  /// The place of the state in each answer.
  package var state: StatePlace
  /// The states in the contract's order.
  @ByName package var states: [StatePromise]
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
  /// A state may come in capitals or in small letters.
  package var ignoresCase: Bool = false
  /// The pause before the first request.
  package var after: Duration = .zero
  /// Answers on the way that say nothing of the job.
  package var tolerance: Tolerance?
  /// The answers of the mock, one per poll.
  package var examples: [PollExample] = []
  package var promise: Promise

  /// The state named `name`.
  package func state(named name: String) -> StatePromise? { _states.first(named: name) }

  /// The state `exchange` tells, under the name the contract has for it; `nil` where it tells none.
  package func state(in exchange: Exchange) -> String? {
    guard let state = text(in: exchange) else { return nil }
    guard ignoresCase, self.state(named: state) == nil else { return state }
    let small = state.lowercased()
    return states.first { $0.name.lowercased() == small }?.name ?? state
  }
}

extension PollPromise {
  /// Returns the value at the place of the state, if it can be a state.
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

  /// The state `value` spells: a string, or a boolean or number where states are named by such, as `1.0` spells `1`.
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

  /// Returns the value that an answer has for the state `name`, where `other` is the value for a different state.
  package func value(of name: String, like other: JSONValue?) -> JSONValue {
    guard let other, other.kind != .string, let spelled = state(named: name)?.spelled else { return .string(name) }
    return spelled
  }
}

/// The place in an answer that has the state of a job.
package enum StatePlace: Sendable {
  case body(JSONPointer)
  /// The status code, or a header field.
  case head(Expression)

  /// The place in the body; `nil` where it is not there.
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
  /// The status; that of a success where none is said.
  package var status: Int?
  /// Templates.
  package var headers: [NamedTemplate] = []
  /// A template; `nil` for an answer without a body.
  package var body: JSONValue?
}

/// A state of a job.
package struct StatePromise: Named, Sendable {
  package var name: String
  /// The states that may follow; staying is always allowed.
  package var next: [String] = []
  package var isFinal: Bool = false
  /// The schema that an answer in this state must match, besides those for all answers.
  package var body: SchemaPromise?
  package var invariants: [Invariant] = []
  package var promise: Promise
}

extension StatePromise {
  /// The boolean or number its name spells, where it does.
  fileprivate var spelled: JSONValue? {
    guard let value = try? JSONDocument(parsing: Array(name.utf8)).root else { return nil }
    return ["boolean", "number"].contains(value.kind.typeName) ? value : nil
  }
}
