/// The place of a fault in the received or sent data: the moment of the exchange, and the position there.
public struct Place: Hashable, Sendable, Codable {
  /// The part of a longer exchange.
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
    /// A part that only words can describe.
    case words(String)
  }

  /// The moment, where there are several.
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

  /// The place of the value at `path` in the body.
  public static func body(_ path: ValuePath) -> Place { Place(nil, .value(path)) }

  /// The value it is about; `nil` where it is about something else.
  public var value: ValuePath? { if case .value(let path) = part { path } else { nil } }

  /// The value it is about, the root where it is about something else.
  package var valueOrRoot: ValuePath { value ?? ValuePath() }

  /// The same place in each run: without the numbers of events, polls, answers and items.
  package var general: Place {
    var general = self
    general.moment = nil
    if case .value(let path) = part { general.part = .value(path.general) }
    return general
  }

  /// The place inside the response of `moment`.
  package func at(_ moment: Moment?) -> Place {
    var place = self
    place.moment = moment ?? self.moment
    return place
  }

  /// The place with `change` applied to every text from outside.
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
  /// As reports show it: `/job_id`, `status`, `event 4 /job_id`, `poll 3 header Location`; empty for the whole answer.
  public var description: String {
    [moment?.description ?? "", part.description].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension Place.Moment: CustomStringConvertible {
  /// `event 4`, `poll 3`, `answer 2`, `after event 4`.
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
  /// The part in words; a value's is its JSON Pointer.
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
