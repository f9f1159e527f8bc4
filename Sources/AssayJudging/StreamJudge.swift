package import AssayContract
import AssayFindings
import AssayHTTP
package import AssayJSON
package import AssayObservation

/// Holds a stream of server-sent events against its promises, one event at a time.
///
/// A fold: ``step(_:)`` for each event, ``finish(_:needsSuccess:)`` once. It keeps the automaton's state and the last
/// value of each promise, never the events, so a stream of any length is judged in constant memory.
package struct StreamJudge: Sendable {
  /// An event that told of a failure the documents know, after which the stream may end.
  struct Failure: Sendable {
    var moment: EventMoment
    /// What the event says about why, as a clause; empty where it does not.
    var reason: String
  }

  let contract: Contract
  let promise: StreamPromise
  var scope: Scope
  var collector = FindingCollector()
  var order: OrderJudge?
  private var values: ValuePromises
  private(set) var count = 0
  /// The name of the event before, whatever it was; `nil` where it had none.
  private(set) var lastName: String?
  /// The name of the last event the contract knows.
  private var lastKnown = ""
  private(set) var lastTime: Duration = .zero
  /// The names that came so far; no more than the contract has.
  private(set) var seen: Set<String> = []
  private(set) var finalName = ""
  /// The final event was seen.
  package private(set) var isFinished = false
  private(set) var failure: Failure?

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

  /// Nothing more has to come: the final event was seen, or a documented failure.
  package var isOver: Bool { isFinished || failure != nil }

  /// Takes a sign of life at `time`: any byte of the stream, a comment's too.
  package mutating func heard(at time: Duration) {
    guard count > 0 else { return }
    judgeSilence(before: time, open: false)
    lastTime = max(lastTime, time)
  }

  /// Takes the next event.
  package mutating func step(_ observed: ObservedEvent) {
    judgeSilence(before: observed.time, open: false)
    count += 1
    defer {
      lastName = observed.event.isNamed ? observed.event.name : nil
      lastTime = max(lastTime, observed.time)
    }
    guard let event = promise.events.first(where: { $0.name == observed.event.name }) else {
      let place = collector.add(unknown(observed))
      let named = observed.event.isNamed ? observed.event.name : nil
      if !isFinished { order?.pass(observed, name: named, place: place) }
      return
    }
    if isFinished {
      let finding = afterFinal(observed, event)
      if order?.fill(event.name, with: finding, into: &collector) != true { add(finding) }
    } else {
      order?.step(observed, after: lastKnown, into: &collector)
    }
    lastKnown = event.name
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
        failure = Failure(moment: EventMoment(observed), reason: FailureReason.clause(in: json))
      }
    }
    for finding in found { add(finding) }
  }

  mutating func add(_ finding: Finding) { collector.add(finding) }

  /// Makes the events known to the rules over the whole stream; what was kept of them, that is.
  package mutating func collect(_ events: [String: [JSONValue]]) { scope.events = events }

  /// The events that may come next, by the order.
  var expectedNext: [String] { order?.expectedNext ?? promise.events.filter(\.isFinal).map(\.name) }

  /// Tells of a silence longer than promised, between events or (`open`) up to the end.
  mutating func judgeSilence(before time: Duration, open: Bool) {
    if count == 0 {
      guard let first = promise.first, time > first.duration, !open else { return }
      return add(late(first, time))
    }
    guard let silence = promise.silence, time - lastTime > silence.duration, !isFinished else { return }
    add(silent(silence, for: time - lastTime, open: open))
  }
}
