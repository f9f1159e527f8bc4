import AssayContract
import AssayJSON
import AssayText

/// Rules read fields that the contract describes; one it does not is most likely misspelt.
enum DocumentedFieldRule: LintRule {
  static func check(_ run: inout LintRun) {
    for node in run.root.table("operations") {
      let answers = AnswerSchemas(operation: node)
      checkRules(node.list("invariants"), FieldReader(root: run.root, answers: answers, schemas: run.schemas), &run)
      if let poll = node["poll"] { checkPoll(poll, answers, run: &run) }
      if let stream = node["stream"] { checkStream(stream, answers, run: &run) }
      checkMock(node, FieldReader(root: run.root, answers: answers, schemas: run.schemas), &run)
    }
    for scenario in run.root.table("scenarios") { checkScenario(scenario, &run) }
  }

  private static func checkPoll(_ poll: ContractNode, _ answers: AnswerSchemas, run: inout LintRun) {
    let all = FieldReader(root: run.root, answers: answers, schemas: run.schemas)
    for promise in poll.list("constant") + poll.list("nondecreasing") {
      checkPointer(promise, answers.bodies, &run)
      check(ExpressionUse.expression(promise["equals"]), all, &run)
    }
    if let state = poll["state"] { checkPointer(state, answers.bodies, &run) }
    checkRules(poll.list("invariants"), all, &run)
    for state in poll.table("states") {
      let inState = AnswerSchemas(
        bodies: answers.common + [state["body"]].compactMap { $0 },
        events: [],
        request: answers.request
      )
      checkRules(state.list("invariants"), FieldReader(root: run.root, answers: inState, schemas: run.schemas), &run)
    }
  }

  private static func checkStream(
    _ stream: ContractNode,
    _ answers: AnswerSchemas,
    run: inout LintRun
  ) {
    let all = FieldReader(root: run.root, answers: answers, schemas: run.schemas)
    for promise in stream.list("constant") + stream.list("nondecreasing") {
      checkPointer(promise, answers.events.compactMap { $0["data"] }, &run)
      check(ExpressionUse.expression(promise["equals"]), all, &run)
    }
    checkRules(stream.list("invariants"), all, &run)
    for event in stream.table("events") {
      let inEvent = AnswerSchemas(bodies: answers.bodies, events: [event], request: answers.request)
      let reader = FieldReader(root: run.root, answers: inEvent, schemas: run.schemas)
      checkRules(event.list("invariants"), reader, &run)
      check(ExpressionUse.expression(event["finalWhen"]), reader, &run)
    }
  }

  private static func checkScenario(_ scenario: ContractNode, _ run: inout LintRun) {
    var steps: [String: AnswerSchemas] = [:]
    for step in scenario.list("steps") {
      guard let name = step.string("operation"), let operation = run.root["operations"]?[name] else { continue }
      let answers = AnswerSchemas(operation: operation, probe: step.table("responses"))
      let inputs = FieldReader(root: run.root, answers: answers, schemas: run.schemas, steps: steps)
      check(ExpressionUse.inputs(ofStep: step), inputs, &run)
      steps[step.string("stepId") ?? name] = answers
      var reader = FieldReader(root: run.root, answers: answers, schemas: run.schemas)
      reader.steps = steps
      checkRules(step.list("invariants"), reader, &run)
      for output in step.table("outputs") {
        check(ExpressionUse.expression(output.value.kind == .object ? output["value"] : output), reader, &run)
      }
      check(ExpressionUse.expression(step["repeat"]?["until"]), reader, &run)
    }
    var reader = FieldReader(
      root: run.root,
      answers: AnswerSchemas(bodies: [], events: [], request: nil),
      schemas: run.schemas
    )
    reader.steps = steps
    checkRules(scenario.list("invariants"), reader, &run)
  }

  /// What the mock answers is made from parameters the request has.
  private static func checkMock(_ operation: ContractNode, _ reader: FieldReader, _ run: inout LintRun) {
    let mock = operation["mock"]
    let cases = mock?.list("cases") ?? []
    let templates =
      operation.table("responses").map { $0["example"] } + (operation["poll"]?.list("examples") ?? [])
      + (operation["stream"]?.list("examples").map { $0["data"] } ?? []) + cases.map { $0["example"] }
    let expressions =
      (mock?.table("uses") ?? []) + (mock?.table("set") ?? []) + cases.compactMap { $0["when"] }
      + cases.flatMap { $0.table("set") }
    let uses =
      templates.flatMap { ExpressionUse.template($0) } + expressions.flatMap { ExpressionUse.expression($0) }
    for use in uses { note(reader.parameterTroubles(in: use.expression), in: use, &run) }
  }

  // MARK: One place

  private static func checkRules(_ invariants: [ContractNode], _ reader: FieldReader, _ run: inout LintRun) {
    for invariant in invariants { check(ExpressionUse.expression(invariant["rule"]), reader, &run) }
  }

  private static func check(_ uses: [ExpressionUse], _ reader: FieldReader, _ run: inout LintRun) {
    for use in uses { note(reader.troubles(in: use.expression), in: use, &run) }
  }

  private static func note(_ troubles: [FieldReader.Trouble], in use: ExpressionUse, _ run: inout LintRun) {
    for trouble in troubles {
      run.log.add(
        trouble.kind,
        trouble.message,
        help: trouble.help,
        range: use.range(of: trouble.reference),
        pointer: use.pointer
      )
    }
  }

  /// A pointer promise reads a field of each answer or event.
  private static func checkPointer(_ node: ContractNode, _ nodes: [ContractNode], _ run: inout LintRun) {
    let value = node.value.kind == .object ? node.value["pointer"] : node.value
    guard let value, let pointer = value.string.flatMap({ JSONPointer($0) }), !nodes.isEmpty,
      case .undocumented(let known) = run.schemas.walk(nodes, pointer)
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
