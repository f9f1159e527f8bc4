import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
package import AssayObservation
import AssayText

/// The ids and requests of a stream that may continue over another connection.
struct ResumedEvents: Sendable {
  /// The event ids received so far.
  private var ids: Set<ExactText> = []
  /// The last event id on the current connection; an event without its own id has this one.
  private var current = ""
  /// The request for the rest of the stream that opened the current connection; `nil` for the first connection.
  private(set) var asked: StreamResumption?
  /// The number of consecutive requests for the rest of the stream after which no event was received.
  private(set) var inVain = 0
  /// True if the server refused to continue the stream, so that a client can receive no more events.
  var isOver = false

  /// The maximum number of event ids kept, and the maximum size of one in bytes.
  private static let most = (count: 100_000, bytes: 256)

  /// Records that the rest of the stream was requested over a further connection.
  mutating func resume(_ resumption: StreamResumption) {
    inVain = asked?.after == resumption.after ? inVain + 1 : 1
    asked = resumption
    current = ""
    // A client without an id, because the stream reset it, receives the whole stream again.
    if resumption.lastEventID.isEmpty { ids = [] }
  }

  /// Records the id of an event; returns true if it was already received on an earlier connection, before the rest was
  /// requested.
  mutating func isKnown(_ id: String) -> Bool {
    guard !id.isEmpty, id != current, id.utf8.count <= Self.most.bytes else { return false }
    current = id
    if asked != nil, ids.contains(ExactText(id)) { return true }
    if ids.count < Self.most.count { ids.insert(ExactText(id)) }
    return false
  }
}

/// The continuation of a stream over another connection.
extension StreamJudge {
  /// Judges the response to a request for the rest of the stream.
  package mutating func resume(_ resumption: StreamResumption) {
    guard let resume = promise.resume else { return }
    silence.resume(at: resumption.time)
    resuming.resume(resumption)
    if resumption.lastEventID.isEmpty { restart() }
    ledger.keep(resume.promise)
    guard let status = resumption.status else {
      return refuse(.nothingToResumeBy(progress), resume)
    }
    // An answer without content tells a client to stop (WHATWG HTML section 9.2.3).
    if status == 204 { return }
    if resumption.isStream(as: promise.format) { return judgeHead(of: resumption, status, resume) }
    refuse(
      .notResumed(progress, id: resumption.lastEventID, status: status, contentType: resumption.contentType),
      resume
    )
  }

  /// Judges the header fields of a further connection: like those of the first, or by what the operation that requested
  /// it promises.
  private mutating func judgeHead(of resumption: StreamResumption, _ status: Int, _ resume: ResumePromise) {
    ledger.moment = .afterEvent(resumption.after)
    let type = resumption.contentType.map { [HTTPHeader("Content-Type", $0)] } ?? []
    let head = HTTPResponseHead(status: status, headers: type + (resumption.headers ?? []))
    let asking = judge(asking: resume)
    if let asking { asking.judgeStart(head, writing: &ledger) }
    if resumption.headers != nil, let judge = asking ?? answer, var response = judge.expectation(for: status) {
      response.headers.removeAll { HTTPHeader($0.name, "").isNamed("Set-Cookie") }
      judge.judgeHeaders(of: head, response, &ledger)
    }
    if let asking { ledger.assign(to: asking.operation.name) }
    ledger.close()
    ledger.moment = nil
  }

  /// The judge of the operation that requests the rest of the stream; `nil` if that is the operation of the stream.
  private func judge(asking resume: ResumePromise) -> ExchangeJudge? {
    guard let name = resume.operation, name != answer?.operation.name else { return nil }
    return contract.operation(named: name).map { ExchangeJudge(contract: contract, operation: $0) }
  }

  private mutating func refuse(_ reason: StreamReason, _ resume: ResumePromise) {
    resuming.isOver = true
    let fate = BrokenFate(
      resume.promise,
      of: contract,
      rule: .streamNotResumed,
      place: lastPlace,
      reason: .stream(reason)
    )
    ledger.post(fate)
    if let asking = judge(asking: resume) {
      ledger.block(asking.answerPromise, .answer, because: BlockReason(fate.finding))
    }
  }

  /// Returns the finding about an event that is received a second time after the rest of the stream was requested;
  /// `nil` if the event is new. Such an event is not part of the order.
  mutating func replayed(_ observed: ObservedEvent, _ resume: ResumePromise) -> BrokenFate? {
    guard resuming.isKnown(observed.event.lastEventID), let asked = resuming.asked else { return nil }
    return BrokenFate(
      resume.promise,
      of: contract,
      rule: .streamReplayed,
      place: Place(.event(observed.index)),
      reason: .stream(
        .replayed(StreamReason.Event(observed), id: observed.event.lastEventID, asked: asked.lastEventID)
      )
    )
  }

  /// True if the stream may end now: its order allows that or, without an order, it has no final event.
  package var mayEndHere: Bool { order?.isComplete ?? !promise.events.contains(where: \.isFinal) }

  /// True if a client would reconnect if its connection were closed now, since an event that ends the stream may still
  /// be sent.
  package var mayGoOn: Bool { !mayEndHere || promise.events.contains { $0.isFinal || $0.finalWhen != nil } }
}

extension ExchangeJudge {
  /// Judges the status and the media type of a response that continues the stream of another operation.
  fileprivate func judgeStart(_ head: HTTPResponseHead, writing ledger: inout CheckLedger) {
    ledger.keep(answerPromise, .answer)
    let request = HTTPRequest(method: operation.request.method, url: "")
    let response = HTTPResponse(head: head, body: [])
    let exchange = Exchange(request: request, response: response, end: TransferEnd(.stopped))
    if let fate = statusFate(of: exchange) {
      ledger.write(fate)
      let reason = BlockReason(fate.finding)
      for promised in expectations {
        if let content = promised.content { ledger.block(content.promise, because: reason) }
        for header in promised.headers { ledger.block(header.schema.promise, .presence, because: reason) }
      }
    }
    guard let promised = expectation(for: head.status) else { return }
    let forms = [promised] + promised.alternatives
    let form = forms.first { contentTypeFate(of: head, $0, mayLack: false) == nil } ?? promised
    if let content = form.content { ledger.keep(content.promise) }
    if let fate = contentTypeFate(of: head, form, mayLack: false) { ledger.write(fate) }
  }
}

extension StreamResumption {
  /// Returns true if a client accepts the response as a stream of `format`.
  func isStream(as format: StreamFormat) -> Bool {
    guard let status else { return false }
    let headers = contentType.map { [HTTPHeader("Content-Type", $0)] } ?? []
    return HTTPResponseHead(status: status, headers: headers).isStream(as: format)
  }
}
