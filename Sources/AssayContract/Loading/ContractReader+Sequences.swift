import AssayFindings
import AssayJSON
import AssayText

extension ContractReader {
  mutating func poll(_ node: ContractNode) -> PollPromise? {
    let stateNodes = node.table("states")
    let names = stateNodes.map(\.name)
    checkStates(node.value["initial"], names, at: node.pointer.appending("initial"))
    for state in stateNodes {
      checkStates(state.value["next"], names, at: state.pointer.appending("next"))
    }
    node.list("examples").forEach { checkTemplate($0, in: .mock) }
    let every = limit(node["every"])
    let within = limit(node["within"])
    guard let state = pointer(node.value["state"], at: node.pointer.appending("state")) else { return nil }
    return PollPromise(
      state: state,
      states: stateNodes.map { self.state($0) },
      initial: node.value["initial"].map { $0.items.compactMap(\.string) } ?? [],
      constant: pointerPromises(node.list("constant")),
      nondecreasing: pointerPromises(node.list("nondecreasing")),
      invariants: invariants(node.list("invariants")),
      every: every ?? TimeLimit(duration: .seconds(1), text: "1s", promise: node.promise),
      within: within ?? TimeLimit(duration: .seconds(60), text: "60s", promise: node.promise),
      stable: promiseSwitch(node["stable"]),
      progress: promiseSwitch(node["progress"]),
      examples: node.value["examples"].map { Array($0.items) } ?? [],
      promise: node.promise
    )
  }

  private mutating func state(_ node: ContractNode) -> StatePromise {
    StatePromise(
      name: node.name,
      next: node.value["next"].map { $0.items.compactMap(\.string) } ?? [],
      isFinal: node.bool("final") ?? false,
      body: schema(node["body"]),
      invariants: invariants(node.list("invariants")),
      promise: node.promise
    )
  }

  private mutating func checkStates(_ list: JSONValue?, _ known: [String], at pointer: JSONPointer) {
    guard let list else { return }
    for item in list.items where item.kind == .string && !known.containsExactly(item.string ?? "") {
      noteUnknown("state", plural: "states", .unknownState, item, known: known, at: pointer)
    }
  }

  /// A promise that is only switched on, with a level in a string or with level and source in an object.
  private func promiseSwitch(_ node: ContractNode?) -> Promise? {
    guard let node else { return nil }
    var promise = node.promise
    if let level = node.value.string.flatMap(Level.init(rawValue:)) { promise.level = level }
    return promise
  }
}

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
    if !events.containsExactly(event) {
      noteUnknown("event", plural: "events", .unknownEvent, eventValue, known: events, at: node.pointer)
    }
    checkTemplate(data, in: .mock)
    let after = node["after"].flatMap { duration($0.value, pointer: $0.pointer) }
    return EventExample(event: event, data: data.value, id: node.string("id"), after: after ?? .zero)
  }
}

extension ContractReader {
  mutating func scenario(_ node: ContractNode, operations: [Operation]) -> Scenario {
    let rows = rows(node["examples"])
    // Rows that could not be read have any name.
    columns =
      node.value["examples"] == nil ? [] : rows.isEmpty ? ["row"] : Set(Self.columns(of: rows).map { "row.\($0)" })
    defer { columns = [] }
    var ids: Set<String> = []
    let before = (root.list("before") + node.list("before")).compactMap { self.step($0, operations, &ids) }
    let steps = node.list("steps").compactMap { self.step($0, operations, &ids) }
    let after = (node.list("after") + root.list("after")).compactMap { self.step($0, operations, &ids) }
    var scenario = Scenario(
      name: node.name,
      summary: node.string("summary") ?? "",
      steps: steps,
      invariants: invariants(node.list("invariants")),
      promise: node.promise
    )
    scenario.rows = rows
    scenario.before = before
    scenario.after = after
    scenario.keepsCookies = node.bool("cookies") ?? root.bool("cookies") ?? false
    scenario.tags = node.value["tags"]?.items.compactMap(\.string) ?? []
    return scenario
  }

  /// Reads a step, whose id none of `ids` may be.
  private mutating func step(_ node: ContractNode, _ operations: [Operation], _ ids: inout Set<String>) -> Step? {
    guard let step = step(node, operations: operations) else { return nil }
    if !ids.insert(step.id).inserted { noteRepeated(step.id, at: node) }
    return step
  }

  private mutating func noteRepeated(_ id: String, at node: ContractNode) {
    let value = node.value["stepId"] ?? node.value["operation"] ?? node.value
    log.add(
      .duplicateStep,
      "another step of this scenario is called `\(id)` already",
      help: "give this one a `stepId` of its own",
      range: value.byteRange,
      pointer: node.pointer
    )
  }

