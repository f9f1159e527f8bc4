import AssayFindings
import AssayJSON
import AssayText

extension ContractReader {
  mutating func scenario(_ node: ContractNode, operations: [ExactText: Operation]) -> Scenario {
    let rows = rows(node["examples"])
    // Rows that could not be read have any name.
    columns =
      node.value["examples"] == nil ? [] : rows.isEmpty ? ["row"] : Set(Self.columns(of: rows).map { "row.\($0)" })
    defer { columns = [] }
    var ids: Set<String> = []
    for key in ["before", "steps", "after"] { checkGroups(root.list(key) + node.list(key)) }
    let before = (root.steps("before", in: root) + node.steps("before", in: root)).compactMap {
      self.step($0, operations, &ids)
    }
    let steps = node.steps("steps", in: root).compactMap { self.step($0, operations, &ids) }
    let after = (node.steps("after", in: root) + root.steps("after", in: root)).compactMap {
      self.step($0, operations, &ids)
    }
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

  /// Reports references to groups that do not exist.
  private mutating func checkGroups(_ nodes: [ContractNode]) {
    let uses = nodes.filter { $0.value["group"] != nil }
    if uses.isEmpty { return }
    let known = root.table("groups").map(\.name)
    for node in uses {
      guard let value = node.value["group"], let name = value.string, !known.containsExactly(name) else { continue }
      noteUnknown("group", plural: "groups", .unknownGroup, value, known: known, at: node.pointer.appending("group"))
    }
  }

  /// Reads a step, whose id must not be one of `ids`.
  private mutating func step(
    _ node: ContractNode,
    _ operations: [ExactText: Operation],
    _ ids: inout Set<String>
  ) -> Step? {
    guard let step = step(node, operations: operations) else { return nil }
    if !ids.insert(step.id).inserted { noteRepeated(step.id, at: node) }
    return step
  }

  private mutating func noteRepeated(_ id: String, at node: ContractNode) {
    let value = node.value["stepId"] ?? node.value["operation"] ?? node.value
    log.add(
      .duplicateStep,
      "a different step of this scenario is already called `\(id)`",
      help: "give this one a `stepId` of its own",
      range: value.byteRange,
      pointer: node.pointer
    )
  }

  private mutating func step(_ node: ContractNode, operations: [ExactText: Operation]) -> Step? {
    guard let operationValue = node.value["operation"], let name = operationValue.string else { return nil }
    let operation = operations[name]
    if operation == nil, !defined.operations.containsExactly(name) {
      noteUnknown(
        "operation",
        plural: "operations",
        .unknownOperation,
        operationValue,
        known: defined.operations,
        at: node.pointer.appending("operation")
      )
    }
    if let operation {
      checkInputs(of: node, operation)
      checkBodies(node.table("responses"), method: operation.request.method, stream: nil)
      checkFinalStates(of: node, operation)
      checkUntil(of: node, operation)
      checkFinalEvents(of: node, operation)
      checkReconnection(of: node, operation)
      checkMessages(of: node, operation)
      checkRepetition(of: node, operation)
    }
    if let name = node.string("as") {
      stepVariables = [name]
      checkItemName(name, node)
    }
    defer { stepVariables = [] }
    var step = Step(id: node.string("stepId") ?? name, operation: name)
    step.loop = loop(node)
    var call = call(node, of: operation)
    if step.loop.iteration?.items.readsExchange == true { call.readsAnswerBefore = true }
    step.call = call
    step.expects = expectations(node)
    step.parallel = node.parallel
    step.promise = node.promise
    if operation?.isWebSocket == true, !step.isErrorProbe { checkHandshake(node) }
    return step
  }

  private mutating func call(_ node: ContractNode, of operation: Operation?) -> Step.Call {
    checkTemplate(node["body"])
    checkTemplate(node["url"])
    checkURL(node["url"])
    var call = Step.Call()
    call.parameters = templates(node, "parameters", in: .request)
    call.query = templates(node, "query", in: .request)
    call.headers = templates(node, "headers", in: .request)
    call.multipart = templates(node, "multipart", in: .request)
    call.body = node.value["body"]
    call.rawBody = node.string("rawBody")
    call.contentCoding = contentCoding(of: node, headers: operation?.request.headers.map(\.name) ?? [])
    call.url = node.value["url"]
    call.readsAnswerBefore =
      call.url.map { Template.expressions(in: $0, texts).contains(where: \.readsExchange) } ?? false
    if node["send"] != nil {
      var events: [String]?
      if case .stream(let stream)? = operation?.interaction { events = stream.events.map(\.name) }
      call.messages = messages(node, events: events)
    }
    call.security = security(node["security"]).map { $0.first ?? [] }
    call.omitsOptional = node.bool("omitOptional") ?? false
    return call
  }

  /// Reads the loop of a step; if there are several, which a contract may not have, the first.
  private mutating func loop(_ node: ContractNode) -> Loop {
    if let items = expression(node["forEach"]) {
      return .forEach(Iteration(items: items, name: node.string("as")))
    }
    if let pagination = node["paginate"].flatMap({ pagination($0) }) { return .paginate(pagination) }
    if let said = node["again"] {
      let except = said.list("except").compactMap { pointer($0.value, at: $0.pointer) }
      return .again(Again(except: except, promise: said.promise))
    }
    guard let said = node["repeat"] else { return .once }
    return load(said).map { .load($0) } ?? repetition(said).map { .repeat($0) } ?? .once
  }

  private mutating func expectations(_ node: ContractNode) -> Step.Expectations {
    var expectations = Step.Expectations()
    expectations.responses = node.value["responses"] == nil ? nil : responses(node.table("responses"))
    expectations.invariants = invariants(node.list("invariants"))
    expectations.outputs = node.table("outputs").compactMap { output($0) }
    expectations.finalStates = names(node.value["finalState"])
    expectations.finalEvents = names(node.value["finalEvent"])
    expectations.until = names(node.value["until"])
    expectations.polls = node.bool("poll") ?? true
    expectations.reconnectAfter = node.value["reconnectAfter"]?.int
    return expectations
  }

  /// Reports a function call in place of a URL: templates read references only, so that it would be sent as text.
  private mutating func checkURL(_ node: ContractNode?) {
    guard let node, let text = node.value.string,
      let name = text.firstIndex(of: "(").map({ String(text[..<$0]) }), ExpressionFunction(named: name) != nil
    else { return }
    log.add(
      .badExpression,
      "a template cannot call functions: `\(name)(…` would be sent as text",
      help: "capture it in `outputs` of the step before, and write $steps.ID.outputs.NAME here",
      range: node.value.byteRange,
      pointer: node.pointer
    )
  }

  mutating func templates(_ node: ContractNode, _ key: String, in setting: Setting) -> [NamedTemplate] {
    node.table(key).map { entry in
      checkTemplate(entry, in: setting)
      return NamedTemplate(name: entry.name, template: entry.value)
    }
  }

  private mutating func output(_ node: ContractNode) -> Output? {
    expression(node.value.kind == .object ? node["value"] : node).map {
      Output(name: node.name, expression: $0, isSecret: node.bool("secret") ?? false)
    }
  }

  private mutating func repetition(_ node: ContractNode) -> Repetition? {
    let every = duration(node["every"]) ?? .zero
    guard let until = expression(node["until"]), let atMost = node.value["atMost"]?.int, atMost > 0 else { return nil }
    return Repetition(until: until, atMost: atMost, every: every, promise: node.promise)
  }

  private func load(_ node: ContractNode) -> Load? {
    guard let times = node.value["times"]?.int, (1...Load.limits.times).contains(times) else { return nil }
    return Load(times: times, width: min(max(1, node.value["width"]?.int ?? 1), Load.limits.width))
  }

  private mutating func pagination(_ node: ContractNode) -> Pagination? {
    let next: Pagination.Next
    if let relation = node.string("link") {
      next = .link(relation)
    } else {
      var place = node.string("query").map { Pagination.Place.query($0) }
      if let said = node["body"] {
        guard let pointer = pointer(said.value, at: said.pointer) else { return nil }
        place = .body(pointer)
      }
      if let value = expression(node["next"]) {
        next = place.map { .value(value, at: $0) } ?? .url(value)
      } else if let place {
        next = .number(from: node.value["from"]?.int ?? 1, at: place)
      } else {
        return nil
      }
    }
    return Pagination(
      next: next,
      until: expression(node["until"]),
      atMost: max(1, node.value["atMost"]?.int ?? 100),
      promise: node.promise
    )
  }

  /// Reports an item name (`as`) that already has a meaning in expressions.
  private mutating func checkItemName(_ name: String, _ node: ContractNode) {
    guard Reference.taken.contains(name), let said = node["as"] else { return }
    log.add(
      .badName,
      "an item cannot be called `\(name)`: `$\(name)` has a meaning of its own",
      help: "choose a different name, such as `one`, or read it as `$item`",
      range: said.range,
      pointer: said.pointer
    )
  }

  /// Reports a repetition of a polled or streamed operation, which ends by itself.
  private mutating func checkRepetition(of node: ContractNode, _ operation: Operation) {
    guard let repetition = node["repeat"] ?? node["forEach"] ?? node["paginate"] ?? node["again"],
      node["responses"] == nil
    else { return }
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

  private func names(_ value: JSONValue?) -> [String] {
    guard let value else { return [] }
    return (value.kind == .array ? Array(value.items) : [value]).compactMap(\.string)
  }

  /// Reports an invalid `until` or `poll`: only a polled job has intermediate states in which a step can stop.
  private mutating func checkUntil(of node: ContractNode, _ operation: Operation) {
    guard case .poll(let poll) = operation.interaction else {
      for key in ["until", "poll"] {
        guard let said = node[key] else { continue }
        log.add(
          .notFinalState,
          "the operation `\(operation.name)` is not polled",
          help: "delete `\(key)`, or give the operation a `poll`",
          range: said.range,
          pointer: said.pointer
        )
      }
      return
    }
    guard let until = node["until"] else { return }
    for value in until.value.kind == .array ? Array(until.value.items) : [until.value] {
      guard let name = value.string else { continue }
      let open = poll.states.filter { !$0.isFinal }.map(\.name)
      if let state = poll.state(named: name) {
        guard state.isFinal else { continue }
        log.add(
          .notFinalState,
          "the state `\(name)` is final, and every poll ends there",
          help: "write `\"finalState\": \(JSONEscapes.quote(name))` where the scenario needs it",
          range: value.byteRange,
          pointer: until.pointer
        )
      } else {
        noteUnknown("state", plural: "states on the way", .unknownState, value, known: open, at: until.pointer)
      }
    }
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

  /// Checks that the operation accepts the inputs that a step sets.
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
