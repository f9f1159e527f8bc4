package import AssayContract
import AssayFindings
import AssayHTTP
package import AssayJSON
import AssayMock
import AssayObservation

/// The promises of a contract that a fault can be asked for, each by the place it stands at.
package enum PromiseInventory {
  /// A promise and the rule id of the finding that tells of it.
  package struct Entry: Hashable, Sendable {
    package var operation: String
    package var rule: String
    package var pointer: JSONPointer
  }

  /// Every `must` of `contract` that the answers of its mock come by.
  package static func musts(of contract: Contract) async -> [Entry] {
    var entries: [Entry] = []
    for operation in contract.operations {
      var inventory = OperationInventory(contract: contract, operation: operation)
      await inventory.collect()
      entries += inventory.entries
    }
    return entries
  }
}

/// The promises of one operation.
private struct OperationInventory {
  let contract: Contract
  let operation: Operation
  private(set) var entries: [PromiseInventory.Entry] = []

  init(contract: Contract, operation: Operation) {
    self.contract = contract
    self.operation = operation
  }

  mutating func collect() async {
    var derivation = FaultDerivation(MockTrial(contract: contract), operation)
    await derivation.observe()
    let bodies = derivation.answers.compactMap(\.json)
    for response in operation.responses where response.status.isSuccess {
      if let content = response.content { add("response.contentType", content.promise) }
      for body in bodies { addSchema(response.body, body) }
      if let nonEmpty = response.text?.nonEmpty { add("response.text", nonEmpty) }
      if let notJSON = response.text?.notJSON { add("response.text", notJSON) }
      for pattern in response.text?.patterns ?? [] { add("response.text", pattern.promise) }
      for header in response.headers { add("response.header", header.schema.promise) }
    }
    for rule in operation.invariants + derivation.steps.flatMap(\.invariants) { add("invariant", rule.promise) }
    if let limit = operation.within { add("response.time", limit.promise) }
    switch operation.interaction {
    case .exchange: break
    case .stream(let promise): collect(promise, derivation.events)
    case .poll(let promise): collect(promise, bodies)
    }
  }

  private mutating func collect(_ promise: StreamPromise, _ events: [PlayedEvent]) {
    for event in promise.events {
      for played in events where played.name == event.name { addSchema(event.data, played.data) }
      for rule in event.invariants { add("invariant", rule.promise) }
    }
    if let order = promise.order { add("stream.order", order.promise) }
    for constant in promise.constant { add("stream.constant", constant.promise) }
    for rising in promise.nondecreasing { add("stream.nondecreasing", rising.promise) }
    if let first = promise.first { add("stream.first", first.promise) }
    if let silence = promise.silence { add("stream.silence", silence.promise) }
    if let within = promise.within { add("stream.within", within.promise) }
    for rule in promise.invariants { add("invariant", rule.promise) }
  }

  private mutating func collect(_ promise: PollPromise, _ bodies: [JSONValue]) {
    for state in promise.states {
      for body in bodies where body[promise.state]?.string == state.name { addSchema(state.body, body) }
      for rule in state.invariants where bodies.contains(where: { $0[promise.state]?.string == state.name }) {
        add("invariant", rule.promise)
      }
      let isLeft = promise.states.contains { $0.name != state.name && !state.next.contains($0.name) }
      if !state.isFinal, isLeft { add("poll.transition", state.promise) }
    }
    for constant in promise.constant { add("poll.constant", constant.promise) }
    for rising in promise.nondecreasing { add("poll.nondecreasing", rising.promise) }
    for rule in promise.invariants { add("invariant", rule.promise) }
    add("poll.within", promise.within.promise)
    if let stable = promise.stable { add("poll.stable", stable) }
  }

  private mutating func addSchema(_ schema: SchemaPromise?, _ body: JSONValue) {
    guard let schema else { return }
    for constraint in SchemaConstraintWalk.constraints(
      in: contract.document,
      schema: schema.promise.pointer,
      on: body
    )
    where level(of: constraint.pointer, from: schema.promise.level) == .must {
      append(
        PromiseInventory.Entry(
          operation: operation.name,
          rule: "schema.\(constraint.keyword)",
          pointer: constraint.pointer
        )
      )
    }
  }

  /// The nearest `level` from the keyword at `pointer` outwards.
  private func level(of pointer: JSONPointer, from outer: Level) -> Level {
    var place = pointer.parent
    while let current = place {
      if let level = contract.document.root[current]?["level"]?.string.flatMap(Level.init(rawValue:)) { return level }
      place = current.parent
    }
    return outer
  }

  private mutating func add(_ rule: String, _ promise: Promise) {
    guard promise.level == .must else { return }
    append(PromiseInventory.Entry(operation: operation.name, rule: rule, pointer: promise.pointer))
  }

  private mutating func append(_ entry: PromiseInventory.Entry) {
    if !entries.contains(entry) { entries.append(entry) }
  }
}
