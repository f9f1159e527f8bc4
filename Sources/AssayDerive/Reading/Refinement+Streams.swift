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
      var shape = event.shape
      for member in shape.members.indices {
        attach(&shape.members[member].shape, named: [], near: operation.client.nearModels, isRequest: false, operation)
      }
      event.shape = shape
      operation.stream.events[position] = event
    }
  }
}

extension OperationDraft {
  /// Decides which events are final: those the guide states, or else those whose names suggest it.
  fileprivate mutating func settleLastEvents() {
    // Lines of JSON have no names: one member distinguishes them all.
    if stream.isLines, let member = stream.events.lazy.compactMap(\.discriminator).first {
      for position in stream.events.indices where stream.events[position].mark == nil {
        stream.events[position].discriminator = member
        // An example without it is of a part of the line.
        if stream.events[position].shape[member] == nil { stream.events[position].shape = Shape() }
      }
    }
    for position in stream.events.indices
    where stream.lastEvents.contains(stream.events[position].name)
      && (stream.events[position].mark == nil || !stream.events[position].isUnnamed)
    {
      stream.events[position].isFinal = true
      stream.events[position].isEndStated = true
    }
    if !stream.events.contains(where: \.isFinal) {
      for position in stream.events.indices
      where Vocabulary.lastEvents.contains(stream.events[position].name.lowercased()) {
        stream.events[position].isFinal = true
      }
    }
    if !stream.events.contains(where: \.isFinal) {
      let words = { (name: String) in name.nameWords.contains { Vocabulary.lastEvents.contains($0) } }
      for position in stream.events.indices
      where words(stream.events[position].name) && position + 1 == stream.events.count {
        stream.events[position].isFinal = true
      }
    }
  }
}
