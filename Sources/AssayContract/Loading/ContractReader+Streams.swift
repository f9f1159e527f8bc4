import AssayHTTP
import AssayJSON
import AssayRegex
import AssayText

extension ContractReader {
  mutating func stream(_ node: ContractNode) -> StreamPromise? {
    let format = node.string("format").flatMap(StreamFormat.init) ?? .sse
    let events = node.table("events").map { event($0, format) }
    checkKinds(events, node.table("events"))
    let names = events.map(\.name)
    if format != .webSocket, let said = node.list("examples").lazy.compactMap({ $0["awaits"] }).first {
      noteOneWay(said, format)
    }
    checkSenders(node, format)
    return StreamPromise(
      format: format,
      events: events,
      order: node["order"].flatMap { order($0) },
      constant: pointerPromises(node.list("constant")),
      nondecreasing: pointerPromises(node.list("nondecreasing")),
      first: limit(node["first"]),
      silence: limit(node["silence"]),
      within: limit(node["within"]),
      resume: node["resume"].map { resume($0, format) },
      invariants: invariants(node.list("invariants")),
      examples: node.list("examples").compactMap { example($0, events: names) },
      isEndless: node.bool("endless") ?? false,
      messages: messages(node, events: names),
      promise: node.promise
    )
  }

  /// Reads the events that a case of the mock plays; only streams have events.
  mutating func script(_ node: ContractNode?, of stream: StreamPromise?) -> [EventExample]? {
    guard let node else { return nil }
    guard let stream else {
      log.add(
        .unknownEvent,
        "the operation has no `stream`, so the mock plays no events",
        help: "delete `events`, or give the operation a `stream`",
        range: node.range,
        pointer: node.pointer
      )
      return nil
    }
    return node.items.compactMap { example($0, events: stream.events.map(\.name)) }
  }

  private mutating func event(_ node: ContractNode, _ format: StreamFormat) -> EventPromise {
    if let name = node["name"], !format.allows(name: node.string("name") ?? "") {
      log.add(
        .sameEvent,
        format == .webSocket
          ? "messages of a WebSocket have no names, except `binary` for messages of bytes"
          : "events of the format `\(format.rawValue)` have no names",
        help: "delete `name`, and identify the event with `when` or `text`",
        range: name.range,
        pointer: name.pointer
      )
    }
    return EventPromise(
      name: node.name,
      // What has no name is a `message`, as in an event stream.
      sentName: node.string("name") ?? (format.hasNames || format.isBinary(name: node.name) ? nil : "message"),
      condition: node["when"].flatMap { condition($0) },
      data: schema(node["data"]),
      text: node["text"].flatMap { eventText($0) },
      isFinal: node.bool("final") ?? false,
      finalWhen: expression(node["finalWhen"]),
      invariants: invariants(node.list("invariants")),
      promise: node.promise
    )
  }

  private mutating func resume(_ node: ContractNode, _ format: StreamFormat) -> ResumePromise {
    if !format.hasNames {
      log.add(
        .notResumable,
        "events of the format `\(format.rawValue)` have no ids, so a client cannot resume",
        help: "delete `resume`",
        range: node.range,
        pointer: node.pointer
      )
    }
    if let value = node.value["operation"] { checkOperation(value, at: node.pointer.appending("operation")) }
    return ResumePromise(
      atMost: node.value["atMost"]?.int ?? 3,
      operation: node.string("operation"),
      wait: duration(node["wait"]) ?? .seconds(1),
      promise: node.promise
    )
  }

  private mutating func order(_ node: ContractNode) -> OrderPromise? {
    guard let value = node.value.kind == .object ? node.value["expression"] : node.value, let text = value.string else {
      return nil
    }
    do {
      return OrderPromise(order: try EventOrder(parsing: text), promise: node.promise)
    } catch {
      note(error, .badOrder, in: value, pointer: node.pointer)
      return nil
    }
  }

  private mutating func example(_ node: ContractNode, events: [String]) -> EventExample? {
    guard let eventValue = node.value["event"], let event = eventValue.string, let data = node["data"] else {
      return nil
    }
    if !events.containsExactly(event) {
      noteUnknown("event", plural: "events", .unknownEvent, eventValue, known: events, at: node.pointer)
    }
    checkTemplate(data, in: .mock)
    let after = duration(node["after"])
    var example = EventExample(event: event, data: data.value, id: node.string("id"), after: after ?? .zero)
    example.awaitsMessage = node.bool("awaits") ?? false
    return example
  }
}

