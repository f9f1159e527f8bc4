import AssayJSON

extension ContractReader {
  mutating func stream(_ node: ContractNode) -> StreamPromise? {
    let events = node.table("events").map { event($0) }
    let names = events.map(\.name)
    return StreamPromise(
      events: events,
      order: node["order"].flatMap { order($0) },
      constant: pointerPromises(node.list("constant")),
      nondecreasing: pointerPromises(node.list("nondecreasing")),
      first: limit(node["first"]),
      silence: limit(node["silence"]),
      within: limit(node["within"]),
      invariants: invariants(node.list("invariants")),
      examples: node.list("examples").compactMap { example($0, events: names) },
      promise: node.promise
    )
  }

  private mutating func event(_ node: ContractNode) -> EventPromise {
    EventPromise(
      name: node.name,
      data: schema(node["data"]),
      isFinal: node.bool("final") ?? false,
      finalWhen: expression(node["finalWhen"]),
      invariants: invariants(node.list("invariants")),
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
    if !events.contains(event) {
      noteUnknown("event", plural: "events", .unknownEvent, eventValue, known: events, at: node.pointer)
    }
    checkTemplate(data, in: .mock)
    let after = node["after"].flatMap { duration($0.value, pointer: $0.pointer) }
    return EventExample(event: event, data: data.value, id: node.string("id"), after: after ?? .zero)
  }
}
