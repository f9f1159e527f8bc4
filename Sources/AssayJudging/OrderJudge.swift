import AssayContract
import AssayFindings
import AssayHTTP
import AssayObservation

/// Follows the order of events along its automaton, and finds its way back after each fault.
///
/// One fault makes one finding: an event that was skipped is missing, and where it turns up later after all, it came
/// late; an event that cannot come here at all leaves the state as it was; an event nobody could hear, because its name
/// is missing or misspelt, is not missing a second time.
struct OrderJudge: Sendable {
  let promise: OrderPromise
  let contract: Contract
  private var state: EventOrder.State
  /// Where the stream is if the event that came early was one too many, and not in the wrong place.
  private var otherwise: EventOrder.State?
  /// Events others came before, which may still come; at most ``mostGaps``.
  private var gaps: [OrderGap] = []
  /// The gap that was filled last, for the event that opened it to come again.
  private var filled: OrderGap?
  private var firstName: String?
  /// The events since the last known one that no client listens for; at most ``mostGaps``.
  private var strangers: [OrderStranger] = []

  private static let mostGaps = 32

  init(_ promise: OrderPromise, contract: Contract) {
    self.promise = promise
    self.contract = contract
    state = promise.order.start
  }

  private var order: EventOrder { promise.order }
  var isComplete: Bool { order.isAccepting(state) }
  var expectedNext: [String] { order.allowed(in: state) }

  /// Whether events that came without a name make up for those the stream still lacks: then it did not end too early.
  var isCompleteButUnheard: Bool {
    guard let missing = order.missingAtEnd(from: state) else { return false }
    return missing.count <= strangers.count(where: { $0.name == nil })
  }

  /// Takes the next event the contract knows; `last` names the one before.
  mutating func step(_ observed: ObservedEvent, after last: String, into collector: inout FindingCollector) {
    let name = observed.event.name
    let isFirst = firstName == nil
    defer {
      if isFirst { firstName = name }
      strangers = []
    }
    if let next = order.next(state, name) {
      state = next
      otherwise = otherwise.flatMap { order.next($0, name) }
    } else if fill(observed, after: last, into: &collector) {
      return
    } else if let next = otherwise.flatMap({ order.next($0, name) }) {
      state = next
      otherwise = nil
      tooEarly(observed, into: &collector)
    } else if let missing = order.missing(before: name, from: state), !missing.isEmpty {
      skip(missing, before: observed, after: last, into: &collector)
    } else if name == firstName, order.allowed(in: order.start).contains(name) {
      collector.add(repeated(EventMoment(observed)))
    } else {
      collector.add(misplaced(EventMoment(observed), after: last))
    }
  }

  /// Takes an event no client listens for, whose finding stands at `place`; `name` is `nil` where it has none.
  mutating func pass(_ observed: ObservedEvent, name: String?, place: Int) {
    guard strangers.count < Self.mostGaps else { return }
    strangers.append(OrderStranger(name: name, moment: EventMoment(observed), place: place))
  }

  /// Takes an event behind the final one; where it was missing there, `finding` takes the place of the one that said so.
  mutating func fill(_ name: String, with finding: Finding, into collector: inout FindingCollector) -> Bool {
    guard let index = gaps.firstIndex(where: { $0.isWaiting(for: name) }) else { return false }
    collector.amend(gaps[index].place) { $0 = finding }
    gaps.remove(at: index)
    return true
  }

  /// Whether the event the stream still lacks came under a name that is nearly its own, and now has its finding.
  mutating func endsMisspelt(into collector: inout FindingCollector) -> Bool {
    guard let missing = order.missingAtEnd(from: state), missing.count == 1,
      let stranger = strangers.last(where: { $0.isMeant(for: missing) })
    else { return false }
    collector.amend(stranger.place) { $0 = misspelt(stranger, missing) }
    return true
  }

  // MARK: Recovery

  private mutating func skip(
    _ missing: [String],
    before observed: ObservedEvent,
    after last: String,
    into collector: inout FindingCollector
  ) {
    let name = observed.event.name
    let before = state
    state = (missing + [name]).reduce(state) { state, name in order.next(state, name) ?? state }
    if strangers.count(where: { $0.name == nil }) >= missing.count { return }
    var gap = OrderGap(names: missing, before: before, opener: EventMoment(observed), last: last)
    if missing.count == 1 { gap.choices = choices(before: name, from: before) }
    if let stranger = strangers.first(where: { $0.isMeant(for: gap.choices) }), missing.count == 1 {
      collector.amend(stranger.place) { $0 = misspelt(stranger, gap.choices) }
      return
    }
    gap.place = collector.add(self.missing(gap))
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
    into collector: inout FindingCollector
  ) -> Bool {
    let name = observed.event.name
    guard let index = gaps.firstIndex(where: { $0.isWaiting(for: name) }) else { return false }
    otherwise = order.next(otherwise ?? gaps[index].before, name)
    gaps[index].take(name)
    let gap = gaps[index]
    collector.amend(gap.place) { finding in
      finding = gap.isFilled ? late(gap, EventMoment(observed), after: last) : missing(gap)
    }
    if gap.isFilled { filled = gaps.remove(at: index) }
    return true
  }

  /// The event that opened a gap came again where it belongs: nothing was late, that event was one too many.
  private func tooEarly(_ observed: ObservedEvent, into collector: inout FindingCollector) {
    guard let filled, filled.opener.name == observed.event.name else { return }
    collector.amend(filled.place) { $0 = early(filled, again: EventMoment(observed)) }
  }
}
