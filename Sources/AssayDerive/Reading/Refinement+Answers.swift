import AssayText

/// Calls that answer with JSON or, asked otherwise, with a stream: an operation has only one of them.
extension Refinement {
  /// Makes two operations of each call that answers with JSON by default, and with a stream where a member, a parameter
  /// or `Accept` asks for it. The streams follow all others.
  mutating func splitAnswers() {
    for index in operations.indices {
      let operation = operations[index]
      guard operation.stream.isStated, operation.hasAnswer, !operation.stream.events.isEmpty,
        let asker = operation.stream.asker ?? operation.shownAsker
      else { continue }
      var streamed = operation
      streamed.ask(by: asker, true)
      streamed.stream.isChosen = true
      streamed.answers.change { if $0.isSuccess { $0.shape = Shape() } }
      operations.append(streamed)
      streamsOf[operations.count - 1] = index
      operations[index].ask(by: asker, false)
      operations[index].stream = OperationDraft.Stream()
      operations[index].client.listeners = []
    }
  }

  /// Puts each stream next to the operation that answers with JSON.
  mutating func orderStreams() {
    let order = operations.indices.sorted { (streamsOf[$0] ?? $0, $0) < (streamsOf[$1] ?? $1, $1) }
    operations = order.map { operations[$0] }
  }

  /// Decides between the events and the JSON that a guide shows for the same call where nothing says how each is asked
  /// for; notes what is left out.
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
          "The guide says that the answer is a stream, but shows no event. The draft promises no events.",
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
    guard isShown else {
      operations[index].stream.isStated = false
      note(
        "Stream of \(call)",
        "The guide says that this call can also answer with a stream, but shows no event. The draft expects JSON.",
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

extension Shape {
  /// True for a boolean that says that it is `true` where it is not sent.
  fileprivate var isOnByDefault: Bool {
    about.lowercased().replacing(":", with: "").containsAny("default true", "defaults to true")
  }
}

extension OperationDraft {
  /// True if the drafted request asks for a stream.
  var asksForStream: Bool { shownAsker != nil }

  /// The part of the request that asks for a stream: that of the example, or the member `stream`.
  fileprivate var shownAsker: StreamSwitch? {
    func asks(_ name: String, _ value: String?) -> Bool {
      [stream.asker?.member?.folded, "stream"].contains(name.folded)
        && ["true", "1", "\"true\"", "\"1\""].contains(value)
    }
    let shown =
      request.body?.sample?.members.first { asks($0.name, $0.value.json) }?.name
      ?? request.query.first { asks($0.name, $0.example) }?.name
      ?? request.body?.members.first { member in
        member.name.folded == "stream" && member.shape.types == ["boolean"]
          && !member.shape.about.lowercased().contains("not supported")
      }?.name
    if let shown { return StreamSwitch(member: shown) }
    let isAccepted = request.headers.contains {
      $0.name.lowercased() == "accept" && $0.example?.contains("event-stream") == true
    }
    return isAccepted ? StreamSwitch(member: nil) : nil
  }

  /// Makes the request one that always asks for a stream, or one that does not.
  fileprivate mutating func ask(by asker: StreamSwitch, _ isStreamed: Bool) {
    let asked = request.query.first { $0.name == asker.member }
    let known = asked?.shape ?? asker.member.flatMap { request.body?[$0] }
    let source = (known?.sources ?? stream.sources + sources).first ?? Source("guide", 1)
    let value = asker.member == nil ? stream.mediaType : "\(isStreamed)"
    var field = Field(name: asker.member ?? "Accept", value, source)
    (field.isRequired, field.shape.constant) = (true, value)
    let table: WritableKeyPath<Request, [Field]> = asker.member == nil ? \.headers : \.query
    // A switch that is on where it is not sent is turned off.
    let isSent = isStreamed || known?.isOnByDefault == true
    if asker.member == nil || asked != nil || !sendsBody {
      request[keyPath: table].removeAll { $0.name.lowercased() == field.name.lowercased() }
      if isSent { request[keyPath: table].append(field) }
    } else if var body = request.body {
      body.members.removeAll { $0.name == field.name }
      var flag = Shape.stated(["boolean"], at: source)
      flag.constant = value
      if isSent { body.members.append(Shape.Member(name: field.name, shape: flag, isRequired: true)) }
      request.body = body
    }
  }
}
