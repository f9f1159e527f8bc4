import AssayContract
import AssayHTTP
import AssayJSON
import AssayObservation

extension Responder {
  /// All events of a stream, filled in for the resource at hand.
  func stream(_ promise: StreamPromise, _ status: Int, _ performance: Performance) -> Reply {
    var events: [PlayedEvent] = []
    for example in promise.examples {
      switch Template.render(example.data, in: performance.scope) {
      case .failure(let input): return Self.failure(input, performance.operation)
      case .success(let data):
        events.append(
          PlayedEvent(after: example.after, name: example.event, data: data, id: example.id, place: events.count)
        )
      }
    }
    let headers = [HTTPHeader("Content-Type", "text/event-stream"), HTTPHeader("Cache-Control", "no-cache")]
    var reply = Reply(status: status, headers: headers, content: .events([]))
    let played = faults.edited(events, of: performance.operation.name)
    reply.content = .events(played.map(\.timed))
    faults.apply(to: &reply, of: performance.operation.name)
    reply.flaw = reply.flaw?.following { place in played.firstIndex { $0.place == place } ?? played.count }
    return reply
  }

  /// The next answer of the poll of this resource; the last one repeats.
  mutating func poll(_ promise: PollPromise, _ status: Int, _ performance: inout Performance) -> Reply {
    let operation = performance.operation
    let position = turns.next(operation: operation.name, key: performance.resourceName)
    let usual = promise.examples.indices.map { PollFrame(example: $0) }
    let frames = faults.edited(usual, of: operation.name)
    let frame = frames.isEmpty ? usual[usual.count - 1] : frames[min(position, frames.count - 1)]
    let promised = performance.play.success
    switch AnswerContent.render(
      promise.examples[frame.example],
      promised,
      in: performance.scope,
      files: surroundings.files
    ) {
    case .failure(let input): return Self.failure(input, operation)
    case .success(var content):
      frame.apply(to: &content)
      var reply = finish(content, status, &performance)
      frame.apply(to: &reply)
      performance.exchange = Self.exchange(performance.call.exchange, reply)
      return reply
    }
  }
}
