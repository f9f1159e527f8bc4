public import AssayFindings

/// One line of the drift report: what is documented, what was observed, and who it breaks.
public struct DriftRow: Hashable, Sendable {
  /// In what way documents and backend part.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// What came contradicts what is documented.
    case contradiction
    /// Values of other types than documented came.
    case widerType = "wider type"
    /// A value came that the documented list does not have.
    case outsideEnumeration = "outside the enumeration"
    /// A field came that no document names.
    case undocumentedField = "undocumented field"
    /// An event came that no document names.
    case undocumentedEvent = "undocumented event"
    /// A job was in a state that no document names.
    case undocumentedState = "undocumented state"
    /// An answer had a status code that no document names.
    case undocumentedStatus = "undocumented status"
    /// An answer had a media type that no document names.
    case undocumentedContentType = "undocumented content type"
    /// Documented, and not seen in this run.
    case neverSeen = "never seen"
    /// Fewer types came than are documented.
    case narrowerType = "narrower type"
    /// It came, and the documents leave it open.
    case undescribed
    /// No value that came was like the documented example: another form of address or time, other words.
    case unlikeExample = "unlike the example"
    /// An optional part that the baseline has seen, and that did not come this time.
    case disappeared
    /// The contract holds it worth knowing, no more.
    case worthKnowing = "worth knowing"

    /// Whether the backend departs from its documents, rather than showing less than all of them.
    public var isDrift: Bool {
      switch self {
      case .neverSeen, .narrowerType, .undescribed, .unlikeExample, .worthKnowing: false
      default: true
      }
    }
  }

  /// What tells the row from others, the same in each run: operation, kind, and the promise or the place.
  public var key: String
  /// In what way documents and backend part.
  public var kind: Kind
  /// The operation's name; empty for what belongs to none.
  public var operation: String
  /// The part of the operation: `answer`, `answer 404`, `event status_update`; empty for the operation itself.
  public var subject: String
  /// The place in it: a JSON Pointer with `*` for any item, `status`, `header Content-Type`.
  public var place: String
  /// What the documents say, in a few words.
  public var documented: String
  /// What was seen, in a few words.
  public var observed: String
  /// Other places of the operation where the same definition departs in the same way.
  public var alsoAt: [String]
  /// A few of the values seen, secrets replaced.
  public var examples: [String]
  /// The undocumented values seen, where a list is documented; a new one is new drift.
  public var values: [String]
  /// The undocumented types seen, whole numbers as `number`; a new one is new drift.
  public var types: [String]
  /// What happened, in a sentence.
  public var message: String
  /// What becomes of the documented client.
  public var verdict: ClientVerdict
  /// The level of the broken promise; `nil` where none was.
  public var level: Level?
  /// The rule of the finding; `nil` where there was none.
  public var rule: Rule?
  /// How often it was seen, at least once.
  public var occurrences: Int
  /// The lines of the documents it departs from.
  public var sources: [Citation]
  /// Where the contract says what is documented.
  public var promise: ContractPlace?
  /// The baseline has it.
  public var isKnown: Bool
  /// The line for a shell that repeats a request which shows it, secrets as variables; empty where none does.
  public var command = ""
  /// What it is the cause of: operations that could not be seen, events and states that could not come.
  public var concerns: [String] = []
  /// When the first run began since which it is there; empty where no history is kept.
  public var since = ""

  /// Makes a row.
  public init(
    key: String,
    kind: Kind,
    operation: String,
    subject: String = "",
    place: String = "",
    documented: String,
    observed: String,
    alsoAt: [String] = [],
    examples: [String] = [],
    values: [String] = [],
    types: [String] = [],
    message: String = "",
    verdict: ClientVerdict,
    level: Level? = nil,
    rule: Rule? = nil,
    occurrences: Int = 1,
    sources: [Citation] = [],
    promise: ContractPlace? = nil,
    isKnown: Bool = false
  ) {
    self.key = key
    self.kind = kind
    self.operation = operation
    self.subject = subject
    self.place = place
    self.documented = documented
    self.observed = observed
    self.alsoAt = alsoAt
    self.examples = examples
    self.values = values
    self.types = types
    self.message = message
    self.verdict = verdict
    self.level = level
    self.rule = rule
    self.occurrences = occurrences
    self.sources = sources
    self.promise = promise
    self.isKnown = isKnown
  }

  /// Whether it is drift, known or not.
  public var isDrift: Bool { kind.isDrift }

  /// `event status_update /job_data/progress`.
  public var location: String { [subject, place].filter { !$0.isEmpty }.joined(separator: " ") }
}

/// What a deviation does to the documented client, judged from what the contract says of it.
///
/// Where a model has a `client`, that says what is decoded, read and followed. Any other the client reads by the fields
/// its schemas name, decodes each as the type they say, and needs those they require; it listens for the events and knows
/// the states they list; whatever is no `must` it can do without.
public enum ClientVerdict: String, CaseIterable, Hashable, Sendable, Comparable {
  /// It stops with an error: nothing decodes, or nothing comes.
  case `throws`
  /// It never comes to an end, or never on.
  case isStuck = "is stuck"
  /// It goes on without something it should have had.
  case losesData = "loses data silently"
  /// It takes something wrong for right.
  case showsWrong = "shows wrong data"
  /// It goes on asking, and does not know for what.
  case waits
  /// It neither notices nor misses anything.
  case ignores = "ignores it"

  /// Orders by harm, the worst first.
  public static func < (left: ClientVerdict, right: ClientVerdict) -> Bool { left.harm > right.harm }

  private var harm: Int {
    switch self {
    case .throws: 5
    case .isStuck: 4
    case .losesData: 3
    case .showsWrong: 2
    case .waits: 1
    case .ignores: 0
    }
  }
}
