/// One place where a backend differs from its documentation.
public struct Finding: Sendable, Hashable, Codable {
  /// The level of the broken promise.
  public var level: Level
  /// The id of the check that found it: `scenario/step`, `scenario/step/poll`, `scenario/step/stream`.
  public var check: String
  /// The other checks that found the same fault, in the order of the run.
  public var alsoIn: [String]
  /// The operation's name in the contract; empty for a finding about a server.
  public var operation: String
  /// The kind of promise: `poll.transition`, `schema.required`.
  public var rule: Rule
  /// The place in the received data.
  public var place: Place
  /// The fault as structured data. ``message`` and the other texts are made from it on each access.
  package var reason: Reason
  /// The document lines that the promise is based on.
  public var sources: [Citation]
  /// The place of the promise in the contract.
  public var promise: ContractPlace?
  /// A few lines of the received data with the faulty place marked; empty if nothing can be shown.
  public var excerpt: String
  /// The valid values, if they are a short list: the states, the event names, the values of an enumeration.
  public var alternatives: [String]
  /// The number of times the same fault was seen, at this place and at others like it; at least 1.
  public var occurrences: Int
  /// The acceptance of the fault in a baseline, so that it fails no check; `nil` if the fault is new.
  public var accepted: Acceptance?
  /// The other places at which the fault was found, in the order of the data; at most `mostPlaces`, and at least one of
  /// each kind.
  public var alsoAt: [Place] = []
  /// The other promises of the contract that the same fault breaks.
  public var alsoBreaks: [ContractPlace] = []
  /// The expectations of the promises in ``alsoBreaks``, if different from this finding's; at most `mostExpectations`.
  public var alsoExpected: [String] {
    get { otherExpectations ?? [] }
    set { otherExpectations = newValue.isEmpty ? nil : newValue }
  }
  /// The stored value of ``alsoExpected``; `nil` if empty, as in reports of earlier versions.
  private var otherExpectations: [String]?
  /// The checks and places of the faults that were merged into the finding; `nil` if none were, or the check is not
  /// known yet.
  private var joined: [Trace]?
  /// The checks and places of broken promises that are consequences of this fault. Their check is empty until it is
  /// known.
  private var consequences: [Trace]?

  /// The maximum number of places in ``alsoAt`` for a fault that many items of a list share.
  package static let mostPlaces = 100
  /// The maximum number of texts in ``alsoExpected``.
  package static let mostExpectations = 20

  /// Makes a finding with a message of your own; only the level, the rule and the message are required.
  public init(
    level: Level,
    check: String = "",
    alsoIn: [String] = [],
    operation: String = "",
    rule: Rule,
    place: Place = .answer,
    message: String,
    expected: String = "",
    actual: String = "",
    sources: [Citation] = [],
    promise: ContractPlace? = nil,
    excerpt: String = "",
    alternatives: [String] = [],
    occurrences: Int = 1
  ) {
    self.init(
      level: level,
      check: check,
      alsoIn: alsoIn,
      operation: operation,
      rule: rule,
      place: place,
      reason: .words(Words(message, expected: expected, actual: actual)),
      sources: sources,
      promise: promise,
      excerpt: excerpt,
      alternatives: alternatives,
      occurrences: occurrences
    )
  }

  /// Makes a finding whose texts are made from `reason`.
  package init(
    level: Level,
    check: String = "",
    alsoIn: [String] = [],
    operation: String = "",
    rule: Rule,
    place: Place = .answer,
    reason: Reason,
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
    self.place = place
    self.reason = reason
    self.sources = sources
    self.promise = promise
    self.excerpt = excerpt
    self.alternatives = alternatives
    self.occurrences = occurrences
  }
}

/// The merging of findings, so that one fault is one finding.
extension Finding {
  /// Merges `other`, a finding of the same fault, into this one: the more severe of the two is kept, with all places
  /// and promises of both.
  ///
  /// `isNewKind` is true if the place of `other` differs from all listed places by more than the numbers of items and
  /// events.
  package mutating func absorb(_ other: Finding, isNewKind: Bool = false) {
    // Before their check is known, the faults of findings that are joined are one.
    var traces = check.isEmpty ? nil : joined ?? ownTraces
    let following = check.isEmpty ? (consequences ?? []) + (other.consequences ?? []) : []
    let settled = settledConsequences
    // Taken out while it grows, so that it is not copied.
    joined = nil
    traces?.append(contentsOf: settled + other.traces)
    defer { (joined, consequences) = (traces, following.isEmpty ? nil : following) }
    let occurrences = occurrences + other.occurrences
    var lesser = other
    if other.level > level {
      lesser = self
      self = other
      (alsoAt, alsoBreaks, alsoIn) = (lesser.alsoAt, lesser.alsoBreaks, lesser.alsoIn)
      (lesser.alsoAt, lesser.alsoBreaks) = (other.alsoAt, other.alsoBreaks)
      (alsoExpected, lesser.alsoExpected) = (lesser.alsoExpected, other.alsoExpected)
      if !lesser.check.isEmpty, lesser.check != check { alsoIn.insert(lesser.check, at: 0) }
      alsoIn += other.alsoIn
      alsoIn.removeAll { $0 == check }
    } else if !other.check.isEmpty, other.check != check, other.check != alsoIn.last {
      // The findings of a check follow each other, so only the last name must be compared.
      alsoIn.append(other.check)
    }
    self.occurrences = occurrences
    for place in [lesser.place] + lesser.alsoAt
    where place != self.place && (isNewKind || alsoAt.count < Self.mostPlaces) && !alsoAt.contains(place) {
      alsoAt.append(place)
    }
    for promise in [lesser.promise].compactMap({ $0 }) + lesser.alsoBreaks
    where promise != self.promise && !alsoBreaks.contains(promise) {
      alsoBreaks.append(promise)
      // Made of the facts for the first of each promise alone.
      if promise == lesser.promise { expectAlso(lesser.expected) }
    }
    for expectation in lesser.alsoExpected { expectAlso(expectation) }
  }
}

