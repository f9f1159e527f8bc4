import AssayContract
import AssayHTTP
import AssayJudging
import AssayObservation

/// Looks in the pieces of a stream that is fetched as one answer for the event that ends it.
struct EventWatch: Sendable {
  private let format: StreamFormat
  private var decoder: StreamDecoder
  private var judge: StreamJudge
  private var count = 0

  /// A watch over the answer of a probe; `nil` where the operation is not a stream.
  init?(of work: StepWork, _ ready: ReadyRequest, in scope: Scope) {
    guard work.step.probe != nil, case .stream(let promise) = work.operation.interaction else { return nil }
    format = promise.format
    decoder = StreamDecoder(promise.format)
    judge = work.judge(of: promise, ready.request, ready.parameters, in: scope, began: nil)
  }

  /// Takes the next piece of an answer that begins with `head`; whether nothing more has to come.
  mutating func isOver(behind chunk: [UInt8], of head: HTTPResponseHead, at time: Duration) -> Bool {
    guard head.isStream(as: format) else { return false }
    var events: [ServerSentEvent] = []
    decoder.decode(chunk) { events.append($0) }
    for event in events where !judge.isOver {
      count += 1
      judge.step(ObservedEvent(index: count, time: time, event: event))
    }
    return judge.isOver
  }
}
