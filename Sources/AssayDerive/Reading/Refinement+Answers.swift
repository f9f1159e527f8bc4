import AssayText

/// The choice between a stream and JSON for calls that can return both: an operation has only one.
extension Refinement {
  /// Decides between the events and the JSON that a guide shows for the same call, by the example request; notes what
  /// is left out.
  mutating func settleAnswer(_ index: Int) {
    let operation = operations[index]
    guard operation.stream.isStated else { return }
    let isShown = !operation.stream.events.isEmpty || !operation.client.listeners.isEmpty
    let call = operation.call
    let said = operation.stream.sources.isEmpty ? operation.sources : operation.stream.sources
    guard let answer = operation.success, !answer.shape.isEmpty else {
      if !isShown, !operation.asksForStream {
        note(
          "Stream of \(call)",
          "It is said to be a stream, and no event of it is shown. The draft promises none.",
          said
        )
      }
      return addChunks(index)
    }
    if !isShown, operation.stream.asker == nil, let type = operation.stream.typeSource, answer.shape.isObject,
      let shown = answer.shape.sources.first,
      answer.shape.sources.allSatisfy({ $0.document == type.document && $0.lines.lowerBound > type.lines.upperBound })
    {
      // What is shown below "Response type: `text/event-stream`" is what the stream sends.
      operations[index].changeSuccess { $0 = Shape() }
      return operations[index].addEvent("message", answer.shape, shown, isUnnamed: true)
    }
    guard operation.asksForStream || isShown && operation.stream.asker == nil else {
      operations[index].stream.isStated = false
      note(
        "Stream of \(call)",
        "It is answered by JSON and, asked otherwise, by a stream of events. The draft asks for the JSON; the stream is left out.",
        said + answer.sources
      )
      return
    }
    for position in operation.answers.indices where operation.answers[position].isSuccess {
      operations[index].answers[position].shape = Shape()
    }
    note(
      "Answer of \(call)",
      "A JSON response is shown next to the events of the stream. The draft requests the stream and omits the JSON.",
      answer.sources + said
    )
    addChunks(index)
  }

  /// Adds an event with any data to a stream if only its end event is stated, or no event is but the example request
  /// asks for a stream.
  private mutating func addChunks(_ index: Int) {
    let operation = operations[index]
    let isEnded =
      !operation.stream.events.isEmpty
      && operation.stream.events.allSatisfy { event in
        event.mark != nil && event.isUnnamed || event.shape.isEmpty && operation.stream.lastEvents.contains(event.name)
      }
    guard isEnded || operation.stream.events.isEmpty && operation.client.listeners.isEmpty && operation.asksForStream
    else { return }
    let source = (operation.stream.sources + operation.sources).first ?? Source("guide", 1)
    operations[index].stream.events.insert(
      .init(name: "message", shape: Shape(), sources: [source], isUnnamed: true),
      at: 0
    )
  }
}

extension OperationDraft {
  /// True if the drafted request asks for a stream.
  var asksForStream: Bool {
    func asks(_ name: String, _ value: String?) -> Bool {
      [stream.asker?.member?.folded, "stream"].contains(name.folded)
        && ["true", "1", "\"true\"", "\"1\""].contains(value)
    }
    return request.headers.contains {
      $0.name.lowercased() == "accept" && $0.example?.contains("event-stream") == true
    } || request.body?.sample?.members.contains { asks($0.name, $0.value.json) } == true
      || request.query.contains { asks($0.name, $0.example) }
  }
}
