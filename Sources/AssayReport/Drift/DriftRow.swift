public import AssayFindings

/// A row of the drift report: documented, received, and the effect on the client.
public struct DriftRow: Hashable, Sendable {
  /// The kind of the difference between documents and backend.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The received value contradicts the documents.
    case contradiction
    /// Values were received whose types are not documented.
    case widerType = "wider type"
    /// A value was received that is not in the documented list.
    case outsideEnumeration = "outside the enumeration"
    /// A field was received that no document names.
    case undocumentedField = "undocumented field"
    /// An event was received that no document names.
    case undocumentedEvent = "undocumented event"
    /// A job was in a state that no document names.
    case undocumentedState = "undocumented state"
    /// An answer had a status code that no document names.
    case undocumentedStatus = "undocumented status"
    /// An answer had a media type that no document names.
    case undocumentedContentType = "undocumented content type"
    /// A documented part was not seen in this run.
    case neverSeen = "never seen"
    /// Fewer types were received than documented.
    case narrowerType = "narrower type"
    /// A part of a response was received that the documents do not describe, but allow.
    case undescribed
    /// No received value looked like the documented example: a different format of an address or time, or other words.
    case unlikeExample = "unlike the example"
    /// No value that was tried of an input changed an answer.
    case withoutEffect = "without effect"
    /// A call took long only next to others of the run.
    case slowNextToOthers = "slow next to others"
    /// A second backend returned something else.
    case difference
    /// An optional part that is in the baseline and was not seen this time.
    case disappeared
    /// A promise was broken that the contract marks as worth knowing.
    case worthKnowing = "worth knowing"

