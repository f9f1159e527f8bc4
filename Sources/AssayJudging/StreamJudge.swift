package import AssayContract
import AssayFindings
package import AssayHTTP
import AssayJSON
package import AssayObservation
import AssayText

/// The judge of a stream of events, one event at a time.
///
/// Call ``step(_:)`` for each event, and ``finish(_:needed:of:)`` once. It keeps the automaton's state and the last
/// value of each promise, not the events, so that a stream of any length is judged in constant memory.
package struct StreamJudge: Sendable {
  /// An event that reported a documented failure, after which the stream may end.
  struct Failure: Sendable {
    var event: StreamReason.Event
    /// The explanation of the failure in the event's data, if any.
    var why: String?
  }

  /// The event that ended the stream as promised: its name, number and time.
  package struct FinalEvent: Sendable {
    var name: String
    package var index: Int
    var time: Duration
  }

  /// An event of the contract. A class, since a copy of its promises for each event received would take longer than
  /// judging some of them.
  private final class Kind: Sendable {
    let event: EventPromise
    /// The pointers of constant and nondecreasing values that name no member of the event's data.
    let unnamed: Set<JSONPointer>

    init(_ event: EventPromise, unnamed: Set<JSONPointer>) { (self.event, self.unnamed) = (event, unnamed) }
  }

  let contract: Contract
  let promise: StreamPromise
  /// The judge of the responses that carry the stream; `nil` if only its events are judged.
  let answer: ExchangeJudge?
  var scope: Scope
  var order: OrderJudge?
  private var values: ValuePromises
  /// The events of the promise, by position.
  private let kinds: [Kind]
  /// The events kept for rules.
  package private(set) var memory: EventMemory
  private(set) var count = 0
  /// The name of the previous event, documented or not; `nil` if it had none.
  private(set) var lastName: String?
  /// The name of the last documented event.
  private var lastKnown = ""
  var silence = Silence()
  /// For each event of the promise, by position, true if it was received.
  private var hasCome: [Bool]
  /// The final event, once received.
  package private(set) var final: FinalEvent?
  private(set) var failure: Failure?
  /// True if the stream ended as promised; false until ``finish(_:needed:of:)`` was called.
  package var isWhole = false
  /// The record of the promises that the stream kept and broke.
  package var ledger: CheckLedger
  /// The state of the stream's continuation, and the ids received.
  var resuming = ResumedEvents()

  /// Makes a judge of the stream `promise`. `scope` has the scenario's values so far; events read by `rules` are kept.
  package init(
    contract: Contract,
    promise: StreamPromise,
    scope: Scope,
    answer: ExchangeJudge? = nil,
    rules: [Expression] = [],
    memory: Int = RunLimits.usualMemory,
    ledger: CheckLedger = CheckLedger()
  ) {
    self.contract = contract
    self.answer = answer
    self.ledger = ledger
    self.promise = promise
    self.scope = scope
    hasCome = Array(repeating: false, count: promise.events.count)
    self.memory = EventMemory(readBy: promise.invariants.map(\.expression) + rules, bytes: memory)
    order = promise.order.map { OrderJudge($0, contract: contract) }
    values = ValuePromises(constant: promise.constant, nondecreasing: promise.nondecreasing)
    kinds = zip(promise.events, promise.unnamedPointers(in: contract)).map { Kind($0, unnamed: $1) }
  }

  /// True if the final event was received.
  package var isFinished: Bool { final != nil }

  /// The number of the event with which it ended: the final one, or a documented failure.
  package var end: Int? { final?.index ?? failure?.event.index }

  /// True if no further event is required: the final event or a documented failure was received.
  package var isOver: Bool { isFinished || failure != nil }

  /// Records that a redirect led to `request`, whose response is the stream.
  package mutating func lead(to request: HTTPRequest) { scope.exchange?.request = request }

  /// Judges the next event; returns it under the name that the contract gives such events.
  @discardableResult
  package mutating func step(_ observed: consuming ObservedEvent) -> ObservedEvent {
    observed.pause = judgePause(before: observed)
    count += 1
    if let resume = promise.resume, let fate = replayed(observed, resume) {
      ledger.post(fate)
      return observed
    }
    if let position = promise.position(of: observed), !isMeantAsText(observed, position) {
      take(&observed, as: position)
    } else if let position = meant(by: observed) {
      var meant = copy observed
      take(&meant, as: position)
    } else {
      pass(observed)
    }
    lastName = observed.isNamed ? observed.name : nil
    return observed
  }

  /// Judges an event that the contract does not list.
  private mutating func pass(_ observed: ObservedEvent) {
    let fate = unknown(observed)
    let finding = fate.finding
    let place = ledger.post(fate)
    // What no client can read makes up for an event that is missing; what it ignores does not.
    let isUnread = finding.rule == .streamNotJSON || finding.rule == .tooLarge
    let named = observed.event.isNamed && !isUnread ? observed.event.name : nil
    if !isFinished, named != nil || finding.level > .may {
      order?.pass(observed, name: named, level: finding.level, place: place)
    }
  }

  /// Judges an event that the contract lists at `position`, and gives it the contract's name; its data is kept only as
  /// text if the contract promises text.
  private mutating func take(_ observed: inout ObservedEvent, as position: Int) {
    let kind = kinds[position]
    if !kind.event.name.isExactly(observed.event.name) { observed.kind = kind.event.name }
    if kind.event.text != nil { (observed.json, observed.jsonError) = (nil, nil) }
    if let final {
      let fate = afterFinal(final, observed)
      if order?.fill(kind.event.name, with: fate, into: &ledger) != true { ledger.post(fate) }
    } else {
      order?.step(observed, after: lastKnown, into: &ledger)
    }
    lastKnown = kind.event.name
    if !hasCome[position] {
      hasCome[position] = true
      if kind.event.text == nil { ledger.keep(kind.event.promise, .json) }
    }
    memory.take(observed, isLate: isFinished)
    judgeData(observed, kind)
    if kind.event.isFinal, !isFinished {
      ledger.keep(kind.event.promise, .ending)
      final = FinalEvent(name: kind.event.name, index: observed.index, time: observed.time)
    }
  }

  /// Returns the position of the contract's event that `observed` was probably meant to be, although its name is not
  /// listed; `nil` if none exists.
  ///
  /// The wrong name is reported as a finding.
  private mutating func meant(by observed: ObservedEvent) -> Int? {
    guard observed.event.isNamed else { return nil }
    let says = observed.json?["type"]?.string
    let names = promise.events.map(\.wireName)
    guard
      let name = names.first(where: { $0.isSpelling(of: observed.event.name) })
        ?? says.flatMap({ says in names.first { $0.isExactly(says) } })
    else { return nil }
    var meant = observed
    meant.event.name = name
    guard let position = promise.position(of: meant) else { return nil }
    let reason = StreamReason.misnamed(
      StreamReason.Event(observed),
      documented: name,
      saysSo: says?.isExactly(name) == true
    )
    let event = promise.events[position]
    let fate = fate(.streamMisnamed, observed, reason, breaking: [orderSite ?? event.dataSite], alternatives: [name])
    ledger.post(fate)
    return position
  }

  /// Returns true if `observed` must be meant as a text event. It has the name of the JSON event at `position` but is
  /// not JSON, and the order only allows a text event with the same name now.
  private func isMeantAsText(_ observed: ObservedEvent, _ position: Int) -> Bool {
    guard observed.json == nil, !isFinished, let order else { return false }
    let event = promise.events[position]
    guard event.text == nil, event.condition == nil,
      event.readsJSON || memory.reader(insideDataOf: event, promise) != nil
    else { return false }
    let allowed = order.expectedNext
    return !allowed.containsExactly(event.name) && texts(beside: event).contains(where: allowed.containsExactly)
  }

  /// Returns the contract's names of text events that are sent under the same event name as `event`.
  private func texts(beside event: EventPromise) -> [String] {
    promise.events.filter { $0.text != nil && $0.wireName.isExactly(event.wireName) && !$0.name.isExactly(event.name) }
      .map(\.name)
  }

  private mutating func judgeData(_ observed: ObservedEvent, _ kind: Kind) {
    let moment = Place.Moment.event(observed.index)
    var unread: Finding?
    if let json = observed.json { judge(json, kind, at: moment) } else { unread = judgeText(observed, kind.event) }
    if !kind.event.invariants.isEmpty || kind.event.finalWhen != nil {
      judgeRules(over: observed, kind.event, at: moment)
    }
    ledger.close()
    if let unread, let place = ledger.place(of: unread) {
      order?.pass(observed, name: nil, level: unread.level, place: place)
    }
  }

  private mutating func judge(_ json: JSONValue, _ kind: Kind, at moment: Place.Moment) {
    if let data = kind.event.data {
      AssayJudging.judgeData(json, data, contract: contract, at: moment, writing: &ledger)
    }
    let fate = duplicateKeyFate(
      in: json,
      under: kind.event.data,
      or: (kind.event.promise, kind.event.dataSite),
      contract,
      at: moment,
      in: ledger
    )
    if let fate { ledger.write(fate) }
    values.step(json, at: moment, in: scope, contract: contract, except: kind.unnamed, writing: &ledger)
  }

  /// Judges data that is read as text, or that is not JSON. Returns the finding about data that may have been the text
  /// that another event is, which is then not missing a second time; otherwise `nil`.
  private mutating func judgeText(_ observed: ObservedEvent, _ event: EventPromise) -> Finding? {
    if let text = event.text {
      ledger.keep(text.promise)
      if !text.matches(observed.event.data) { ledger.write(otherText(observed, text)) }
      return nil
    }
    guard let reader = event.data?.promise ?? memory.reader(insideDataOf: event, promise) else { return nil }
    let fate = notJSON(observed, reader).breaking([event.dataSite])
    ledger.write(fate)
    return isFinished || texts(beside: event).isEmpty ? nil : fate.finding
  }

  private mutating func judgeRules(over observed: ObservedEvent, _ event: EventPromise, at moment: Place.Moment) {
    scope.previous = scope.event?.value
    scope.event = observed
    scope.arrived = observed.time
    judgeInvariants(event.invariants, in: scope, contract: contract, at: moment, writing: &ledger)
    if let finalWhen = event.finalWhen, case .value(let value) = finalWhen.evaluate(in: scope), value.bool == true {
      failure = Failure(event: StreamReason.Event(observed), why: observed.json?.failureText)
    }
  }

  /// Allows the stream to start again from its beginning: its order, and the numbers that must not fall.
  mutating func restart() {
    order?.mayRestart()
    values.restart()
  }

  private func hasCome(named name: String) -> Bool {
    promise.events.indices.contains { hasCome[$0] && promise.events[$0].name.isExactly(name) }
  }

  /// The names of the events that may be received next; without an order, those of the final events.
  var expectedNext: [String] { order?.expectedNext ?? promise.events.filter(\.isFinal).map(\.name) }
}

