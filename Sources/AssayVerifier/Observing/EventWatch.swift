import AssayContract
import AssayHTTP
import AssayJudging
import AssayObservation

/// A watch over the response to a probe that is a stream: it decodes the events, to stop the transfer after the final
/// one.
final class EventWatch {
  private let format: StreamFormat
  private var decoder: StreamDecoder
  private var judge: StreamJudge
  private var count = 0

  /// Creates a watch over the response to a probe; `nil` if the step is not a probe, or its operation does not return a
  /// stream.
  init?(of work: StepWork, _ ready: ReadyRequest, in scope: Scope) {
    guard work.step.probe != nil, case .stream(let promise) = work.operation.interaction else { return nil }
    format = promise.format
    decoder = StreamDecoder(promise.format)
    judge = work.judge(of: promise, ready.request, ready.parameters, in: scope, began: nil)
  }

  /// Takes the next chunk of a response with this head; returns true if the stream is over, so that nothing more needs
  /// to be received.
  func isOver(behind chunk: [UInt8], of head: HTTPResponseHead, at time: Duration) -> Bool {
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
