/// One place where a guide shows or names a call.
struct CallSighting: Sendable {
  enum Kind: Int, Sendable, Comparable {
    /// An URL in an example's value.
    case linked
    /// Named in running text.
    case named
    /// Made by a command or by client code.
    case made
    /// The subject of a section, a label, a table or an `http` fence.
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

  /// The use of a call as client code and tables show it.
  struct Client: Sendable {
    /// Models named next to the call: those decoded, and those sent.
    var answerModels: [String] = []
    var requestModels: [String] = []
    /// Events that client code listens for, with the model each is decoded as.
    var listeners: [(name: String, model: String?, line: Int)] = []
    /// States client code compares with, and whether it stops there.
    var states: [(name: String, isFinal: Bool, line: Int)] = []
    /// Seconds between two polls in client code.
    var interval: (seconds: Double, line: Int)?
  }

  var kind: Kind
  /// `nil` where no method is said.
  var method: String?
  var target: CallTarget
  var source: Source
  var headers: [Header] = []
  var contentType: String?
  var body: Sample?
  var form: [Part] = []
  var answers: [Answer] = []
  var client = Client()
  var isStream = false
  /// The summary from a comment, a heading or the surrounding text.
  var summary = ""
}
