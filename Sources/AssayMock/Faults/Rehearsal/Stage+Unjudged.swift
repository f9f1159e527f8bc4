import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayObservation

extension Stage {
  /// Notes what a client would meet in `reply` that no rehearsal judges.
  mutating func meet(_ reply: Reply, _ step: Step, _ operation: Operation) {
    guard case .bytes(let bytes) = reply.content, reply.flaw == nil, !step.isErrorProbe, reply.status / 100 == 2,
      operation.responses.contains(where: { $0.status.matches(reply.status) })
    else { return }
    if reply.delay > .zero { find(operation) { $0.rule == "poll.blocks" } }
    if Addition.field.isIn(bytes) { additions.insert(Addition.field.trace(in: operation)) }
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

extension Exchange {
  /// The exchange as a client sees it that is sent `reply`, late or broken as it may be.
  init(asking request: HTTPRequest, _ parameters: RequestParameters, answeredBy reply: Reply) {
    var body: [UInt8] = []
    var reason = TransferEnd.Reason.complete
    if case .bytes(let bytes) = reply.content {
      body = reply.flaw == nil ? bytes : Array(bytes.prefix(bytes.count / 2))
      switch reply.flaw {
      case nil: break
      case .reset: reason = .reset
      case .stallsBefore: reason = .totalTimeout
      default: reason = .truncated
      }
    }
    self.init(
      request: request,
      parameters: parameters,
      response: HTTPResponse(head: HTTPResponseHead(status: reply.status, headers: reply.headers), body: body),
      end: TransferEnd(reason, timings: TransferTimings(total: reply.delay))
    )
  }
}
