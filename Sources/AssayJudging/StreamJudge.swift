package import AssayContract
import AssayFindings
package import AssayHTTP
import AssayJSON
package import AssayObservation
import AssayText

/// The judge of a stream of events, one event at a time.
///
/// A fold: ``step(_:)`` for each event, ``finish(_:needsSuccess:)`` once. It keeps the automaton's state and the last
/// value of each promise, never the events, so a stream of any length is judged in constant memory.
package struct StreamJudge: Sendable {
  /// An event that reported a documented failure, after which the stream may end.
  struct Failure: Sendable {
    var event: StreamReason.Event
    /// The reason the event gives.
    var why: String?
  }

  /// The event that ended the stream as promised: its name, its number and when it came.
  package struct FinalEvent: Sendable {
    var name: String
    package var index: Int
    var time: Duration
  }

  let contract: Contract
  let promise: StreamPromise
  /// The judge of the answer that the stream is, and of the answers it goes on over; `nil` where only events are judged.
  let answer: ExchangeJudge?
  var scope: Scope
  var order: OrderJudge?
  private var values: ValuePromises
  /// The events as far as rules may read them.
  package private(set) var memory: EventMemory
  private(set) var count = 0
  /// The name of the event before, of any kind; `nil` if it had none.
  private(set) var lastName: String?
  /// The name of the last event the contract knows.
  private var lastKnown = ""
  var silence = Silence()
  /// The events of the promise, by position: true if the event was received.
  private var hasCome: [Bool]
  /// The final event, once received.
  package private(set) var final: FinalEvent?
  private(set) var failure: Failure?
  /// It came to its end as promised; known once it is finished.
  package var isWhole = false
  /// The fates of the stream's promises.
  package var ledger: CheckLedger
  /// The state of its continuation, and the ids received.
  var resuming = ResumedEvents()

  /// Begins a stream of `promise`; `scope` holds what the scenario knows so far, `rules` read the stream besides its own.
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
  }

  /// The final event was seen.
  package var isFinished: Bool { final != nil }

  /// The number of the event with which it ended: the final one, or a documented failure.
  package var end: Int? { final?.index ?? failure?.event.index }

  /// Nothing more has to come: the final event was seen, or a documented failure.
  package var isOver: Bool { isFinished || failure != nil }

  /// Follows a redirect to `request`, whose answer the stream is.
  package mutating func lead(to request: HTTPRequest) { scope.exchange?.request = request }

  /// Takes the next event, and gives it back as what the contract calls it.
  @discardableResult
  package mutating func step(_ observed: ObservedEvent) -> ObservedEvent {
    var known = observed
    known.pause = judgePause(before: observed)
    count += 1
    if let fate = replayed(observed) {
      ledger.post(fate)
      return known
    }
    defer { lastName = known.isNamed ? known.name : nil }
    if let position = promise.position(of: observed), !isMeantAsText(observed, position) {
      known = told(known, as: position)
      take(known, as: position)
    } else if let position = meant(by: observed) {
      take(told(observed, as: position), as: position)
    } else {
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
    return known
  }

  /// `observed` under the name the contract has for it, its data as text where that is promised.
  private func told(_ observed: ObservedEvent, as position: Int) -> ObservedEvent {
    let event = promise.events[position]
    var told = observed
    if !event.name.isExactly(observed.event.name) { told.kind = event.name }
    if event.text != nil {
      told.json = nil
      told.jsonError = nil
    }
    return told
  }

  /// Takes an event that is the one at `position` of the contract's.
  private mutating func take(_ observed: ObservedEvent, as position: Int) {
    let event = promise.events[position]
    if let final {
      let fate = afterFinal(final, observed)
      if order?.fill(event.name, with: fate, into: &ledger) != true { ledger.post(fate) }
    } else {
      order?.step(observed, after: lastKnown, into: &ledger)
    }
    lastKnown = event.name
    if !hasCome[position] {
      hasCome[position] = true
      if event.text == nil { ledger.keep(event.promise, .json) }
    }
    memory.take(observed, isLate: isFinished)
    judgeData(observed, event)
    if event.isFinal, !isFinished {
      ledger.keep(event.promise, .ending)
      final = FinalEvent(name: event.name, index: observed.index, time: observed.time)
    }
  }

  /// The position of the event of the contract that `observed`, whose name is not listed, is meant to be.
  ///
  /// An event with a different spelling of its name is reported, and judged as the event it was meant to be.
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

  /// Returns true if the event at `position` is of no documented kind: it is not the JSON that is promised of this one,
  /// nor may this one appear now, and one may that is a text.
  private func isMeantAsText(_ observed: ObservedEvent, _ position: Int) -> Bool {
    let event = promise.events[position]
    guard observed.json == nil, !isFinished, let order, event.text == nil, event.condition == nil,
      event.readsJSON || memory.reader(insideDataOf: event, promise) != nil
    else { return false }
    let allowed = order.expectedNext
    return !allowed.containsExactly(event.name) && texts(beside: event).contains(where: allowed.containsExactly)
  }

  /// The names of those events that come under the same name as `event` and are texts.
  private func texts(beside event: EventPromise) -> [String] {
    promise.events.filter { $0.text != nil && $0.wireName.isExactly(event.wireName) && !$0.name.isExactly(event.name) }
      .map(\.name)
  }

  private mutating func judgeData(_ observed: ObservedEvent, _ event: EventPromise) {
    var unread: Finding?
    defer {
      ledger.close()
      if let unread, let place = ledger.place(of: unread) {
        order?.pass(observed, name: nil, level: unread.level, place: place)
      }
    }
    let moment = Place.Moment.event(observed.index)
    if let text = event.text {
      ledger.keep(text.promise)
      if !text.matches(observed.event.data) { ledger.write(otherText(observed, text)) }
    } else if let json = observed.json {
      if let data = event.data { AssayJudging.judgeData(json, data, contract: contract, at: moment, writing: &ledger) }
      let other = (event.promise, event.dataSite)
      if let fate = duplicateKeyFate(in: json, under: event.data, or: other, contract, at: moment, in: ledger) {
        ledger.write(fate)
      }
      values.step(json, at: moment, in: scope, contract: contract, writing: &ledger)
    } else if let reader = event.data?.promise ?? memory.reader(insideDataOf: event, promise) {
      let fate = notJSON(observed, reader).breaking([event.dataSite])
      // It may have been the text that another is, which is not missing a second time.
      if !isFinished, !texts(beside: event).isEmpty { unread = fate.finding }
      ledger.write(fate)
    }
    if !event.invariants.isEmpty || event.finalWhen != nil { judgeRules(over: observed, event, at: moment) }
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

  /// Lets the stream start again, from its beginning.
  mutating func restart() {
    order?.mayRestart()
    values.restart()
  }

  private func hasCome(named name: String) -> Bool {
    promise.events.indices.contains { hasCome[$0] && promise.events[$0].name.isExactly(name) }
  }

  /// The events that may come next, by the order.
  var expectedNext: [String] { order?.expectedNext ?? promise.events.filter(\.isFinal).map(\.name) }
}

/// The faults of single events.
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

  /// An event after the final one: lost to a client that has closed, unless it had come before.
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

  /// An event with a listed name that matches none of the events of that name. Clients ignore JSON of an unknown kind, as an
  /// event it does not know; anything else it cannot read.
  private func ofNoKind(_ observed: ObservedEvent) -> BrokenFate {
    let kinds = promise.events.filter { $0.wireName.isExactly(observed.event.name) }
    let texts = kinds.compactMap(\.text?.described)
    let event = StreamReason.Event(observed)
    let data = observed.event.data.abridged
    let names = kinds.map(\.name)
    let isAllText = texts.count == kinds.count
    guard observed.json == nil else {
      let reason = StreamReason.ofNoKind(event, data: data, known: names)
      return fate(.streamUnknownEvent, level: .may, observed, reason, alternatives: names)
    }
    let sites = kinds.filter { isAllText || $0.text == nil }.map(\.dataSite)
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

  /// The finding of data whose JSON goes beyond what is read of any; `nil` where it is something else that is wrong with it.
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

  /// The progress of the stream.
  var progress: StreamReason.Progress { StreamReason.Progress(count: count, lastName: lastName) }

  /// The position of the stream when it ended.
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

  /// The stream as a whole, of which nothing more is promised than that it is the answer.
  var wholeSite: PromiseSite { PromiseSite(promise.promise) }

  /// The promises broken by a stream that does not end as it should.
  var endings: [PromiseSite] {
    let endings = promise.events.filter(\.isFinal).map { PromiseSite($0.promise, .ending) }
    return endings.isEmpty ? [wholeSite] : endings
  }
}

extension EventPromise {
  /// The promise broken by an event whose data as a whole is not what it should be.
  fileprivate var dataSite: PromiseSite { text.map { PromiseSite($0.promise) } ?? PromiseSite(promise, .json) }

  /// True if its own promises apply to JSON alone. If none does, any text is as good.
  fileprivate var readsJSON: Bool {
    data != nil
      || (invariants.map(\.expression) + [finalWhen].compactMap(\.self)).lazy.flatMap(\.references).contains {
        $0.subject == .event(.data) && !$0.pointer.tokens.isEmpty
      }
  }
}

extension String {
  /// Returns true if both are one name except for case and the separators of its words: `statusUpdate`,
  /// `status-update`.
  fileprivate func isSpelling(of other: String) -> Bool {
    let letters = { (name: String) in
      name.lowercased().unicodeScalars.filter { !["_", "-", ".", " ", ":", "/"].contains($0) }
    }
    let own = letters(self)
    return !own.isEmpty && own.elementsEqual(letters(other))
  }
}
