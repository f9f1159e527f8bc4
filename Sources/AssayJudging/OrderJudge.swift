import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
import AssayText

/// The judge of the order of events: it follows the automaton, and finds its way back after each fault.
///
/// One fault makes one finding: an event that was skipped is missing, and where it turns up later after all, it came
/// late; an event that cannot come here at all leaves the state as it was; an event no client could receive, because its name
/// is missing or misspelt, is not missing a second time.
struct OrderJudge: Sendable {
  let promise: OrderPromise
  let contract: Contract
  private var state: EventOrder.State
  /// The position in the stream if the event that was early was one too many, and not in the wrong place.
  private var otherwise: EventOrder.State?
  /// The position in the stream if it starts again instead of continuing.
  private var anew: EventOrder.State?
  /// Events others came before, which may still come; at most ``mostGaps``.
  private var gaps: [OrderGap] = []
  /// The gap that was filled last, for the event that opened it to come again.
  private var filled: OrderGap?
  private var firstName: String?
  /// The events since the last known one that no client listens for; at most ``mostGaps``.
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

  /// The finding of events that came without a name and make up for those the stream still needs: then it did not end too
  /// early. `nil` without findings at least as severe as `level`, that of the end.
  func unheardEnd(at level: Level) -> Int? {
    guard let missing = order.missingAtEnd(from: state), !missing.isEmpty else { return nil }
    return unheard(missing.count, at: level)
  }

  /// The finding of the first of `count` events that came without a name; `nil` where there are not as many.
  private func unheard(_ count: Int, at level: Level) -> Int? {
    let unheard = unlisted.filter { !$0.isNamed && $0.level >= level }
    return unheard.count < count ? nil : unheard.first?.place
  }

  /// Takes the next event the contract knows; `last` names the one before.
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

  /// Lets the stream start again from its beginning; what comes next shows whether it does.
  mutating func mayRestart() { anew = order.start }

  /// Forgets the events so far: the stream starts again at `next`.
  private mutating func begin(at next: EventOrder.State) {
    (state, otherwise, anew) = (next, nil, nil)
    (gaps, filled) = ([], nil)
  }

  /// Takes an event no client listens for, whose finding weighs `level` and stands at `place`; `name` is `nil` where it has
  /// none.
  mutating func pass(_ observed: ObservedEvent, name: String?, level: Level, place: Int) {
    guard unlisted.count < Self.mostGaps else { return }
    let event = StreamReason.Event(observed)
    unlisted.append(UnlistedEvent(isNamed: name != nil, event: event, level: level, place: place))
  }

  /// Takes an event after the final one; where it was missing there, `fate` takes the place of the one that said so.
  mutating func fill(_ name: String, with fate: BrokenFate, into ledger: inout CheckLedger) -> Bool {
    guard let index = gaps.firstIndex(where: { $0.isWaiting(for: name) }) else { return false }
    ledger.amend(gaps[index].place, to: fate)
    gaps.remove(at: index)
    return true
  }

  /// The finding of an event under a name that is nearly that of the one the stream still needs; it weighs at least as much
  /// as `level`, that of the end.
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

  /// The names any one of which lets `name` come.
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

/// The faults of the order.
extension OrderJudge {
  /// Returns the fate of an event that may not appear here, and for which nothing is missing.
  private func misplaced(_ event: StreamReason.Event, after last: String) -> BrokenFate {
    fate(.streamOrder, event, .misplaced(event, after: last, allowed: expectedNext), alternatives: expectedNext)
  }

  /// Events that had to come before another and did not.
  private func missing(_ gap: OrderGap) -> BrokenFate {
    fate(
      .streamMissing,
      gap.opener,
      .missing(gap.names, choices: gap.choices, late: gap.late, before: gap.opener, after: gap.last),
      alternatives: promise.order.allowed(in: gap.before)
    )
  }

  /// Events that were missing and came after all.
  private func late(_ gap: OrderGap, _ event: StreamReason.Event, after last: String) -> BrokenFate {
    fate(.streamOrder, event, .late(gap.late, opener: gap.opener, event, after: last))
  }

  /// An event that came too early, and again where it belongs.
  private func early(_ gap: OrderGap, again event: StreamReason.Event) -> BrokenFate {
    fate(
      .streamOrder,
      gap.opener,
      .early(gap.opener, again: event.index, missed: gap.late),
      alternatives: promise.order.allowed(in: gap.before)
    )
  }

  /// The event that opens the stream, once more.
  private func repeated(_ event: StreamReason.Event) -> BrokenFate {
    fate(
      .streamRepeated,
      event,
      .repeated(event, allowed: expectedNext),
      alternatives: expectedNext
    )
  }

  /// An event that had to come, and came under a name that is nearly its own.
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

/// Events that had to come and did not, until they do.
private struct OrderGap: Sendable {
  /// Those still missing, in order.
  var names: [String]
  /// Those that came late.
  var late: [String] = []
  /// The names any one of which would have done, where one was missing.
  var choices: [String] = []
  /// The point they were missing at.
  var before: EventOrder.State
  /// The event that came instead.
  var opener: StreamReason.Event
  /// The name of the event before that; empty at the start of the stream.
  var last: String
  /// The place of the finding that says so.
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

/// An event no documented client listens for.
private struct UnlistedEvent: Sendable {
  var isNamed: Bool
  var event: StreamReason.Event
  /// The level of the finding about it.
  var level: Level
  /// The place of that finding.
  var place: Int

  /// Returns true if its name is a misspelling of one of `names`.
  func isMeant(for names: [String]) -> Bool {
    isNamed && SpellingSuggestion.nearest(to: event.name, among: names) != nil
  }
}
