import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON

extension Stage {
  /// Notes what a client would meet in `reply` that no rehearsal judges; returns whether the answer comes whole.
  mutating func meet(_ reply: Reply, _ step: Step, _ operation: Operation) -> Bool {
    guard case .bytes(let bytes) = reply.content else { return true }
    if reply.flaw != nil {
      find(operation) { $0.effect.answerChange?.flaw != nil }
      return false
    }
    if reply.delay > .zero { find(operation) { $0.effect.delaysAnswers } }
    let isDocumented = operation.responses.contains { $0.status.matches(reply.status) }
    if isDocumented, reply.status / 100 == 2, !step.isErrorProbe, Addition.field.isIn(bytes) {
      additions.insert(Addition.field.trace(in: operation))
    }
    return true
  }

  /// Notes the same of the events of a stream; gives those that come whole.
  mutating func meet(_ events: [TimedEvent], _ flaw: WireFlaw?, _ promise: StreamPromise, _ operation: Operation)
    -> ArraySlice<TimedEvent>
  {
    let whole = events.prefix(flaw?.wholeEvents(of: events.count) ?? events.count)
    if flaw != nil { find(operation) { $0.effect.answerChange?.flaw != nil } }
    if !whole.isEmpty { find(operation) { $0.effect.reordersEvents } }
    for (index, event) in whole.enumerated() {
      if event.isLate { find(operation) { $0.rule == (index == 0 ? "stream.first" : "stream.silence") } }
      if !promise.events.contains(where: { $0.name == event.name }), event.name != nil {
        additions.insert(Addition.event.trace(in: operation))
      } else if Addition.field.isIn(Array(event.data.utf8)) {
        additions.insert(Addition.field.trace(in: operation))
      }
    }
    return whole
  }

  private mutating func find(_ operation: Operation, where isMet: (Fault) -> Bool) {
    for fault in unjudged where fault.operation == operation.name && isMet(fault) {
      guard let promise = fault.breaks else { continue }
      findings.append(Finding(breaking: promise, of: contract, rule: fault.rule, location: "", message: ""))
    }
  }
}
