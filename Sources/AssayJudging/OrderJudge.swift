import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
import AssayText

/// The judge of the order of a stream's events: it follows the state automaton of the promised order, and recovers
/// after each fault.
///
/// One fault makes one finding. A skipped event is missing; if it is received later, it is late. An event that is not
/// allowed here does not change the state. An event that no client can receive, because its name is missing or
/// misspelt, is not also reported as missing.
struct OrderJudge: Sendable {
  let promise: OrderPromise
  let contract: Contract
  private var state: EventOrder.State
  /// The state if the last early event was superfluous; ``state`` assumes that it skipped the missing events.
  private var otherwise: EventOrder.State?
  /// The state if the stream starts again from its beginning instead of continuing; `nil` if it may not.
  private var anew: EventOrder.State?
  /// The groups of skipped events that may still be received; at most ``mostGaps``.
  private var gaps: [OrderGap] = []
  /// The group of skipped events that was completed last, kept in case the event that was received too early is
  /// repeated.
  private var filled: OrderGap?
  private var firstName: String?
  /// The events since the last documented one that clients ignore, because their names are missing or unknown; at most
  /// ``mostGaps``.
  private var unlisted: [UnlistedEvent] = []

  private static let mostGaps = 32

  init(_ promise: OrderPromise, contract: Contract) {
    self.promise = promise
    self.contract = contract
    state = promise.order.start
  }

  private var order: EventOrder { promise.order }
  var isComplete: Bool { order.isAccepting(state) }
  var expectedNext: [String] { order.allowed(in: state) }

  /// Returns the index of the finding about the first unnamed event if there are as many unnamed events as the stream
  /// still needs, so that it did not end too early. Only findings at least as severe as `level` count; otherwise `nil`.
  func unheardEnd(at level: Level) -> Int? {
    guard let missing = order.missingAtEnd(from: state), !missing.isEmpty else { return nil }
    return unheard(missing.count, at: level)
  }

  /// Returns the index of the finding about the first unnamed event; `nil` if fewer than `count` findings of at least
  /// `level` are about unnamed events.
  private func unheard(_ count: Int, at level: Level) -> Int? {
    let unheard = unlisted.filter { !$0.isNamed && $0.level >= level }
    return unheard.count < count ? nil : unheard.first?.place
  }

  /// Judges the next documented event; `last` is the name of the documented event before it.
  mutating func step(_ observed: ObservedEvent, after last: String, into ledger: inout CheckLedger) {
    let name = observed.name
    let isFirst = firstName == nil
    defer {
      if isFirst { firstName = name }
      unlisted = []
    }
    if let next = order.next(state, name) {
      state = next
      otherwise = otherwise.flatMap { order.next($0, name) }
      anew = anew.flatMap { order.next($0, name) }
    } else if let next = anew.flatMap({ order.next($0, name) }) {
      begin(at: next)
    } else if fill(observed, after: last, into: &ledger) {
      return
    } else if let next = otherwise.flatMap({ order.next($0, name) }) {
      guard let filled, filled.opener.name.isExactly(name) else {
        // More late events: the position is known again once the early event is repeated.
        otherwise = next
        return
      }
      state = next
      otherwise = nil
      ledger.amend(filled.place, to: early(filled, again: StreamReason.Event(observed)))
    } else if let missing = order.missing(before: name, from: state), !missing.isEmpty {
      skip(missing, before: observed, after: last, into: &ledger)
    } else if firstName?.isExactly(name) == true, order.allowed(in: order.start).containsExactly(name) {
      ledger.post(repeated(StreamReason.Event(observed)))
    } else {
      ledger.post(misplaced(StreamReason.Event(observed), after: last))
    }
  }

  /// Allows the stream to start again from its beginning; the next event shows if it does.
  mutating func mayRestart() { anew = order.start }

  /// Forgets the events so far: the stream starts again at `next`.
  private mutating func begin(at next: EventOrder.State) {
    (state, otherwise, anew) = (next, nil, nil)
    (gaps, filled) = ([], nil)
  }

  /// Remembers an event that clients ignore, because its `name` is missing or unknown. `level` and `place` are the
  /// level and the index of its finding.
  mutating func pass(_ observed: ObservedEvent, name: String?, level: Level, place: Int) {
    guard unlisted.count < Self.mostGaps else { return }
    let event = StreamReason.Event(observed)
    unlisted.append(UnlistedEvent(isNamed: name != nil, event: event, level: level, place: place))
  }

  /// Takes an event received after the final one. If the event was reported as missing, `fate` replaces that report,
  /// and the result is true.
  mutating func fill(_ name: String, with fate: BrokenFate, into ledger: inout CheckLedger) -> Bool {
    guard let index = gaps.firstIndex(where: { $0.isWaiting(for: name) }) else { return false }
    ledger.amend(gaps[index].place, to: fate)
    gaps.remove(at: index)
    return true
  }

  /// Returns the index of the finding about a misspelt event if that is the only one the stream still needs, and
  /// reports it as misspelt. `nil` if none exists, or if the promise of the order is milder than `level`.
  mutating func misspeltEnd(at level: Level, into ledger: inout CheckLedger) -> Int? {
    guard promise.promise.level >= level, let missing = order.missingAtEnd(from: state), missing.count == 1,
      let event = unlisted.last(where: { $0.isMeant(for: missing) })
    else { return nil }
    ledger.amend(event.place, to: misspelt(event, missing))
    return event.place
  }

  // MARK: Recovery

