/// An occurrence of an API call in a guide: a place that shows, makes or mentions it.
struct CallSighting: Sendable {
  /// How a call is shown. Linked, named and announced ones without a method become a GET, so that their readers take a
  /// URL alone only below a server that the guide names.
  enum Kind: Int, Sendable, Comparable {
    /// The call is named to explain another one, "reuses the body of `POST /x`", and must be described elsewhere.
    case mentioned
    /// The call's URL is a value in an example of an answer, such as `"status_url": "http://…"`.
    case linked
    /// The call is mentioned in running text.
    case named
    /// The call is made by a command or by client code.
    case made
    /// The call is the subject of a section, a label, a table or an `http` fence.
    case announced

    static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  struct Part: Sendable {
    var name: String
    var isFile = false
    var value: String?
    var line: Int
  }

  struct Header: Sendable {
    var name: String
    var value: String
    var line: Int
  }

  struct Answer: Sendable {
    var status: Int?
    var sample: Sample?
    var contentType: String?
    var lines: ClosedRange<Int>
  }

  /// An event that client code listens for.
  struct Listener: Sendable {
    var name: String
    /// The model the event is decoded as.
    var model: String?
    /// True if the client closes the stream there.
    var isFinal: Bool
    var source: Source
  }

  /// The facts about a call that client code or a table shows: the models it sends and decodes, the events and states
  /// it expects.
  struct Client: Sendable {
    /// Models named next to the call: those decoded, and those sent.
    var answerModels: [String] = []
    var requestModels: [String] = []
    var listeners: [Listener] = []
    /// The states that client code compares with; `isFinal` is true if the client stops polling there.
    var comparedStates: [(name: String, isFinal: Bool, source: Source)] = []
    /// The time between two polls in client code.
    var interval: (text: String, source: Source)?
  }

  var kind: Kind
  /// The method; `nil` if none is given.
  var method: String?
  var target: CallTarget
  /// The path that the section announces, if the call is an example of it.
  var example: CallTarget?
  var source: Source
  var headers: [Header] = []
  var contentType: String?
  var body: Sample?
  var form: [Part] = []
  var answers: [Answer] = []
  var client = Client()
  var isStream = false
  /// True if an `EventSource` makes the call, by `GET` unless the guide calls the path otherwise.
  var isEventSource = false
  /// The summary from a comment, a heading or the surrounding text.
  var summary = ""
}