/// Reading of the messages that a client sends over a WebSocket.
extension ContractReader {
  /// Reads the messages under `send` of a stream or a step. `events` are those they may follow; `nil` if they are
  /// unknown.
  mutating func messages(_ node: ContractNode, events: [String]?) -> [ClientMessage] {
    node.list("send").compactMap { message in
      guard let data = message["data"] else { return nil }
      checkTemplate(data)
      if let event = message["after"], let name = event.value.string, let events, !events.containsExactly(name) {
        noteUnknown("event", plural: "events", .unknownEvent, event.value, known: events, at: event.pointer)
      }
      if let value = message.value["operation"] { checkOperation(value, at: message.pointer.appending("operation")) }
      return ClientMessage(data: data.value, after: message.string("after"), operation: message.string("operation"))
    }
  }

  /// Checks that messages go over a WebSocket, or by an operation of their own.
  private mutating func checkSenders(_ node: ContractNode, _ format: StreamFormat) {
    guard let said = node["send"] else { return }
    let messages = node.list("send")
    if format != .webSocket, messages.contains(where: { $0["operation"] == nil }) { return noteOneWay(said, format) }
    guard format == .webSocket, let sender = messages.lazy.compactMap({ $0["operation"] }).first else { return }
    log.add(
      .wrongValue,
      "messages of a WebSocket are sent over its own connection",
      help: "delete `operation`",
      range: sender.range,
      pointer: sender.pointer
    )
  }

  private mutating func checkOperation(_ value: JSONValue, at pointer: JSONPointer) {
    guard let name = value.string, !defined.operations.containsExactly(name) else { return }
    noteUnknown("operation", plural: "operations", .unknownOperation, value, known: defined.operations, at: pointer)
  }

  /// A step says something while a stream is open.
  mutating func checkMessages(of node: ContractNode, _ operation: Operation) {
    guard let said = node["send"] else { return }
    if case .stream(let stream) = operation.interaction {
      return checkSenders(node, stream.format)
    }
    noteOneWay(said, nil)
  }

  /// Checks that a WebSocket is opened as RFC 6455 requires.
  mutating func checkOpening(of operation: ContractNode, _ request: RequestTemplate) {
    if request.method != "GET", let node = operation["request"] {
      log.add(
        .wrongValue,
        "a WebSocket is opened by GET (RFC 6455 section 4.1)",
        help: "say `\"method\": \"GET\"`",
        range: node["method"]?.range ?? node.range,
        pointer: node.pointer
      )
    }
    if let node = operation["redirects"], operation.string("redirects") == "follow" {
      log.add(
        .wrongValue,
        "clients of a WebSocket follow no redirects (WHATWG WebSockets section 2.2)",
        help: "delete `redirects`",
        range: node.range,
        pointer: operation.pointer
      )
    }
    if let request = operation["request"] { checkHandshake(request) }
  }

  /// Reports header fields that request a WebSocket: Assay sends them itself, except in a step that expects to be
  /// refused.
  mutating func checkHandshake(_ node: ContractNode) {
    for field in node.table("headers") {
      guard let name = Self.handshakeFields.first(where: { HTTPHeader(field.name, "").isNamed($0) }) else { continue }
      let isOffer = name == "Sec-WebSocket-Extensions"
      log.add(
        .wrongValue,
        isOffer
          ? "`\(field.name)` offers extensions, and Assay speaks none (RFC 6455 section 9)"
          : "`\(field.name)` is a field of the handshake, which Assay sends itself (RFC 6455 section 4.1)",
        help: isOffer ? "delete it; no extension is ever agreed on" : "delete it",
        range: field.range,
        pointer: field.pointer
      )
    }
  }

  private static let handshakeFields = [
    "Connection", "Upgrade", "Sec-WebSocket-Version", "Sec-WebSocket-Key", "Sec-WebSocket-Extensions",
  ]

