import AssayContract
import AssayFindings
import AssayHTTP
import AssayObservation

/// Follows the order of events along its automaton, and finds its way back after each fault.
///
/// One fault makes one finding: an event that was skipped is missing, and where it turns up later after all, it was out
/// of order; an event that cannot come here at all leaves the state as it was.
struct OrderJudge: Sendable {
  private let promise: OrderPromise
  private let contract: Contract
  private var state: EventOrder.State
  /// Names an earlier event made missing, with the place of the finding that says so.
  private var skipped: [String: Int] = [:]
  private var firstName: String?

  init(_ promise: OrderPromise, contract: Contract) {
    self.promise = promise
    self.contract = contract
    state = promise.order.start
  }

  var isComplete: Bool { promise.order.isAccepting(state) }
  var expectedNext: [String] { promise.order.allowed(in: state) }

  mutating func step(_ observed: ObservedEvent, after last: String, into collector: inout FindingCollector) {
    let name = observed.event.name
    defer { if firstName == nil { firstName = name } }
    if let next = promise.order.next(state, name) {
      state = next
      return
    }
    if let place = skipped.removeValue(forKey: name) {
      collector.amend(place) { finding in
        finding.rule = "stream.order"
        finding.location = "event \(observed.index)"
        finding.message =
          "event \(observed.index) at \(observed.time.spoken): `\(name)` came late, it had to come before the events it follows here"
        finding.actual = "\(name) after \(last)"
      }
      return
    }
    if name == firstName, promise.order.allowed(in: promise.order.start).contains(name) {
      collector.add(repeated(observed))
      return
    }
    let missing = promise.order.missing(before: name, from: state)
    if let missing, !missing.isEmpty {
      let place = collector.add(self.missing(missing, before: observed, after: last))
      for name in missing { skipped[name] = place }
      for name in missing { state = promise.order.next(state, name) ?? state }
      state = promise.order.next(state, name) ?? state
    } else {
      collector.add(misplaced(observed, after: last))
    }
  }

  private func misplaced(_ observed: ObservedEvent, after last: String) -> Finding {
    let allowed = expectedNext
    let moment = last.isEmpty ? "at the start of the stream" : "after `\(last)`"
    return finding(
      "stream.order",
      promise.promise.level,
      observed,
      "event \(observed.index) at \(observed.time.spoken): `\(observed.event.name)` came, \(moment) only \(listed(allowed)) may",
      expected: allowed.isEmpty ? "no further event" : allowed.joined(separator: " or "),
      alternatives: allowed
    )
  }

  private func missing(_ names: [String], before observed: ObservedEvent, after last: String) -> Finding {
    let moment = last.isEmpty ? "the stream began with" : "`\(last)` was followed by"
    return finding(
      "stream.missing",
      promise.promise.level,
      observed,
      "event \(observed.index) at \(observed.time.spoken): \(moment) `\(observed.event.name)`, but \(listed(names)) had to come first",
      expected: names.joined(separator: ", then "),
      alternatives: expectedNext
    )
  }

  private func repeated(_ observed: ObservedEvent) -> Finding {
    finding(
      "stream.repeated",
      min(promise.promise.level, .should),
      observed,
      "event \(observed.index) at \(observed.time.spoken): `\(observed.event.name)` came again; it opens the stream and comes once",
      expected: expectedNext.joined(separator: " or "),
      alternatives: expectedNext
    )
  }

  private func finding(
    _ rule: String,
    _ level: Level,
    _ observed: ObservedEvent,
    _ message: String,
    expected: String,
    alternatives: [String]
  ) -> Finding {
    Finding(
      level: level,
      rule: rule,
      location: "event \(observed.index)",
      message: message,
      expected: expected,
      actual: observed.event.name,
      sources: promise.promise.sources,
      promise: contract.place(of: promise.promise),
      alternatives: alternatives
    )
  }

  private func listed(_ names: [String]) -> String {
    let quoted = names.map { "`\($0)`" }
    guard let last = quoted.last else { return "nothing" }
    return quoted.count == 1 ? last : quoted.dropLast().joined(separator: ", ") + " or " + last
  }
}
