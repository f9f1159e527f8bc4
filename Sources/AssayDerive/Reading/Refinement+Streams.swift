/// What each stream sends.
extension Refinement {
  mutating func refineStream(_ index: Int) {
    settleAnswer(index)
    var operation = operations[index]
    guard operation.isStream else {
      operations[index].events = []
      return
    }
    let streams = operations.indices.filter { operations[$0].isStream }
    let loose = streams.count == 1 ? reader.looseListeners : []
    let declared = Set(operation.events.map(\.name))
    for listener in operation.listeners + loose {
      // Code that branches on a type may branch on something else; once events are told, only those count.
      if declared.isEmpty || declared.contains(listener.name) || listener.model != nil
        || operation.listeners.contains(where: { $0.name == listener.name })
      {
        operation.addEvent(listener.name, nil, listener.source, isListed: true)
      }
      if let name = listener.model, let shape = models.shape(named: name),
        let position = operation.events.firstIndex(where: { $0.name == listener.name }),
        operation.events[position].shape.model == nil
      {
        operation.events[position].shape.merge(shape)
      }
    }
    for position in operation.events.indices {
      var event = operation.events[position]
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
          event.shape.merge(model)
        }
      }
      var shape = event.shape
      for member in shape.members.indices {
        attach(&shape.members[member].shape, named: [], near: operation.nearModels, isRequest: false, operation)
      }
      event.shape = shape
      operation.events[position] = event
    }
    for position in operation.events.indices
    where operation.lastEvents.contains(operation.events[position].name)
      && (operation.events[position].mark == nil || !operation.events[position].isUnnamed)
    {
      operation.events[position].isFinal = true
      operation.events[position].isEndStated = true
    }
    if !operation.events.contains(where: \.isFinal) {
      for position in operation.events.indices
      where Vocabulary.lastEvents.contains(operation.events[position].name.lowercased()) {
        operation.events[position].isFinal = true
      }
    }
    if !operation.events.contains(where: \.isFinal) {
      let words = { (name: String) in name.nameWords.contains { Vocabulary.lastEvents.contains($0) } }
      for position in operation.events.indices
      where words(operation.events[position].name) && position + 1 == operation.events.count {
        operation.events[position].isFinal = true
      }
    }
    operations[index] = operation
  }
}
