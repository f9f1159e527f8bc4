/// The place of a fault: the moment in an exchange, such as an event or poll, and the position in its data.
public struct Place: Hashable, Sendable, Codable {
  /// The event, poll or repeated response in which a fault occurred.
  public enum Moment: Hashable, Sendable, Codable {
    /// An event of a stream, by its number from 1.
    case event(Int)
    /// The answer to a poll, by its number from 1.
    case poll(Int)
    /// The answer to a repeated call, by its number from 1.
    case answer(Int)
    /// The time after an event, by that event's number from 1.
    case afterEvent(Int)
  }

  /// The faulty part at that moment.
  public enum Part: Hashable, Sendable, Codable {
    /// All of the answer, the event or the stream.
    case whole
    /// A value of the body, or of the event's data.
    case value(ValuePath)
    case status
    /// A header field, by its name.
    case header(String)
    /// A parameter in the path of the request, by its name.
    case path(String)
    /// A parameter in the query of the request, by its name.
    case query(String)
    /// A part of the request's form, by its name.
    case formPart(String)
    /// A server of the contract, by its name and URL.
    case server(String)
    /// A part that has no form of its own, as text.
    case words(String)
  }

  /// The event, poll or repeated response of the fault; `nil` if there is only one response.
  public var moment: Moment?
  /// The faulty part at that moment.
  public var part: Part

  /// Makes a place; without arguments, the answer as a whole.
  public init(_ moment: Moment? = nil, _ part: Part = .whole) {
    self.moment = moment
    self.part = part
  }

  /// The answer as a whole.
  public static let answer = Place()

  /// Returns the place of the value at `path` in the body.
  public static func body(_ path: ValuePath) -> Place { Place(nil, .value(path)) }

  /// The path of the value at the place; `nil` if the place is not a value.
  public var value: ValuePath? { if case .value(let path) = part { path } else { nil } }

  /// The path of the value at the place; the root if the place is not a value.
  package var valueOrRoot: ValuePath { value ?? ValuePath() }

  /// The place without the numbers of events, polls, answers and items, so that it is equal in each run.
  package var general: Place {
    var general = self
    general.moment = nil
    if case .value(let path) = part { general.part = .value(path.general) }
    return general
  }

  /// Returns the same position in the event, poll or repeated response `moment`.
  package func at(_ moment: Moment?) -> Place {
    var place = self
    place.moment = moment ?? self.moment
    return place
  }

  /// Returns the place with `change` applied to every text that comes from outside, for example to hide secrets.
  package func mapTexts(_ change: (String) -> String) -> Place {
    var place = self
    switch part {
    case .whole, .status: break
    case .value(let path): place.part = .value(ValuePath(path.steps.map { $0.mapText(change) }))
    case .header(let name): place.part = .header(change(name))
    case .path(let name): place.part = .path(change(name))
    case .query(let name): place.part = .query(change(name))
    case .formPart(let name): place.part = .formPart(change(name))
    case .server(let words): place.part = .server(change(words))
    case .words(let words): place.part = .words(change(words))
    }
    return place
  }
}

extension Place: CustomStringConvertible {
  /// The place as shown in reports: `/job_id`, `status`, `event 4 /job_id`, `poll 3 header Location`; empty for the
  /// whole answer.
  public var description: String {
    [moment?.description ?? "", part.description].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension Place.Moment: CustomStringConvertible {
  /// The moment in words: `event 4`, `poll 3`, `answer 2`, `after event 4`.
  public var description: String {
    switch self {
    case .event(let number): "event \(number)"
    case .poll(let number): "poll \(number)"
    case .answer(let number): "answer \(number)"
    case .afterEvent(let number): "after event \(number)"
    }
  }
}

extension Place.Part: CustomStringConvertible {
  /// The part in words; for a value, its JSON Pointer.
  public var description: String {
    switch self {
    case .whole: ""
    case .value(let path): path.description
    case .status: "status"
    case .header(let name): "header \(name)"
    case .path(let name): "path \(name)"
    case .query(let name): "query \(name)"
    case .formPart(let name): "part \(name)"
    case .server(let words): "server \(words)"
    case .words(let words): words
    }
  }
}
