package import AssayContract
import AssayFindings
import AssayHTTP
package import AssayJSON
package import AssayObservation

/// Holds a stream of server-sent events against its promises, one event at a time.
///
/// A fold: ``step(_:)`` for each event, ``finish(_:)`` once. It keeps the automaton's state and the last value of each
/// promise, never the events, so a stream of any length is judged in constant memory.
package struct StreamJudge: Sendable {
  let contract: Contract
  let promise: StreamPromise
  var scope: Scope
  var collector = FindingCollector()
  private var order: OrderJudge?
  private var values: ValuePromises
  private(set) var count = 0
  private(set) var lastName = ""
  private(set) var lastTime: Duration = .zero
  /// The names that came so far; no more than the contract has.
  private(set) var seen: Set<String> = []
  private(set) var finalName = ""
  /// The final event was seen.
  package private(set) var isFinished = false
  /// The documented failure that ended the job, where one was seen: the event's name and place.
  package private(set) var failure: String?

  /// Begins a stream of `promise`; `scope` holds what the scenario knows so far.
  package init(contract: Contract, promise: StreamPromise, scope: Scope) {
    self.contract = contract
    self.promise = promise
    self.scope = scope
    order = promise.order.map { OrderJudge($0, contract: contract) }
    values = ValuePromises(
      constant: promise.constant,
      nondecreasing: promise.nondecreasing,
      family: "stream"
    )
  }

  /// Takes the next event.
  package mutating func step(_ observed: ObservedEvent) {
    judgeSilence(before: observed.time, open: false)
    count += 1
    defer {
      lastName = observed.event.name
      lastTime = observed.time
    }
    guard let event = promise.events.first(where: { $0.name == observed.event.name }) else {
      return add(unknown(observed))
    }
    if isFinished {
      add(afterFinal(observed, event))
    } else if order != nil {
      order?.step(observed, after: lastName, into: &collector)
    }
    seen.insert(event.name)
    judgeData(observed, event)
    if event.isFinal, !isFinished {
      isFinished = true
      finalName = event.name
    }
  }

  private mutating func judgeData(_ observed: ObservedEvent, _ event: EventPromise) {
    let place = "event \(observed.index)"
    guard let json = observed.json else {
      if let data = event.data { add(notJSON(observed, data.promise)) }
      return
    }
    var found: [Finding] = []
    if let data = event.data {
      found = dataFindings(of: json, schema: data, contract: contract, locationPrefix: place + " ")
    }
    found += values.step(json, at: place, in: scope, contract: contract, coveredBy: found)
    if !event.invariants.isEmpty || event.finalWhen != nil {
      scope.event = observed
      found += invariantFindings(
        event.invariants,
        in: scope,
        contract: contract,
        locationPrefix: place + " ",
        coveredBy: found
      )
      if let finalWhen = event.finalWhen, case .value(let value) = finalWhen.evaluate(in: scope), value.bool == true {
        failure = "event \(observed.index) (\(event.name))"
      }
    }
    for finding in found { add(finding) }
  }

  mutating func add(_ finding: Finding) { collector.add(finding) }

  /// Makes the events known to the rules over the whole stream; what was kept of them, that is.
  package mutating func collect(_ events: [String: [JSONValue]]) { scope.events = events }

  /// Whether every event of the order that had to come has come.
  var isOrderComplete: Bool { order?.isComplete ?? true }
  /// The events that may come next, by the order.
  var expectedNext: [String] { order?.expectedNext ?? promise.events.filter(\.isFinal).map(\.name) }

  /// Tells of a silence longer than promised, between events or (`open`) up to the end.
  mutating func judgeSilence(before time: Duration, open: Bool) {
    if count == 0 {
      guard let first = promise.first, time > first.duration else { return }
      return add(
        timing(
          "stream.first",
          first,
          open ? "no event came within" : "the first event came late:",
          time,
          location: "event 1"
        )
      )
    }
    guard let silence = promise.silence, time - lastTime > silence.duration, !isFinished else { return }
    add(
      timing(
        "stream.silence",
        silence,
        "nothing came after `\(lastName)` (event \(count)) for",
        time - lastTime,
        location: open ? "after event \(count)" : "event \(count + 1)"
      )
    )
  }
}
