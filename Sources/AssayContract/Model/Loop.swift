/// The rule for how many calls a step makes. A step has at most one reason to make several calls.
///
/// The enumeration is indirect, so that it takes only 8 bytes in a step.
package indirect enum Loop: Sendable {
  case once
  /// Calls repeated until an expression holds.
  case `repeat`(Repetition)
  case forEach(Iteration)
  case paginate(Pagination)
  /// A fixed number of calls, several of them concurrently.
  case load(Load)
  /// The same call made a second time.
  case again(Again)

  package var repetition: Repetition? { if case .repeat(let repetition) = self { repetition } else { nil } }
  package var iteration: Iteration? { if case .forEach(let iteration) = self { iteration } else { nil } }
  package var pagination: Pagination? { if case .paginate(let pagination) = self { pagination } else { nil } }
  package var load: Load? { if case .load(let load) = self { load } else { nil } }
  package var again: Again? { if case .again(let again) = self { again } else { nil } }

  /// True if the step makes one call.
  package var isOnce: Bool { if case .once = self { true } else { false } }

  /// True if the step may make several calls. The second call of `again` does not count.
  package var isSeveral: Bool {
    switch self {
    case .once, .again: false
    case .load(let load): load.times > 1
    case .repeat, .forEach, .paginate: true
    }
  }

  /// The loop with a single call in place of a repetition or a fixed number of calls; other loops are not changed.
  package var single: Loop {
    switch self {
    case .repeat, .load: .once
    default: self
    }
  }
}

/// The list of items for each of which a step runs once.
package struct Iteration: Sendable {
  /// The expression for the array of items, from the results of earlier steps.
  package var items: Expression
  /// The name, after a dollar sign, by which an item is read, besides `$item`.
  package var name: String?
  /// The maximum number of items for which the step runs.
  package static let limit = 1_000
}

/// The repetition of a step until a condition is true.
package struct Repetition: Sendable {
  /// The condition that ends the repetition.
  package var until: Expression
  /// The maximum number of calls, at least 1.
  package var atMost: Int
  /// The pause from an answer to the next call.
  package var every: Duration = .zero
  package var promise: Promise
}
