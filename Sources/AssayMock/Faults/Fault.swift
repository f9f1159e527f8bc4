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
  var effect: FaultEffect
}

/// What a fault does to the answers of its operation.
enum FaultEffect: Sendable {
  /// Changes the body of successful answers.
  case body([JSONEdit], Turns)
  /// Changes status, header section, body text, time or framing of a successful answer.
  case answer(AnswerChange)
  /// Puts other answers in place of a poll's.
  case poll([PollFrame])
  /// Changes a stream's events.
  case events([EventEdit])
  /// Changes answers that are not successful.
  case refusal(AnswerChange)
}

/// Which of the answers about one resource a fault changes.
enum Turns: Sendable {
  case all
  /// The second, the fourth and so on.
  case everySecond
}
