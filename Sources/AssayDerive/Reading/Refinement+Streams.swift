/// Collection of the events that each stream sends.
extension Refinement {
  mutating func refineStream(_ index: Int) {
    settleAnswer(index)
    var operation = operations[index]
    guard operation.stream.isStated else {
      operations[index].stream.events = []
      return
    }
    addListeners(to: &operation)
    attachEventModels(to: &operation)
    operation.fillEvents()
    let lost = operation.stream.isLines ? operation.settleLines() : []
    operation.settleKinds()
    operation.settleLastEvents(closing: Set(listeners(of: operation).filter(\.isFinal).map(\.name)))
    operations[index] = operation
    if !lost.isEmpty {
      note(
        "Lines of \(operation.call)",
        "The guide names \(lost.map { "`\($0.name)`" }.joined(separator: ", ")), and no member that tells them apart. The draft leaves them out.",
        lost.flatMap { $0.sources.prefix(1) }
      )
    }
  }

  /// Returns what client code listens for: that of the call, and that which makes no call if there is one stream.
  private func listeners(of operation: OperationDraft) -> [CallSighting.Listener] {
    let streams = operations.count { $0.stream.isStated }
    return operation.client.listeners + (streams == 1 ? reader.loose.client.listeners : [])
  }

  /// Adds the events that client code listens for.
  private func addListeners(to operation: inout OperationDraft) {
    let declared = Set(operation.stream.events.map(\.name))
    for listener in listeners(of: operation) {
      // Code that branches on a type may branch on something else; once events are stated, only those count.
      if declared.isEmpty || declared.contains(listener.name) || listener.model != nil
        || operation.client.listeners.contains(where: { $0.name == listener.name })
      {
        operation.addEvent(listener.name, nil, listener.source, isListed: true)
      }
      if let name = listener.model, let shape = models.shape(named: name),
        let position = operation.stream.events.firstIndex(where: { $0.name == listener.name }),
        operation.stream.events[position].shape.isEmpty
      {
        operation.stream.events[position].shape = shape
      }
    }
  }

  /// Attaches models to the events with the same name or a similar shape.
  private mutating func attachEventModels(to operation: inout OperationDraft) {
    for position in operation.stream.events.indices {
      var event = operation.stream.events[position]
      if event.shape.model == nil, event.mark == nil {
        let words = event.name.nameWords
        let named = models.names.first { name in
          let own = name.nameWords.filter { !["event", "data", "payload", "sse", "message"].contains($0) }
          return own == words && models.shape(named: name)?.members.isEmpty == false
        }
        let model =
          named.flatMap { models.shape(named: $0) }
          ?? (event.shape.members.isEmpty ? nil : models.best(for: event.shape)?.shape)
        if let model, event.shape.members.isEmpty || event.shape.overlap(with: model) >= 0.4 {
          compare(event.shape, with: model, operation)
          event.shape.merge(event.shape.members.isEmpty ? model : model.restricted(to: event.shape))
        }
      }
      for member in event.shape.members.indices {
        attach(&event.shape.members[member].shape, isRequest: false, operation)
      }
      operation.stream.events[position] = event
    }
  }
}

extension OperationDraft {
  /// The members of every line, where the guide shows one line before it lists the kinds, and none that differs.
  private func envelope(of member: String) -> Shape? {
    let shown = stream.events.filter { !$0.shape.members.isEmpty }
    let listed = stream.events.filter { $0.mark == nil && $0.shape.members.isEmpty }
    guard let first = shown.first?.shape, let line = first[member]?.sources.first?.lines.upperBound,
      shown.allSatisfy({ Set($0.shape.members.map(\.name)) == Set(first.members.map(\.name)) }),
      listed.allSatisfy({ $0.sources.allSatisfy { $0.lines.lowerBound > line } })
    else { return nil }
    var shape = Shape(types: ["object"], sources: first.sources, examples: 1)
    shape.members = first.members.map { own in
      let isPlain = !own.shape.isObject && !own.shape.isArray
      let inner = Shape(types: isPlain ? own.shape.types : [], sources: own.shape.sources)
      return Shape.Member(name: own.name, shape: inner, isRequired: own.isRequired, seen: 1)
    }
    return shape
  }

