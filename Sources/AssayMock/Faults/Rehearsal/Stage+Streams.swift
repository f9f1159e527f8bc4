import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayObservation

extension Stage {
  /// Plays a stream and judges its events, all but their order and their times.
  mutating func playStream(_ promise: StreamPromise, _ step: Step, _ operation: Operation) -> StepRecord? {
    guard let response = ask(step, operation), let exchange = response.exchange else { return nil }
    let judge = ExchangeJudge(contract: contract, operation: operation, step: step)
    findings += judge.findings(for: exchange, in: scope)
    // A client that was promised a stream reads no events of an answer that does not say it is one.
    guard case .events(let sent) = response.reply.content, response.reply.isEventStream else { return nil }
    let timed = meet(sent, response.reply.flaw, promise, operation)
    scope.exchange = exchange
    let observed = timed.enumerated().map { index, event in
      ObservedEvent(
        index: index + 1,
        time: .zero,
        event: ServerSentEvent(name: event.name, data: event.data, lastEventID: event.id ?? "")
      )
    }
    var constants = RehearsedValues(promise.constant, promise.nondecreasing, family: "stream", scope: scope)
    for event in observed {
      scope.event = event
      judgeEvent(event, promise, &constants)
      if let json = event.json { scope.events[event.event.name, default: []].append(json) }
    }
    scope.event = nil
    findings += invariantFindings(promise.invariants, in: scope, contract: contract, coveredBy: findings)
    if operation.name == watched { events = timed.map { PlayedEvent($0) } }
    var record = StepRecord(exchanges: [exchange], events: observed)
    record.outputs = step.captured(in: scope)
    scope.events = [:]
    return record
  }

  private mutating func judgeEvent(_ event: ObservedEvent, _ promise: StreamPromise, _ values: inout RehearsedValues) {
    guard let known = promise.events.first(where: { $0.name == event.event.name }) else { return }
    let prefix = "event \(event.index) "
    guard let json = event.json else {
      if let data = known.data {
        findings.append(
          Finding(
            breaking: data.promise,
            of: contract,
            rule: "stream.json",
            location: "event \(event.index)",
            message: ""
          )
        )
      }
      return
    }
    var found: [Finding] = []
    if let data = known.data {
      found = dataFindings(of: json, schema: data, contract: contract, locationPrefix: prefix)
    }
    found += values.step(json, prefix, contract, coveredBy: found)
    found += invariantFindings(
      known.invariants,
      in: scope,
      contract: contract,
      locationPrefix: prefix,
      coveredBy: found
    )
    findings += found
  }
}

extension PlayedEvent {
  /// The event as it was sent, its data read again.
  init(_ timed: TimedEvent) {
    self.init(
      after: timed.after,
      name: timed.name,
      data: (try? JSONDocument(parsing: timed.data))?.root ?? .null,
      id: timed.id
    )
  }
}

extension Reply {
  fileprivate var isEventStream: Bool {
    headers["Content-Type"].flatMap(MediaType.init)?.essence == "text/event-stream"
  }
}