/// The findings about single events.
extension StreamJudge {
  private func unknown(_ observed: ObservedEvent) -> BrokenFate {
    let names = promise.events.map(\.name)
    let event = StreamReason.Event(observed)
    if promise.comes(under: event.name) { return ofNoKind(observed) }
    guard observed.event.isNamed else {
      let data = observed.event.data.abridged
      let reason = StreamReason.unnamed(event, data: data, known: names)
      return fate(.streamUnnamed, observed, reason, breaking: [orderSite ?? wholeSite], alternatives: names)
    }
    let nearest = SpellingSuggestion.nearest(to: event.name, among: names)
    return fate(
      .streamUnknownEvent,
      level: .may,
      observed,
      .unknown(event, known: names, nearest: nearest),
      alternatives: names
    )
  }

  /// Returns the finding about an event after the final one. A client that has closed the connection loses that event,
  /// unless it received one of the same name before.
  private func afterFinal(_ final: FinalEvent, _ observed: ObservedEvent) -> BrokenFate {
    let event = StreamReason.Event(observed)
    guard let order = promise.order else {
      let reason = StreamReason.afterFinal(event, final: final.name, isLost: false)
      let level = min(promise.promise.level, .should)
      return fate(.streamAfterFinal, level: level, observed, reason, breaking: endings)
    }
    return BrokenFate(
      order.promise,
      of: contract,
      rule: .streamAfterFinal,
      place: Place(.event(event.index)),
      reason: .stream(.afterFinal(event, final: final.name, isLost: !hasCome(named: event.name)))
    )
  }