extension Finding {
  /// A check in which a fault was found, and its place; the same in each run.
  package struct Trace: Hashable, Sendable, Codable {
    package var check: String
    /// The texts that identify the fault, apart from its place: operation, rule and promise.
    package var parts: [String]
    /// The place, without the numbers of items, events and calls.
    package var place: Place
    package var level: Level

    fileprivate func mapTexts(_ change: (String) -> String) -> Trace {
      Trace(check: check, parts: parts.map(change), place: place.mapTexts(change), level: level)
    }
  }

  /// All checks and places in which the fault was found.
  package var traces: [Trace] { (joined ?? ownTraces) + settledConsequences }

  /// The checks and places of consequences; a consequence without a check gets that of the finding.
  private var settledConsequences: [Trace] {
    (consequences ?? []).map { trace in
      var trace = trace
      if trace.check.isEmpty { trace.check = check }
      return trace
    }
  }

  private var ownTraces: [Trace] {
    let parts = Fingerprint(self).parts(of: self)
    let own = Trace(check: check, parts: parts, place: place.general, level: level)
    if alsoAt.isEmpty { return [own] }
    return [own]
      + Set(alsoAt.map(\.general)).filter { $0 != own.place }
      .map { Trace(check: check, parts: parts, place: $0, level: level) }
      .sorted { $0.place.description < $1.place.description }
  }

  /// Adds a broken promise that is a consequence of this fault. It has no finding of its own, but counts as broken.
  package mutating func explain(_ consequence: Finding) {
    let known = consequences ?? []
    consequences = known + consequence.traces.filter { !known.contains($0) }
    for promise in [consequence.promise].compactMap({ $0 }) + consequence.alsoBreaks
    where promise != self.promise && !alsoBreaks.contains(promise) {
      alsoBreaks.append(promise)
      if promise == consequence.promise { expectAlso(consequence.expected) }
    }
  }

  private mutating func expectAlso(_ expectation: String) {
    guard !expectation.isEmpty, expectation != expected, alsoExpected.count < Self.mostExpectations,
      !alsoExpected.contains(expectation)
    else { return }
    alsoExpected.append(expectation)
  }
}

/// The acceptance of a known fault in a baseline: the reason, and the last day on which it applies.
public struct Acceptance: Sendable, Hashable, Codable {
  /// The reason why the fault was accepted, as a person wrote it; may be empty.
  public var reason: String
  /// The last day on which the fault is accepted, as `2026-12-31`; empty if it is accepted indefinitely.
  public var until: String
  /// True if the acceptance also covers promises of the same check that could not be judged because of the fault.
  public var blocks: Bool

  /// Makes an acceptance.
  public init(reason: String = "", until: String = "", blocks: Bool = false) {
    self.reason = reason
    self.until = until
    self.blocks = blocks
  }
}

/// The properties that reports show.
extension Finding {
  /// The place as text: `/job_id`, `status`, `header NAME`, `event 4 /job_id`, `poll 3 /status`.
  public var location: String { place.description }
  /// The headline: where, what was received, what was expected; the same in every run.
  public var message: String { reason.words.message }
  /// The promised value or behaviour.
  public var expected: String { reason.words.expected }
  /// The received value; long values are cut, with their length.
  public var actual: String { reason.words.actual }
  /// The lines below the headline, each with its label: what differs from run to run, and what the fault means to a client.
  package var details: [Words.Detail] { reason.words.details }

  /// Returns the finding with `change` applied to every text that comes from outside, for example to hide secrets.
  package func mapTexts(_ change: (String) -> String) -> Finding {
    var finding = self
    finding.place = place.mapTexts(change)
    finding.alsoAt = alsoAt.map { $0.mapTexts(change) }
    finding.reason = reason.mapTexts(change)
    finding.alsoExpected = alsoExpected.map(change)
    finding.excerpt = change(excerpt)
    finding.alternatives = alternatives.map(change)
    finding.joined = joined?.map { $0.mapTexts(change) }
    finding.consequences = consequences?.map { $0.mapTexts(change) }
    return finding
  }
}

/// A place in a contract file.
public struct ContractPlace: Sendable, Hashable, Codable {
  /// The file's name as given to Assay.
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
