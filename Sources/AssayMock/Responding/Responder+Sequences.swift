import AssayContract
import AssayHTTP
import AssayJSON
import AssayObservation

/// The streams that were played and may be asked for again by a different operation, the oldest first.
struct InterruptedStreams: Sendable {
  /// A stream as it was played.
  struct Played: Sendable {
    var operation: String
    var asking: String
    var events: [PlayedEvent]
  }

  private var streams: [Played] = []
  /// A client that never stops is not remembered for ever.
  private static let most = 100

  /// Remembers the events of the operation `name`, whose rest the operation `other` gives.
  mutating func keep(_ events: [PlayedEvent], of name: String, for other: String) {
    if streams.count == Self.most { streams.removeFirst() }
    streams.append(Played(operation: name, asking: other, events: events))
  }

  /// Returns the stream with the event of this id whose rest the operation `name` gives.
  func stream(holding id: String, for name: String) -> Played? {
    streams.last { $0.asking == name && $0.events.contains { $0.id == id } }
  }
}

/// Responses in sequence: the events of a stream, and the responses of a poll.
extension Responder {
  /// Returns all events of a stream, filled in for the current resource.
  mutating func stream(
    _ promise: StreamPromise,
    _ examples: [EventExample],
    _ status: Int,
    _ context: inout ResponseContext
  ) -> Reply {
    var events: [PlayedEvent] = []
    for example in examples {
      switch Template.render(example.data, in: context.scope) {
      case .failure(let input): return Self.failure(input, context.operation)
      case .success(let data):
        var event = PlayedEvent(
          after: example.after,
          name: example.event,
          data: data,
          id: example.id,
          place: events.count
        )
        if let promised = promise.event(named: example.event) {
          // What is said to come as `message` is what comes without a name.
          event.sentName = promised.sentName == "message" ? nil : promised.wireName
          // What stands for bytes is sent as them.
          event.isText = promised.text != nil || promise.format.isBinary(name: promised.wireName)
        }
        event.awaitsMessage = example.awaitsMessage
        events.append(event)
      }
    }
    let answer = context.operation.responses.promise(for: status)
    let asked = context.call.exchange.request
    if promise.format == .webSocket, let reason = WebSocketHandshake.refusal(of: asked.method, asked.headers) {
      context.mistakes.append(.handshake(context.operation, reason))
      var reply = Reply(Problem(status: 426, title: "Upgrade required", detail: "This is a WebSocket, and \(reason)."))
      reply.headers += [HTTPHeader("Upgrade", "websocket"), HTTPHeader("Connection", "Upgrade")]
      return reply
    }
    var reply = Reply(
      status: promise.format.status ?? status,
      headers: Self.headers(of: promise, answer, asked),
      content: .events([], promise.format)
    )
    if let missing = addHeaders(to: &reply, answer, context) { return missing }
    let meant = reply
    var played = faults.edited(events, of: context.operation.name)
    reply.staysOpen = promise.isEndless
    let own = context.operation.name
    var resumed = promise.resume?.operation == nil && promise.resume != nil ? own : nil
    if let other = promise.resume?.operation {
      played.giveIDs("\(own)-\(context.count)-")
      interrupted.keep(played, of: own, for: other)
    } else if promise.resume != nil {
      played.giveIDs()
    }
    if let asked = asked.headers["Last-Event-ID"] {
      if let found = interrupted.stream(holding: asked, for: own) {
        (resumed, played, reply.staysOpen) = (found.operation, found.events, false)
      }
      if let resumed {
        let flaw = faults.resumption(of: resumed)
        if flaw == .refuses { return Self.refusedResumption }
        let last = flaw == .startsOver ? nil : played.lastIndex { $0.id == asked }
        played.removeFirst(last.map { $0 + 1 } ?? 0)
        // Nothing more comes: this tells a client to stop asking (WHATWG HTML section 9.2.3).
        if played.isEmpty { return Reply(status: 204, headers: [], content: .bytes([])) }
      }
    }
    reply.content = .events(played.map(\.timed), promise.format)
    faults.apply(to: &reply, of: context.operation.name)
    settle((nil, meant), (nil, reply), context)
    reply.flaw = reply.flaw?.following { place in played.firstIndex { $0.place == place } ?? played.count }
    return reply
  }

  /// Returns the fields that a response of this format always has, whatever the contract says.
  private static func headers(of promise: StreamPromise, _ answer: ResponsePromise?, _ request: HTTPRequest)
    -> [HTTPHeader]
  {
    guard let usual = promise.format.mediaType else {
      let key = request.headers["Sec-WebSocket-Key"] ?? ""
      return [
        HTTPHeader("Upgrade", "websocket"), HTTPHeader("Connection", "Upgrade"),
        HTTPHeader("Sec-WebSocket-Accept", WebSocketHandshake.accept(key)),
      ]
    }
    let range = promise.format == .sse ? nil : answer?.content?.mediaRange
    let type = range.flatMap { $0.contains("*") ? nil : $0 } ?? usual
    return [HTTPHeader("Content-Type", type), HTTPHeader("Cache-Control", "no-cache")]
  }

  private static let refusedResumption = Reply(
    Problem(status: 410, title: "Gone", detail: "Later events are not kept.")
  )

  /// The next answer of the poll of this resource; the last one repeats.
  mutating func poll(_ promise: PollPromise, _ status: Int, _ context: inout ResponseContext) -> Reply {
    let operation = context.operation
    let position = turns.next(operation: operation.name, key: context.resourceName)
    let usual = promise.examples.indices.map { PollFrame(example: $0) }
    let frames = faults.edited(usual, of: operation.name)
    let frame = frames.isEmpty ? usual[usual.count - 1] : frames[min(position, frames.count - 1)]
    let example = promise.examples[frame.example]
    let status = example.status ?? status
    context.headers += example.headers
    let promised = operation.responses.promise(for: status) ?? context.play.success
    let rendered =
      example.body.map { AnswerContent.render($0, promised, in: context.scope, files: surroundings.files) }
      ?? .success(AnswerContent(bytes: [], contentType: "text/plain; charset=utf-8"))
    switch rendered {
    case .failure(let input): return Self.failure(input, operation)
    case .success(var content):
      frame.apply(to: &content)
      var reply = finish(content, status, &context)
      frame.apply(to: &reply)
      context.exchange = Self.exchange(context.call.exchange, reply)
      return reply
    }
  }
}
