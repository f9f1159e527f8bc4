import AssayContract
import AssayJSON
import AssaySchema
import AssayText

/// The rule that expressions read only fields that the contract describes, since any other is most likely misspelt.
enum DocumentedFieldRule: LintRule {
  static func check(_ run: inout LintRun) {
    for (operation, node) in zip(run.contract.operations, run.root.table("operations")) {
      let reader = FieldReader(answers: AnswerSchemas(operation, of: run.contract))
      checkRules(node.list("invariants"), reader, &run)
      if let poll = node["poll"] { checkPoll(poll, reader, &run) }
      if let stream = node["stream"] { checkStream(stream, reader, &run) }
      checkMock(node, reader, &run)
    }
    for (scenario, node) in zip(run.contract.scenarios, run.root.table("scenarios")) {
      checkScenario(scenario, node, &run)
    }
  }

  private static func checkPoll(_ poll: ContractNode, _ reader: FieldReader, _ run: inout LintRun) {
    checkPointers(in: poll, reader.answers.bodies, reader, &run)
    if let state = poll["state"] { checkPointer(state, reader.answers.bodies, &run) }
    checkRules(poll.list("invariants"), reader, &run)
    for state in poll.table("states") {
      var answers = reader.answers
      answers.bodies =
        answers.common + [state["body"].flatMap { run.contract.schemas.view(at: $0.pointer) }].compactMap(\.self)
      checkRules(state.list("invariants"), FieldReader(answers: answers), &run)
    }
  }

  private static func checkStream(_ stream: ContractNode, _ reader: FieldReader, _ run: inout LintRun) {
    checkPointers(in: stream, reader.answers.data(), reader, &run)
    checkRules(stream.list("invariants"), reader, &run)
    for event in stream.table("events") {
      var answers = reader.answers
      answers.events = answers.events.filter { $0.name.isExactly(event.name) }
      checkRules(event.list("invariants"), FieldReader(answers: answers), &run)
      check(run.uses(in: event["finalWhen"]), FieldReader(answers: answers), isRule: true, &run)
    }
    checkMessages(of: stream, reader, &run)
  }

  /// Checks that each message of a client reads only fields of the event that it follows, directly or after other
  /// messages.
  private static func checkMessages(of node: ContractNode, _ reader: FieldReader, _ run: inout LintRun) {
    var followed: String?
    for message in node.list("send") {
      followed = message.string("after") ?? followed
      let uses = run.uses(in: message["data"])
      if let followed {
        var answers = reader.answers
        answers.events = answers.events.filter { $0.name.isExactly(followed) }
        check(uses, FieldReader(answers: answers, steps: reader.steps), &run)
      } else {
        for use in uses { noteUnfollowed(use, &run) }
      }
    }
  }

  private static func noteUnfollowed(_ use: ExpressionUse, _ run: inout LintRun) {
    for reference in use.expression.references {
      guard case .event = reference.subject else { continue }
      run.log.add(
        .unsetOutput,
        "the message reads an event, and is sent before the first event",
        help: "say with `after` which event it waits for",
        range: use.range(of: reference),
        pointer: use.pointer
      )
    }
  }

  /// Checks that the pointers of values that must be constant, or never fall, lead to fields described by `schemas`.
  private static func checkPointers(
    in node: ContractNode,
    _ schemas: [SchemaView],
    _ reader: FieldReader,
    _ run: inout LintRun
  ) {
    for promise in node.list("constant") + node.list("nondecreasing") {
      checkPointer(promise, schemas, &run)
      check(run.uses(in: promise["equals"]), reader, &run)
    }
  }

  private static func checkScenario(_ scenario: Scenario, _ node: ContractNode, _ run: inout LintRun) {
    var steps: [String: AnswerSchemas] = [:]
    for (step, node) in zip(scenario.steps, node.steps("steps", in: run.root)) {
      guard let operation = run.contract.operation(named: step.operation) else { continue }
      let answers = AnswerSchemas(operation, of: run.contract, probe: step.expects.responses)
      let said = node["send"]?.value.byteRange ?? 0..<0
      let inputs = run.uses(in: node).filter { use in
        use.kind == .template && !said.contains(use.value.byteRange.lowerBound)
          && !(use.pointer.tokens.last == "url" && use.expression.readsExchange)
      }
      check(inputs, FieldReader(answers: answers, steps: steps), &run)
      steps[step.id] = answers
      let reader = FieldReader(answers: answers, steps: steps)
      checkMessages(of: node, reader, &run)
      checkRules(node.list("invariants"), reader, &run)
      check(run.uses(in: node["outputs"]), reader, &run)
      check(run.uses(in: node["repeat"]), reader, isRule: true, &run)
    }
    checkRules(node.list("invariants"), FieldReader(answers: AnswerSchemas(), steps: steps), &run)
  }

  /// Checks that the mock's responses read only parameters that the request has.
  private static func checkMock(_ operation: ContractNode, _ reader: FieldReader, _ run: inout LintRun) {
    let uses = run.uses(in: operation).filter { [.mockTemplate, .mockExpression].contains($0.kind) }
    for use in uses { note(reader.parameterTroubles(in: use.expression), in: use, &run) }
  }

  // MARK: One place

  private static func checkRules(_ invariants: [ContractNode], _ reader: FieldReader, _ run: inout LintRun) {
    for invariant in invariants { check(run.uses(in: invariant["rule"]), reader, isRule: true, &run) }
  }

  private static func check(
    _ uses: some Sequence<ExpressionUse>,
    _ reader: FieldReader,
    isRule: Bool = false,
    _ run: inout LintRun
  ) {
    for use in uses { note(reader.troubles(in: use.expression, isRule: isRule), in: use, &run) }
  }

  private static func note(_ troubles: [FieldReader.Trouble], in use: ExpressionUse, _ run: inout LintRun) {
    for trouble in troubles {
      run.log.add(
        trouble.kind,
        trouble.message,
        help: trouble.help,
        range: use.value.byteRange(ofWord: trouble.text),
        pointer: use.pointer
      )
    }
  }

  /// Checks that the pointer of a promise leads to a field described by each of `schemas`.
  private static func checkPointer(_ node: ContractNode, _ schemas: [SchemaView], _ run: inout LintRun) {
    let value = node.value.kind == .object ? node.value["pointer"] : node.value
    guard let value, let pointer = value.string.flatMap({ JSONPointer($0) }), !schemas.isEmpty,
      case .undocumented(let known) = ValueSchema(schemas).field(at: pointer)
    else { return }
    run.log.add(
      .undocumentedField,
      "no schema describes `\(pointer)`",
      help: SpellingSuggestion.help(for: pointer.tokens.last ?? "", among: known, noun: "described are"),
      range: value.byteRange,
      pointer: node.pointer
    )
  }
}