  /// Gives the events of which nothing is shown what an example shows of every event.
  fileprivate mutating func fillEvents() {
    guard let envelope = stream.envelope else { return }
    stream.events.change { event in
      guard event.shape.isEmpty, event.mark == nil else { return }
      event.shape = envelope
      let name = event.name
      event.shape.members.change { member in
        guard let sample = member.shape.sample, sample.string.map(Placeholder.isBracketed) == true,
          Discriminator.names.contains(member.name)
        else { return }
        member.shape.sample = Sample(kind: .string(name), lines: sample.lines)
      }
    }
  }

  /// Gives the lines of a stream the member that distinguishes their kinds, and those that no example shows the members
  /// of every line. Returns the events that nothing distinguishes, which are removed.
  fileprivate mutating func settleLines() -> [Event] {
    let kinds = stream.events.filter(\.isOfKind)
    guard let member = kinds.lazy.compactMap(\.discriminator).first else {
      guard kinds.count > 1 else { return [] }
      stream.events.removeAll(where: \.isOfKind)
      return kinds
    }
    stream.events.change { event in
      guard event.isOfKind else { return }
      event.discriminator = member
      // An example without it is of a part of the line.
      if event.shape[member] == nil { event.shape = Shape() }
    }
    let envelope = envelope(of: member)
    stream.events.change { event in
      guard event.isOfKind, event.shape.members.isEmpty, let envelope,
        let line = envelope.sources.first?.lines
      else { return }
      event.shape = envelope
      event.shape[member]?.sample = Sample(kind: .string(event.name), lines: line)
    }
    return []
  }

  /// Gives the events that no line names the member that tells the kinds of those shown without a name.
  fileprivate mutating func settleKinds() {
    func tells(_ member: String, _ event: Event) -> Bool { event.shape[member]?.sample?.string == event.name }
    let kinds = stream.events.filter(\.isOfKind)
    let isOfData = stream.hasData && !stream.hasNames && !kinds.contains(where: \.isNamed)
    let shown = isOfData ? Discriminator.names.first { name in kinds.allSatisfy { tells(name, $0) } } : nil
    guard let member = kinds.lazy.compactMap(\.discriminator).first ?? shown else { return }
    stream.events.change { event in
      guard event.isOfKind, !event.isNamed, tells(member, event) else { return }
      event.discriminator = member
    }
  }

  /// Decides which events are final: those the guide states, or else those on which client code closes the stream and
  /// those whose names suggest it.
  fileprivate mutating func settleLastEvents(closing: Set<String>) {
    let (stated, others) = (stream.lastEvents, stream.otherEvents)
    stream.events.change { event in
      guard stated.contains(event.name), event.mark == nil || !event.isUnnamed else { return }
      (event.isFinal, event.isEndStated) = (true, true)
    }
    guard !stream.events.contains(where: \.isFinal) else { return }
    stream.events.change {
      let isLast = closing.contains($0.name) || Vocabulary.lastEvents.contains($0.name.lowercased())
      $0.isFinal = isLast && !others.contains($0.name)
    }
    // `message_end`: the last that is neither a failure nor a heartbeat, where none but failures ends the stream.
    guard stream.events.allSatisfy({ !$0.isFinal || $0.isFailure }),
      let last = stream.events.lastIndex(where: { !$0.isFailure && !$0.isHeartbeat }),
      !others.contains(stream.events[last].name)
    else { return }
    stream.events[last].isFinal = stream.events[last].name.nameWords.contains { Vocabulary.lastEvents.contains($0) }
  }
}
