import AssayHTTP
import AssayJSON
import AssayObservation

extension ExpressionEvaluator {
  /// Returns the value that a reference reads.
  mutating func read(
    _ reference: Reference,
    _ item: Item?,
    _ node: ExpressionNode
  ) throws(EvaluationFailure) -> Operand {
    switch reference.subject {
    case .step(let id, .all(let part)): return .list(try all(part, of: id, reference, node))
    case .events(let name):
      try allKept(scope.droppedEvents, of: (scope.events[name] ?? []).count, node)
      var items: [Operand] = []
      for data in scope.events[name] ?? [] {
        try spend(1, on: node)
        items += try spread(reference.pointer, in: data, node).compactMap { $0.map { .json($0) } }
      }
      return .list(items)
    case .arrival: return .number(try arrival(reference, node))
    default: break
    }
    guard let value = subject(reference, item) else { throw .missing(reference.text, nil) }
    return try place(reference.pointer, in: value, reference.text, node)
  }

  /// Returns the value at `pointer` in `value`; a list of all matches if the pointer contains a `*`.
  mutating func place(
    _ pointer: JSONPointer,
    in value: Operand,
    _ text: String,
    _ node: ExpressionNode
  ) throws(EvaluationFailure) -> Operand {
    guard !pointer.tokens.isEmpty else { return value }
    guard pointer.tokens.contains("*") else { return .json(try follow(pointer, in: value, text, node)) }
    let items = try spread(pointer, in: value.json, node)
    guard items.allSatisfy({ $0 != nil }) else { throw .missing(text, value.place?.appending(pointer)) }
    return .list(items.compactMap { $0.map { .json($0) } })
  }

  /// Returns all values in `value` that `pointer` leads to; `*` in it selects every item of an array. A place without a
  /// value yields `nil`.
  private mutating func spread(
    _ pointer: JSONPointer,
    in value: JSONValue,
    _ node: ExpressionNode
  ) throws(EvaluationFailure) -> [JSONValue?] {
    var reached: [JSONValue?] = [value]
    for token in pointer.tokens {
      var next: [JSONValue?] = []
      for value in reached {
        guard let value else {
          next.append(nil)
          continue
        }
        try spend(1, on: node)
        if token == "*", value.kind == .array {
          try spend(value.count, on: node)
          next += value.items.map(\.self)
        } else {
          next.append(value.kind == .object ? value[token] : value[JSONPointer(tokens: [token])])
        }
      }
      reached = next
    }
    return reached
  }

  /// Returns the time at which the current answer or event was completely received, in seconds since 1970.
  private func arrival(_ reference: Reference, _ node: ExpressionNode) throws(EvaluationFailure) -> JSONNumber {
    guard let timings = scope.exchange?.end.timings else { throw .missing(reference.text, nil) }
    guard let began = timings.began else {
      throw .outOfReach(node.text, "the time of the response is unknown")
    }
    let microseconds =
      Int128(began) * 1_000 + Int128((scope.arrived ?? timings.total) / .microseconds(1))
    guard let seconds = ExactDecimal(microseconds, exponent: -6).number else { throw outOfRange(node) }
    return seconds
  }

  /// Fails with `outOfReach` if `dropped` is not 0: some of the answers or events that the rule reads were discarded
  /// because there were too many.
  private func allKept(
    _ dropped: Int,
    of kept: Int,
    _ node: ExpressionNode,
    what: String = "events"
  ) throws(EvaluationFailure) {
    guard dropped == 0 else {
      throw .outOfReach(node.text, "\(dropped) \(what) followed the \(kept) that are kept for rules")
    }
  }

  private mutating func follow(
    _ pointer: JSONPointer,
    in value: Operand,
    _ text: String,
    _ node: ExpressionNode
  ) throws(EvaluationFailure) -> JSONValue {
    var found = value.json
    for token in pointer.tokens {
      // An item costs those in front of it, a member all there may be.
      let position = found.kind == .array ? Int(token).map { $0 + 1 } : nil
      try spend(min(found.count, position ?? found.count), on: node)
      let next = found.kind == .object ? found[token] : found[JSONPointer(tokens: [token])]
      guard let next else { throw .missing(text, value.place?.appending(pointer)) }
      found = next
    }
    return found
  }

