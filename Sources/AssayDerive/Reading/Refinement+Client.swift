/// The documented client's use of the members of a model.
struct ClientDraft: Sendable {
  /// The way the client decodes the model: `all` (an error for invalid data), `quietly` (invalid data is dropped), or
  /// `none`.
  var decodes: String
  /// The members the client reads; `nil` if the code does not show it.
  var reads: [String]?
  var follows: [String] = []
}

/// The client's handling of responses and events, as client code shows it; nothing is added without code.
extension Refinement {
  mutating func readClient(_ index: Int) {
    var operation = operations[index]
    let compared = Set(operation.client.comparedStates.map(\.name) + reader.loose.client.comparedStates.map(\.name))
    let isFollowed = operation.poll.states.contains { compared.contains($0.name) }
    let member = operation.poll.member
    operation.answers.change { answer in
      guard answer.isSuccess else { return }
      addClient(to: &answer.shape)
      if isFollowed, member.count == 1 { answer.shape.client?.follows.add(member[0]) }
    }
    let heard = Set(operation.client.listeners.map(\.name))
    operation.stream.events.change { event in
      addClient(to: &event.shape)
      guard event.shape.client == nil, heard.contains(event.name), models.isUnread(event: event.name) else { return }
      event.shape.client = ClientDraft(decodes: "none", reads: [])
    }
    operations[index] = operation
  }

  private func addClient(to shape: inout Shape) {
    if let model = shape.model, let use = models.use(of: model) {
      let names = use.members.map { members in
        members.map { member in shape.members.first { $0.name.folded == member.folded }?.name }
      }
      // What no member is called is something else: a computed one, or one under another name.
      let reads = names.flatMap { names in names.contains(nil) ? nil : names.compactMap { $0 } }
      let order = shape.members.map(\.name)
      shape.client = ClientDraft(
        decodes: use.isQuiet ? "quietly" : "all",
        reads: reads.map { reads in order.filter(reads.contains) }
      )
    }
    for index in shape.members.indices { addClient(to: &shape.members[index].shape) }
    for index in shape.items.indices { addClient(to: &shape.items[index]) }
  }
}
