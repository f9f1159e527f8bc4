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
    operation.settleLastEvents()
    operations[index] = operation
  }

  /// Adds the events that client code listens for.
  private func addListeners(to operation: inout OperationDraft) {
    let streams = operations.indices.filter { operations[$0].stream.isStated }
    let loose = streams.count == 1 ? reader.loose.listeners : []
    let declared = Set(operation.stream.events.map(\.name))
    for listener in operation.client.listeners + loose {
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

  /// Decides which events are final: those the guide states, or else those whose names suggest it.
  fileprivate mutating func settleLastEvents() {
    // Lines of JSON have no names: one member distinguishes them all.
    if stream.isLines, let member = stream.events.lazy.compactMap(\.discriminator).first {
      stream.events.change { event in
        guard event.mark == nil else { return }
        event.discriminator = member
        // An example without it is of a part of the line.
        if event.shape[member] == nil { event.shape = Shape() }
      }
      if let envelope = envelope(of: member) {
        stream.events.change { event in
          guard event.mark == nil, event.shape.members.isEmpty, let line = envelope.sources.first?.lines else { return }
          event.shape = envelope
          event.shape[member]?.sample = Sample(kind: .string(event.name), lines: line)
        }
      }
    } else if stream.isLines, stream.events.count > 1 {
      // No member is known that distinguishes the kinds.
      stream.events = []
    }
    let stated = stream.lastEvents
    stream.events.change { event in
      guard stated.contains(event.name), event.mark == nil || !event.isUnnamed else { return }
      (event.isFinal, event.isEndStated) = (true, true)
    }
    if !stream.events.contains(where: \.isFinal) {
      let others = stream.otherEvents
      stream.events.change {
        $0.isFinal = Vocabulary.lastEvents.contains($0.name.lowercased()) && !others.contains($0.name)
      }
    }
    if !stream.events.contains(where: \.isFinal), let last = stream.events.indices.last {
      stream.events[last].isFinal = stream.events[last].name.nameWords.contains { Vocabulary.lastEvents.contains($0) }
    }
  }
}