  private func subject(_ reference: Reference, _ item: Item?) -> Operand? {
    switch reference.subject {
    case .exchange(let part):
      if part == .responseBody, let body = scope.responseBody { return .json(body) }
      return scope.exchange?.operand(part)
    case .step(let id, .output(let name)): return scope.steps[id]?.outputs[name].map { .json($0) }
    case .step(let id, .exchange(let part)): return scope.steps[id]?.exchanges.last?.operand(part)
    case .lastOutput(let name): return scope.last[name].map { .json($0) }
    case .event(let part): return scope.event?.operand(part)
    case .item: return item?.value ?? scope.item.map { .json($0) }
    case .named(let name): return item?.names[name]
    case .previous: return scope.previous.map { .json($0) }
    case .index: return (item?.index ?? scope.index).map { .integer($0) }
    case .variable(let names):
      var value = names.first.flatMap { scope.variables[$0] }
      for name in names.dropFirst() { value = value?[name] }
      return value.map { .json($0) }
    case .step, .events, .arrival: return nil
    }
  }

  /// Returns the value from each answer or event of a step; answers and events without one are left out.
  private mutating func all(
    _ part: Reference.AllPart,
    of id: String,
    _ reference: Reference,
    _ node: ExpressionNode
  ) throws(EvaluationFailure) -> [Operand] {
    guard let step = scope.steps[id] else { throw .missing(reference.text, nil) }
    var values: [Operand?]
    switch part {
    case .whole:
      try allKept(step.droppedExchanges, of: step.exchanges.count, node, what: "answers")
      values = step.exchanges.map { .json($0.json ?? .null) }
    case .exchange(let part):
      try allKept(step.droppedExchanges, of: step.exchanges.count, node, what: "answers")
      values = step.exchanges.map { $0.operand(part) }
    case .event(let part):
      try allKept(step.droppedEvents, of: step.events.count, node)
      values = step.events.map { $0.operand(part) }
    case .output(let name):
      if !step.allOutputs.isEmpty {
        try allKept(step.droppedExchanges, of: step.allOutputs.count, node, what: "answers")
      }
      let outputs = step.allOutputs.isEmpty ? [step.outputs] : step.allOutputs
      values = outputs.map { $0[name].map { .json($0) } }
    }
    try spend(values.count, on: node)
    guard !reference.pointer.tokens.isEmpty else { return values.compactMap(\.self) }
    var items: [Operand] = []
    for value in values.compactMap(\.self) {
      items += try spread(reference.pointer, in: value.json, node).compactMap { $0.map { .json($0) } }
    }
    return items
  }
}

extension Exchange {
  /// Returns the part's value; `nil` if the exchange has none.
  func operand(_ part: Reference.ExchangePart) -> Operand? {
    switch part {
    case .statusCode: (response?.head.status).map { .integer($0) }
    case .method: .text(request.method)
    case .url: .text(request.url)
    case .path(let name): parameters.path[name].map { .text($0) }
    case .query(let name): parameters.query[name].map { .text($0) }
    case .requestHeader(let name): request.headers[name].map { .text($0) }
    case .multipart(let name): parameters.multipart[name].map { .text($0) }
    case .requestBody:
      Self.operand(requestJSON, as: request.headers["Content-Type"]) { String(decoding: request.body, as: UTF8.self) }
    case .responseHeader(let name): response?.head.headers[name].map { .text($0) }
    case .responseBody:
      response.flatMap { answer in
        // Part of a text is not the text.
        let isWhole = end.reason == .complete || end.reason == .stopped
        return Self.operand(json, as: answer.head.headers["Content-Type"]) { isWhole ? answer.text : "" }
      }
    case .responseTime:
      ExactDecimal(Int128(end.timings.total / .microseconds(1)), exponent: -3).number.map { .number($0) }
    }
  }

  /// Returns the value of a body: a string if its media type is text, otherwise its JSON value. Objects and arrays stay
  /// JSON even if the server declares them as text.
  private static func operand(_ json: JSONValue?, as type: String?, _ text: () -> String) -> Operand? {
    if let json, json.kind == .object || json.kind == .array { return .json(json) }
    guard let type = type.flatMap(MediaType.init), type.type == "text", type.essence != "text/event-stream",
      !type.isJSON
    else { return json.map { .json($0) } }
    let text = text()
    return text.isEmpty ? nil : .text(text)
  }
}

extension ObservedEvent {
  /// Returns the part's value; `nil` if the event has none.
  func operand(_ part: Reference.EventPart) -> Operand? {
    switch part {
    case .name: .text(name)
    case .id: .text(event.lastEventID)
    case .index: .integer(index)
    case .data: .json(value)
    }
  }
}
