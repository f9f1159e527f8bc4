/// The part of an operation a line of the drift report is about.
public enum DriftSubject: Hashable, Sendable {
  /// The operation itself, or no operation.
  case whole
  /// The successful responses.
  case answer
  /// The responses with a different status, as the contract names it: `404`, `4XX`.
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

  /// Parses the text that `description` returns, as reports keep it; any other text means the whole.
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

  /// True if the subject is a kind of response, successful or with a certain status.
  package var isAnswer: Bool {
    switch self {
    case .answer, .status: true
    default: false
    }
  }
}

extension DriftSubject: CustomStringConvertible {
  /// The subject in words: `answer`, `answer 404`, `event status_update`; empty for the whole.
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