  private mutating func step(_ node: ContractNode, operations: [Operation]) -> Step? {
    guard let operationValue = node.value["operation"], let name = operationValue.string else { return nil }
    let operation = operations.first { $0.name == name }
    if !operationNames.contains(name) {
      noteUnknown(
        "operation",
        plural: "operations",
        .unknownOperation,
        operationValue,
        known: operationNames,
        at: node.pointer.appending("operation")
      )
    }
    if let operation {
      checkInputs(of: node, operation)
      checkBodies(node.table("responses"), method: operation.request.method, isStream: false)
      checkFinalStates(of: node, operation)
      checkRepetition(of: node, operation)
    }
    checkTemplate(node["body"])
    return Step(
      id: node.string("stepId") ?? name,
      operation: name,
      parameters: templates(node, "parameters"),
      query: templates(node, "query"),
      headers: templates(node, "headers"),
      multipart: templates(node, "multipart"),
      body: node.value["body"],
      rawBody: node.string("rawBody"),
      omitsOptional: node.bool("omitOptional") ?? false,
      responses: node.value["responses"] == nil ? nil : responses(node.table("responses")),
      invariants: invariants(node.list("invariants")),
      outputs: node.table("outputs").compactMap { output($0) },
      finalStates: finalStates(of: node).compactMap(\.string),
      repetition: node["repeat"].flatMap { repetition($0) },
      promise: node.promise
    )
  }

  private mutating func templates(_ node: ContractNode, _ key: String) -> [NamedTemplate] {
    node.table(key).map { entry in
      checkTemplate(entry)
      return NamedTemplate(name: entry.name, template: entry.value)
    }
  }

  private mutating func output(_ node: ContractNode) -> Output? {
    expression(node.value.kind == .object ? node["value"] : node).map {
      Output(name: node.name, expression: $0, isSecret: node.bool("secret") ?? false)
    }
  }

  private mutating func repetition(_ node: ContractNode) -> Repetition? {
    let every = node["every"].flatMap { duration($0.value, pointer: $0.pointer) } ?? .zero
    guard let until = expression(node["until"]), let atMost = node.value["atMost"]?.int, atMost > 0 else { return nil }
    return Repetition(until: until, atMost: atMost, every: every, promise: node.promise)
  }

  /// What is polled or streamed has an end of its own.
  private mutating func checkRepetition(of node: ContractNode, _ operation: Operation) {
    guard let repetition = node["repeat"], node["responses"] == nil else { return }
    let help: String
    switch operation.interaction {
    case .exchange: return
    case .poll: help = "delete it: a poll asks until a state is final, at the intervals of `every`"
    case .stream: help = "delete it, or make a step for each time the stream is opened"
    }
    log.add(
      .repeatedPoll,
      "the operation `\(operation.name)` is \(operation.interaction.participle), and such a step is not repeated",
      help: help,
      range: repetition.range,
      pointer: repetition.pointer
    )
  }

  private func finalStates(of node: ContractNode) -> [JSONValue] {
    guard let value = node.value["finalState"] else { return [] }
    return value.kind == .array ? Array(value.items) : [value]
  }

  private mutating func checkFinalStates(of node: ContractNode, _ operation: Operation) {
    for value in finalStates(of: node) {
      let place = node.pointer.appending("finalState")
      guard let name = value.string else { continue }
      guard case .poll(let poll) = operation.interaction else {
        log.add(
          .notFinalState,
          "the operation `\(operation.name)` is not polled, so it has no final state",
          help: "delete `finalState`, or give the operation a `poll`",
          range: value.byteRange,
          pointer: place
        )
        continue
      }
      let finals = poll.states.filter(\.isFinal).map(\.name)
      if poll.state(named: name) == nil {
        noteUnknown("state", plural: "final states", .unknownState, value, known: finals, at: place)
      } else if !finals.containsExactly(name) {
        log.add(
          .notFinalState,
          "the state `\(name)` is not final",
          help: "the final states: \(finals.map { "`\($0)`" }.joined(separator: ", "))",
          range: value.byteRange,
          pointer: place
        )
      }
    }
  }

  /// What a step gives, the operation takes.
  private mutating func checkInputs(of node: ContractNode, _ operation: Operation) {
    let path = operation.request.parameters.map(\.name)
    let query = operation.request.query.map(\.name)
    let headers = operation.request.headers.map(\.name)
    for entry in node.table("parameters")
    where !path.contains(entry.name) && !query.contains(entry.name)
      && !headers.contains(where: { $0.lowercased() == entry.name.lowercased() })
    {
      log.add(
        .unknownParameter,
        "the operation `\(operation.name)` has no parameter `\(entry.name)`",
        help: SpellingSuggestion.help(for: entry.name, among: path + query + headers, noun: "its parameters"),
        range: entry.range,
        pointer: entry.pointer
      )
    }
  }
}
