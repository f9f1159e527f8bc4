import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayObservation

/// A first look at a changed answer on its own: cheap, and enough to turn most candidates down before they are rehearsed.
struct FaultGlance {
  let contract: Contract
  let operation: Operation
  /// The usual answer.
  let sample: Exchange?
  /// The usual events of a stream.
  let events: [PlayedEvent]

  /// What is wrong with the one answer or event `effect` changes; `nil` where a look at it alone says nothing.
  func findings(of effect: FaultEffect) -> [Finding]? {
    switch effect {
    case .body(let edits, _):
      guard let sample, let response = sample.response, let body = sample.json else { return nil }
      // A change that cannot be made here may be made in another answer.
      guard let edited = edits.applied(to: body) else { return nil }
      let bytes = Array(edited.document.bytes[edited.byteRange])
      let exchange = Exchange(
        request: sample.request,
        parameters: sample.parameters,
        response: HTTPResponse(head: response.head, body: bytes),
        end: sample.end
      )
      return ExchangeJudge(contract: contract, operation: operation).findings(for: exchange, in: Scope())
    case .events(let changes):
      guard case .change(let index, .edit(let edits))? = changes.first, changes.count == 1,
        events.indices.contains(index),
        case .stream(let promise) = operation.interaction,
        let event = promise.events.first(where: { $0.name == events[index].name }), let schema = event.data
      else { return nil }
      guard let edited = edits.applied(to: events[index].data) else { return [] }
      return dataFindings(of: edited, schema: schema, contract: contract)
    case .poll(let changes):
      guard case .poll(let promise) = operation.interaction, let status = sample?.response?.head.status,
        let schema = ExchangeJudge(contract: contract, operation: operation).expectation(for: status)?.body
      else { return nil }
      var findings: [Finding] = []
      for (example, edits) in changes.compactMap(\.bodyEdits) {
        // Examples are looked at as they are written: their expressions are strings too.
        guard let edited = edits.applied(to: promise.examples[example]) else { return [] }
        let base = dataFindings(of: edited, schema: schema, contract: contract)
        findings += base
        guard let state = edited[promise.state]?.string.flatMap(promise.state(named:)), let body = state.body else {
          continue
        }
        let typed = base.filter { $0.rule == "schema.type" }.map(\.location)
        findings += dataFindings(of: edited, schema: body, contract: contract).filter { !typed.contains($0.location) }
      }
      return findings
    case .answer, .refusal: return nil
    }
  }
}

extension PlayEdit<PollFrame> {
  /// The example whose body is changed, and how.
  fileprivate var bodyEdits: (example: Int, edits: [JSONEdit])? {
    switch self {
    case .change(let index, let change), .repeat(let index, let change?, _):
      change.edits.isEmpty ? nil : (index, change.edits)
    case .remove, .move, .repeat, .insert: nil
    }
  }
}
