/// The part of an operation a line of the drift report is about.
public enum DriftSubject: Hashable, Sendable {
  /// The operation itself, or no operation.
  case whole
  /// The successful answers.
  case answer
  /// The answers with another status, as the contract names it: `404`, `4XX`.
  case status(String)
  case event(String)
  case state(String)
  /// A change of states: `queued → done`.
  case transition(String)
  /// The whole stream.
  case stream
  /// The whole poll.
  case poll
  /// The rules over several calls of a scenario.
  case scenario(String)

  /// Reads what `description` writes, as reports keep it; the whole for any other text.
  public init(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    let name = words.count > 1 ? words[1] : nil
    switch (words.first, name) {
    case ("answer", nil): self = .answer
    case ("stream", nil): self = .stream
    case ("poll", nil): self = .poll
    case ("answer", let name?): self = .status(name)
    case ("event", let name?): self = .event(name)
    case ("state", let name?): self = .state(name)
    case ("transition", let name?): self = .transition(name)
    case ("scenario", let name?): self = .scenario(name)
    default: self = .whole
    }
  }

  /// True if it is about answers, of any status.
  package var isAnswer: Bool {
    switch self {
    case .answer, .status: true
    default: false
    }
  }
}

extension DriftSubject: CustomStringConvertible {
  /// `answer`, `answer 404`, `event status_update`; empty for the whole.
  public var description: String {
    switch self {
    case .whole: ""
    case .answer: "answer"
    case .status(let status): "answer \(status)"
    case .event(let name): "event \(name)"
    case .state(let name): "state \(name)"
    case .transition(let change): "transition \(change)"
    case .stream: "stream"
    case .poll: "poll"
    case .scenario(let name): "scenario \(name)"
    }
  }
}
