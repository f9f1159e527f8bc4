/// What a fault does to the answers of its operation.
enum FaultEffect: Sendable {
  /// Changes the body of successful answers.
  case body([JSONEdit], Turns)
  /// Changes status, header section, body text, time or framing of a successful answer.
  case answer(AnswerChange)
  /// Changes a poll's answers, and which of them come.
  case poll([PlayEdit<PollFrame>])
  /// Changes a stream's events, and which of them come.
  case events([PlayEdit<PlayedEvent>])
  /// Changes answers that are not successful.
  case refusal(AnswerChange)
}

/// Which of the answers about one resource a fault changes.
enum Turns: Sendable {
  case all
  /// The second, the fourth and so on.
  case everySecond
}

extension FaultEffect {
  var eventEdits: [PlayEdit<PlayedEvent>] { if case .events(let edits) = self { edits } else { [] } }
  var pollEdits: [PlayEdit<PollFrame>] { if case .poll(let edits) = self { edits } else { [] } }
  /// What it does to successful answers below their JSON.
  var answerChange: AnswerChange? { if case .answer(let change) = self { change } else { nil } }

  /// Whether it changes which events come, or in which order; an event the documents do not name has no place in it.
  var reordersEvents: Bool {
    eventEdits.contains { edit in
      switch edit {
      case .remove, .move, .repeat, .change(_, .unname): true
      case .change, .insert: false
      }
    }
  }
}