    /// True if the backend differs from its documents; false if it only shows a part of them.
    public var isDrift: Bool {
      switch self {
      case .neverSeen, .narrowerType, .undescribed, .unlikeExample, .withoutEffect, .slowNextToOthers, .worthKnowing:
        false
      default: true
      }
    }
  }

  /// The key of the row, the same in each run: operation, kind, and the promise or the place.
  public var key: String
  /// The kind of the difference between documents and backend.
  public var kind: Kind
  /// The operation's name; empty for a difference that belongs to none.
  public var operation: String
  /// The part of the operation to which the difference belongs, such as the response with a status, or an event.
  public var subject: DriftSubject
  /// The place in it: a JSON Pointer with `*` for any item, `status`, `header Content-Type`.
  public var place: String
  /// A short description of what the documents promise.
  public var documented: String
  /// A short description of what was received.
  public var observed: String
  /// The difference, in a sentence.
  public var message: String
  /// The effect on the documented client.
  public var verdict: ClientVerdict
  /// The level of the broken promise; `nil` if no promise was broken.
  public var level: Level?
  /// The rule of the finding; `nil` if there was no finding.
  public var rule: Rule?
  /// The places, number and values of the sightings.
  public var seen: Sightings
  /// The lines of the documents that the backend differs from.
  public var sources: [Citation]
  /// The place of the promise in the contract.
  public var promise: ContractPlace?
  /// The state of the difference in earlier runs and in the baseline.
  public var standing: Standing
  /// The calls that show the difference.
  public var calls = Calls()
  /// The consequences of the difference: operations that could not be observed, events and states that could not be
  /// received.
  public var concerns: [String] = []
  /// An additional explanation, in a sentence, that the documented and the received value do not contain; empty if
  /// absent.
  public var remark = ""
  /// The effect on a client that gets the part elsewhere, where it was looked for and not seen.
  package var loss: ClientVerdict?
  /// The facts that a correction of the guide needs besides the row itself.
  package var correction = Correction(documentedMembers: [], formerName: "", types: [], sample: "")

  /// Makes a row.
  public init(
    key: String,
    kind: Kind,
    operation: String,
    subject: DriftSubject = .whole,
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
    self.message = message
    self.verdict = verdict
    self.level = level
    self.rule = rule
    seen = Sightings(occurrences: occurrences, alsoAt: alsoAt, examples: examples, values: values, types: types)
    self.sources = sources
    self.promise = promise
    standing = Standing(isKnown: isKnown)
  }

  /// The places, the number and the values of a difference's sightings.
  public struct Sightings: Hashable, Sendable {
    /// The number of sightings, at least one.
    public var occurrences: Int
    /// Other places in the operation at which the same definition differs in the same way.
    public var alsoAt: [String]
    /// A few of the values, secrets replaced.
    public var examples: [String]
    /// The undocumented values, if the documents list the values; a new one is new drift.
    public var values: [String]
    /// The undocumented types, whole numbers as `number`; a new one is new drift.
    public var types: [String]
  }

  /// The state of a difference in earlier runs and in the baseline.
  public struct Standing: Hashable, Sendable {
    /// True if the difference is in the baseline.
    public var isKnown: Bool
    /// The reason why the difference is accepted and the end of the period, if the baseline gives them.
    public var acceptance = Acceptance()
    /// The start of the first run that showed it; empty without a history.
    public var since = ""
    /// The identities, as in a baseline, of the faults that the difference combines; empty if it was not made from
    /// findings.
    package var faults: [FindingIdentity] = []
  }

  /// The facts that a correction of the guide needs: the documentation of the object that contains the field, and the
  /// values received of the field.
  package struct Correction: Hashable, Sendable {
    /// The names of the object's documented members.
    package var documentedMembers: [String] = []
    /// The documented member that the field replaces under a new name; empty without one.
    package var formerName = ""
    /// The types of the received values as a schema names them.
    package var types: [String] = []
    /// The smallest object or array received, as JSON; empty where none is small.
    package var sample = ""

    package init(documentedMembers: [String], formerName: String, types: [String], sample: String) {
      (self.documentedMembers, self.formerName) = (documentedMembers, formerName)
      (self.types, self.sample) = (types, sample)
    }
  }

  /// The calls that show a difference, as shell commands with secrets as variables.
  public struct Calls: Hashable, Sendable {
    /// The command that repeats one of the calls; empty without one.
    public var command = ""
    /// The calls, if each is invalid in a different way.
    public var variants: [Variant] = []
  }

  /// A call that shows a difference.
  public struct Variant: Hashable, Sendable {
    /// The invalid part of the call, as a phrase: "with an empty `advisor`".
    public var about: String
    /// The shell command that repeats the call.
    public var command: String

    /// Makes a variant.
    public init(about: String, command: String) { (self.about, self.command) = (about, command) }
  }

  /// True if the row is drift, known or not.
  public var isDrift: Bool { kind.isDrift }

  /// The part of an answer that it is about.
  package var part: SeenPart { SeenPart(operation: operation, subject: subject, place: place) }

  /// The row as drift: a part that was received elsewhere, with the effect `loss` and the sentence `message`.
  package func disappeared(_ loss: ClientVerdict, _ message: String) -> DriftRow {
    var gone = self
    gone.key = "\(operation) | disappeared | \(location)"
    (gone.kind, gone.verdict, gone.message) = (.disappeared, loss, message)
    return gone
  }

  /// The part of the operation and the place in it, in words: `event status_update /job_data/progress`.
  public var location: String { [subject.description, place].filter { !$0.isEmpty }.joined(separator: " ") }
}

/// The effect of a difference on the documented client, judged by the models of the contract.
///
/// A model with a `client` says what that client decodes, reads and follows. Otherwise, the client is assumed to read
/// the fields its schemas name, decode each as the given type, and need the required ones; to listen for the listed
/// events and know the listed states; and to do without anything that is not a `must`.
public enum ClientVerdict: String, CaseIterable, Hashable, Sendable, Comparable {
  /// The client stops with an error: the response does not decode, or does not arrive.
  case `throws`
  /// The client waits for something that does not arrive.
  case isStuck = "is stuck"
  /// The client continues without some of the data.
  case losesData = "loses data silently"
  /// The client treats wrong data as right.
  case showsWrong = "shows wrong data"
  /// The client keeps polling.
  case waits
  /// The client neither notices nor misses anything.
  case ignores = "ignores it"

  /// True if the client stops, waits forever, or continues with incomplete or wrong data.
  public var breaksClient: Bool { self <= .showsWrong }

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