  private mutating func noteOneWay(_ said: ContractNode, _ format: StreamFormat?) {
    let what = format.map { "a stream of the format `\($0.rawValue)`" } ?? "an operation without a `stream`"
    log.add(
      .notTwoWay,
      "a client sends nothing after its request over \(what)",
      help: format == nil || said.name != "send"
        ? "delete `\(said.name)`, or give the stream the format `websocket`"
        : "name the `operation` that sends each message, or give the stream the format `websocket`",
      range: said.range,
      pointer: said.pointer
    )
  }
}

/// Reading of the conditions that distinguish events of the same name.
extension ContractReader {
  private mutating func condition(_ node: ContractNode) -> EventCondition? {
    guard node.value.kind == .string else {
      return schema(node).map { .schema($0.schema, text: node.value.compactText) }
    }
    guard let expression = expression(node) else { return nil }
    let stranger = expression.references.first { reference in
      switch reference.subject {
      case .event, .item, .named, .index: false
      default: true
      }
    }
    if let stranger {
      log.add(
        .badExpression,
        "`when` may only read the event, and `\(stranger.text)` is not part of it",
        help: "read from `$event.data#/…`",
        range: node.value.byteRange(ofWord: stranger.text),
        pointer: node.pointer
      )
    }
    return .expression(expression)
  }

  private mutating func eventText(_ node: ContractNode) -> EventText? {
    if let text = node.value.string { return EventText(.exactly(text), promise: node.promise) }
    guard let value = node.value["pattern"], let pattern = value.string else { return nil }
    checkPattern(value, pattern, at: node.pointer)
    return EventText(.matching(pattern, try? ECMARegex(pattern)), promise: node.promise)
  }

  /// Reports events that can never be recognised, because an earlier event matches all of the same name.
  private mutating func checkKinds(_ events: [EventPromise], _ nodes: [ContractNode]) {
    for (index, event) in events.enumerated() where event.condition == nil && event.text == nil {
      let first = events[..<index].first {
        $0.wireName.isExactly(event.wireName) && $0.condition == nil && $0.text == nil
      }
      guard let first, let node = nodes.first(where: { $0.name == event.name }) else { continue }
      log.add(
        .sameEvent,
        "the events `\(event.name)` and `\(first.name)` cannot be distinguished: both are sent "
          + (event.wireName == "message" ? "without a name" : "as `\(event.wireName)`"),
        help: "add `when`: an expression over `$event`, or a schema of its data",
        range: node.range,
        pointer: node.pointer
      )
    }
  }
}

/// Checks of what steps expect of the streams they open.
extension ContractReader {
  /// Checks that a step's `finalEvent` is an event with which its stream may end.
  mutating func checkFinalEvents(of node: ContractNode, _ operation: Operation) {
    guard let said = node["finalEvent"] else { return }
    guard case .stream(let stream) = operation.interaction else {
      log.add(
        .notFinalEvent,
        "the operation `\(operation.name)` has no `stream`, so it has no final event",
        help: "delete `finalEvent`, or give the operation a `stream`",
        range: said.range,
        pointer: said.pointer
      )
      return
    }
    let finals = stream.events.filter { $0.isFinal || $0.finalWhen != nil }.map(\.name)
    for value in said.value.kind == .array ? Array(said.value.items) : [said.value] {
      guard let name = value.string, !finals.containsExactly(name) else { continue }
      if stream.event(named: name) == nil {
        noteUnknown(
          "event",
          plural: "events a stream may end with",
          .unknownEvent,
          value,
          known: finals,
          at: said.pointer
        )
      } else {
        log.add(
          .notFinalEvent,
          "the stream continues after the event `\(name)`",
          help: "write one of its final events: \(finals.map { "`\($0)`" }.joined(separator: ", "))",
          range: value.byteRange,
          pointer: said.pointer
        )
      }
    }
  }

  /// Reports `reconnectAfter` for a stream that cannot be resumed.
  mutating func checkReconnection(of node: ContractNode, _ operation: Operation) {
    guard let said = node["reconnectAfter"] else { return }
    if case .stream(let stream) = operation.interaction, stream.resume != nil { return }
    log.add(
      .notResumable,
      "nothing says that a client of `\(operation.name)` that was cut off gets the rest",
      help: "give its `stream` a `resume`, or delete `reconnectAfter`",
      range: said.range,
      pointer: said.pointer
    )
  }
}
