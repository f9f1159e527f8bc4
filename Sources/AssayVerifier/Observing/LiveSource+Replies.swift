import AssayContract
import AssayHTTP
import AssayJSON
import AssayObservation

/// The calls that a client makes because of a stream, next to it.
extension LiveSource {
  /// Makes the calls by which a client answers the events of a stream, one after the other, until `messages` ends.
  func replies(
    by messages: AsyncStream<Conversation.Outgoing>,
    of work: StepWork,
    in scope: Scope
  ) async -> Result<[StreamReply], Obstacle> {
    var replies: [StreamReply] = []
    var obstacle: Obstacle?
    for await message in messages {
      guard obstacle == nil, let operation = message.operation,
        let reply = further(operation, of: work, body: message.text)
      else { continue }
      let limits = settings.limits(total: settings.timeout(of: reply.operation))
      do throws(Obstacle) {
        let exchange = try await send(reply, scope, limits: limits) { earlier in
          replies.append(StreamReply(operation: operation, exchange: earlier))
        }.exchange
        replies.append(StreamReply(operation: operation, exchange: exchange))
      } catch {
        obstacle = error
      }
    }
    return obstacle.map { .failure($0) } ?? .success(replies)
  }

  /// Returns the work of a call of the operation named `name` that belongs to the stream of `work`: with the parameters and
  /// header fields of the step that the operation has as well, and next to any other call of the run.
  func further(_ name: String, of work: StepWork, body: String? = nil) -> StepWork? {
    guard let operation = contract.operation(named: name) else { return nil }
    let (request, own) = (operation.request, work.step.call)
    var step = Step(id: work.step.id, operation: name)
    step.promise = work.step.promise
    var call = Step.Call()
    call.parameters = own.parameters
    call.query = own.query.filter { sent in request.query.contains { $0.name.isExactly(sent.name) } }
    call.headers = own.headers.filter { sent in
      request.headers.contains { HTTPHeader($0.name, "").isNamed(sent.name) }
    }
    call.security = own.security
    call.rawBody = body
    step.call = call
    var further = work
    (further.step, further.operation, further.concurrency) = (step, operation, .alone)
    return further
  }
}