  /// Returns the finding about an event whose name is listed, but whose data matches none of the events of that name.
  /// Clients ignore JSON of an unknown kind like an unknown event; other data they cannot read.
  private func ofNoKind(_ observed: ObservedEvent) -> BrokenFate {
    let events = promise.events.filter { $0.wireName.isExactly(observed.event.name) }
    let texts = events.compactMap(\.text?.described)
    let event = StreamReason.Event(observed)
    let data = observed.event.data.abridged
    let names = events.map(\.name)
    let isAllText = texts.count == events.count
    guard observed.json == nil else {
      let reason = StreamReason.ofNoKind(event, data: data, known: names)
      return fate(.streamUnknownEvent, level: .may, observed, reason, alternatives: names)
    }
    let sites = events.filter { isAllText || $0.text == nil }.map(\.dataSite)
    if !isAllText, let beyond = beyondJSON(observed, promise.promise) { return beyond.breaking(sites) }
    let reason = StreamReason.unreadable(event, data: data, texts: texts, isAllText: isAllText)
    return fate(isAllText ? .streamText : .streamNotJSON, observed, reason, breaking: sites)
  }

  private func otherText(_ observed: ObservedEvent, _ text: EventText) -> BrokenFate {
    BrokenFate(
      text.promise,
      of: contract,
      rule: .streamText,
      place: Place(.event(observed.index)),
      reason: .stream(
        .otherText(StreamReason.Event(observed), data: observed.event.data.abridged, wanted: text.described)
      )
    )
  }