  private mutating func skip(
    _ missing: [String],
    before observed: ObservedEvent,
    after last: String,
    into ledger: inout CheckLedger
  ) {
    let name = observed.name
    let before = state
    state = (missing + [name]).reduce(state) { state, name in order.next(state, name) ?? state }
    var gap = OrderGap(names: missing, before: before, opener: StreamReason.Event(observed), last: last)
    if missing.count == 1 { gap.choices = choices(before: name, from: before) }
    // What is reported more mildly than the order is promised hides nothing of it.
    if let cause = unheard(missing.count, at: promise.promise.level) {
      ledger.post(self.missing(gap), because: cause)
      return
    }
    if let event = unlisted.first(where: { $0.isMeant(for: gap.choices) }), missing.count == 1 {
      ledger.amend(event.place, to: misspelt(event, gap.choices))
      return
    }
    gap.place = ledger.post(self.missing(gap))
    if gaps.count == Self.mostGaps { gaps.removeFirst() }
    gaps.append(gap)
  }

  /// Returns the names of the events allowed in `state` that can be followed directly by `name`.
  private func choices(before name: String, from state: EventOrder.State) -> [String] {
    order.allowed(in: state).filter { choice in
      order.next(state, choice).flatMap { order.next($0, name) } != nil
    }
  }

  private mutating func fill(
    _ observed: ObservedEvent,
    after last: String,
    into ledger: inout CheckLedger
  ) -> Bool {
    let name = observed.name
    guard let index = gaps.firstIndex(where: { $0.isWaiting(for: name) }) else { return false }
    otherwise = order.next(otherwise ?? gaps[index].before, name)
    gaps[index].take(name)
    let gap = gaps[index]
    ledger.amend(gap.place, to: gap.isFilled ? late(gap, StreamReason.Event(observed), after: last) : missing(gap))
    if gap.isFilled { filled = gaps.remove(at: index) }
    return true
  }

}

/// The findings about faults in the order of events.
extension OrderJudge {
  /// Returns the finding about an event that is not allowed here, and before which no event is missing.
  private func misplaced(_ event: StreamReason.Event, after last: String) -> BrokenFate {
    fate(.streamOrder, event, .misplaced(event, after: last, allowed: expectedNext), alternatives: expectedNext)
  }

  /// Returns the finding about the required events that are missing before `gap.opener`.
  private func missing(_ gap: OrderGap) -> BrokenFate {
    fate(
      .streamMissing,
      gap.opener,
      .missing(gap.names, choices: gap.choices, late: gap.late, before: gap.opener, after: gap.last),
      alternatives: promise.order.allowed(in: gap.before)
    )
  }

  /// Returns the finding about events that were missing and were received late.
  private func late(_ gap: OrderGap, _ event: StreamReason.Event, after last: String) -> BrokenFate {
    fate(.streamOrder, event, .late(gap.late, opener: gap.opener, event, after: last))
  }

  /// Returns the finding about an event that was received too early, and again in its correct place.
  private func early(_ gap: OrderGap, again event: StreamReason.Event) -> BrokenFate {
    fate(
      .streamOrder,
      gap.opener,
      .early(gap.opener, again: event.index, missed: gap.late),
      alternatives: promise.order.allowed(in: gap.before)
    )
  }

  /// Returns the finding about a first event that is received a second time.
  private func repeated(_ event: StreamReason.Event) -> BrokenFate {
    fate(
      .streamRepeated,
      event,
      .repeated(event, allowed: expectedNext),
      alternatives: expectedNext
    )
  }

  /// Returns the finding about a required event that was received under a misspelt name.
  private func misspelt(_ unlisted: UnlistedEvent, _ wanted: [String]) -> BrokenFate {
    fate(.streamMissing, unlisted.event, .misspelt(unlisted.event, wanted: wanted), alternatives: wanted)
  }

  private func fate(
    _ rule: Rule,
    _ event: StreamReason.Event,
    _ reason: StreamReason,
    alternatives: [String] = []
  ) -> BrokenFate {
    BrokenFate(
      promise.promise,
      of: contract,
      rule: rule,
      place: Place(.event(event.index)),
      reason: .stream(reason),
      alternatives: alternatives
    )
  }
}

extension StreamReason.Event {
  /// Keeps the name, the index and the time of an event.
  init(_ observed: ObservedEvent) {
    self.init(name: observed.name, index: observed.index, time: observed.time)
  }
}

/// A gap in the order: required events that have not been received.
private struct OrderGap: Sendable {
  /// The names of the events still missing, in order.
  var names: [String]
  /// The names of the events that were received late.
  var late: [String] = []
  /// The names of events each of which would have been enough, if only one event is missing.
  var choices: [String] = []
  /// The automaton's state at which the events were missing.
  var before: EventOrder.State
  /// The event that was received instead of the missing ones.
  var opener: StreamReason.Event
  /// The name of the event before ``opener``; empty at the start of the stream.
  var last: String
  /// The index of the finding about the gap.
  var place = 0

  init(names: [String], before: EventOrder.State, opener: StreamReason.Event, last: String) {
    self.names = names
    self.before = before
    self.opener = opener
    self.last = last
  }

  var isFilled: Bool { names.isEmpty }

  func isWaiting(for name: String) -> Bool { names.containsExactly(name) || choices.containsExactly(name) }

  mutating func take(_ name: String) {
    if choices.containsExactly(name) {
      names = []
    } else if let index = names.firstIndex(where: { $0.isExactly(name) }) {
      names.remove(at: index)
    }
    late.append(name)
  }
}

/// An event that clients ignore, because the contract lists no event of that name or the event has none.
private struct UnlistedEvent: Sendable {
  var isNamed: Bool
  var event: StreamReason.Event
  /// The level of the finding about the event.
  var level: Level
  /// The index of the finding about the event.
  var place: Int

  /// Returns true if the event's name is a misspelling of one of `names`.
  func isMeant(for names: [String]) -> Bool {
    isNamed && SpellingSuggestion.nearest(to: event.name, among: names) != nil
  }
}
