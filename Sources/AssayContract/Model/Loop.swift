/// The number of calls a step makes, and what decides it. A step has one reason at most to be several calls.
///
/// Indirect, so that a step takes 8 bytes for it.
package indirect enum Loop: Sendable {
  case once
  /// Until an expression holds.
  case `repeat`(Repetition)
  case forEach(Iteration)
  case paginate(Pagination)
  /// A number known before, several of them at once.
  case load(Load)
  /// A second time.
  case again(Again)

  package var repetition: Repetition? { if case .repeat(let repetition) = self { repetition } else { nil } }
  package var iteration: Iteration? { if case .forEach(let iteration) = self { iteration } else { nil } }
  package var pagination: Pagination? { if case .paginate(let pagination) = self { pagination } else { nil } }
  package var load: Load? { if case .load(let load) = self { load } else { nil } }
  package var again: Again? { if case .again(let again) = self { again } else { nil } }

  /// True if the step is one call.
  package var isOnce: Bool { if case .once = self { true } else { false } }

  /// True if the step may be several calls of the scenario; the second call of `again` belongs to the first.
  package var isSeveral: Bool {
    switch self {
    case .once, .again: false
    case .load(let load): load.times > 1
    case .repeat, .forEach, .paginate: true
    }
  }

  /// The loop of a call that stands for all those made until something holds, or in a number.
  package var single: Loop {
    switch self {
    case .repeat, .load: .once
    default: self
    }
  }
}

/// The list of items for each of which a step runs once.
package struct Iteration: Sendable {
  /// An array of what earlier steps brought.
  package var items: Expression
  /// The name after the dollar sign an item is read by, besides `$item`.
  package var name: String?
  /// The most items the step is made for.
  package static let limit = 1_000
}

/// The repetition of a step until a condition is true.
package struct Repetition: Sendable {
  /// Ends the repetition once it holds.
  package var until: Expression
  /// The most times, at least 1.
  package var atMost: Int
  /// The pause between an answer and the next call.
  package var every: Duration = .zero
  package var promise: Promise
}