  /// Returns the finding about data whose JSON exceeds the limits for reading; `nil` if the data is invalid for a
  /// different reason.
  private func beyondJSON(_ observed: ObservedEvent, _ promise: Promise) -> BrokenFate? {
    guard let excess = observed.jsonError.flatMap(JSONExcess.init) else { return nil }
    return BrokenFate(
      promise,
      of: contract,
      rule: .tooLarge,
      place: Place(.event(observed.index)),
      reason: .stream(.dataBeyondJSON(StreamReason.Event(observed), excess, length: observed.event.bytes.count))
    )
  }

  private func notJSON(_ observed: ObservedEvent, _ promise: Promise) -> BrokenFate {
    if let beyond = beyondJSON(observed, promise) { return beyond }
    let data = observed.event.data
    let error = observed.jsonError
    return BrokenFate(
      promise,
      of: contract,
      rule: .streamNotJSON,
      place: Place(.event(observed.index)),
      reason: .stream(.dataNotJSON(StreamReason.Event(observed), data: data.abridged, error: error.map { "\($0)" })),
      excerpt: data.isEmpty ? "" : error.map { Excerpt.of(Array(data.utf8), offset: $0.offset) } ?? ""
    )
  }

  /// The number of events and the name of the last one, for messages.
  var progress: StreamReason.Progress { StreamReason.Progress(count: count, lastName: lastName) }

  /// The place of findings about the end of the stream: after the last event, or the response if there was none.
  var lastPlace: Place { count == 0 ? .answer : Place(.afterEvent(count)) }

  private func fate(
    _ rule: Rule,
    level: Level? = nil,
    _ observed: ObservedEvent,
    _ reason: StreamReason,
    breaking sites: [PromiseSite] = [],
    alternatives: [String] = []
  ) -> BrokenFate {
    BrokenFate(
      promise.promise,
      of: contract,
      level: level,
      rule: rule,
      place: Place(.event(observed.index)),
      reason: .stream(reason),
      alternatives: alternatives
    )
    .breaking(sites)
  }

  private var orderSite: PromiseSite? { promise.order.map { PromiseSite($0.promise) } }

  /// The promise that the response is a stream.
  var wholeSite: PromiseSite { PromiseSite(promise.promise) }

  /// The promises that the stream breaks if it does not end as promised.
  var endings: [PromiseSite] {
    let endings = promise.events.filter(\.isFinal).map { PromiseSite($0.promise, .ending) }
    return endings.isEmpty ? [wholeSite] : endings
  }
}
