/// One place where a backend and its documents part.
public struct Finding: Sendable, Hashable {
  /// How much the broken promise weighs.
  public var level: Level
  /// The id of the check that found it: `scenario/step`, `scenario/step/poll`, `scenario/step/stream`.
  public var check: String
  /// The other checks that found the same fault, in the order of the run.
  public var alsoIn: [String]
  /// The operation's name in the contract; empty for a finding about a server.
  public var operation: String
  /// The stable name of the kind of promise: `poll.transition`, `schema.required`.
  public var rule: String
  /// Where in what came: a JSON Pointer into the body, `status`, `header NAME`, `event 4 /job_id`, `poll 3 /status`.
  public var location: String
  /// What went wrong, in a sentence a backend developer can act on.
  public var message: String
  /// What was promised.
  public var expected: String
  /// What came; long values cut, with their length.
  public var actual: String
  /// What the promise rests on.
  public var sources: [Citation]
  /// Where the promise stands in the contract.
  public var promise: ContractPlace?
  /// A few lines of what came, with the broken place in them; empty where nothing could be shown.
  public var excerpt: String
  /// What would have been right, where that is a short list: the states, the event names, the values of an enumeration.
  public var alternatives: [String]
  /// How often the same fault was seen, at this place and at others like it; at least 1.
  public var occurrences: Int

  /// Makes a finding; all but the level, the rule and the message may be left out.
  public init(
    level: Level,
    check: String = "",
    alsoIn: [String] = [],
    operation: String = "",
    rule: String,
    location: String = "",
    message: String,
    expected: String = "",
    actual: String = "",
    sources: [Citation] = [],
    promise: ContractPlace? = nil,
    excerpt: String = "",
    alternatives: [String] = [],
    occurrences: Int = 1
  ) {
    self.level = level
    self.check = check
    self.alsoIn = alsoIn
    self.operation = operation
    self.rule = rule
    self.location = location
    self.message = message
    self.expected = expected
    self.actual = actual
    self.sources = sources
    self.promise = promise
    self.excerpt = excerpt
    self.alternatives = alternatives
    self.occurrences = occurrences
  }
}

/// A place in a contract file.
public struct ContractPlace: Sendable, Hashable {
  /// The file as it was named to Assay.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The column, from 1.
  public var column: Int
  /// The JSON Pointer of the promise.
  public var pointer: String

  /// Makes a place.
  public init(file: String, line: Int, column: Int, pointer: String) {
    self.file = file
    self.line = line
    self.column = column
    self.pointer = pointer
  }
}
