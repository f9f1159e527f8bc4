import AssayContract
import AssayJSON
import AssayText

/// A step reads only what steps before it have brought.
enum OutputFlowRule: LintRule {
  static func check(_ run: inout LintRun) {
    for scenario in run.root.table("scenarios") {
      let steps = steps(of: scenario, run).map { StepOutputs(node: $0) }
      let schemes = credentials(in: scenario, run)
      for (position, step) in steps.enumerated() {
        // What a request is made from must be there before it; rules and outputs may read the answer it got.
        for use in step.inputs + (position < schemes.count ? schemes[position] : []) {
          check(use, steps, before: position, &run)
        }
        if position == 0 { for use in step.url { checkFirst(use, &run) } }
        for use in step.results { check(use, steps, before: position + 1, &run) }
      }
      for use in scenario.list("invariants").flatMap({ ExpressionUse.expression($0["rule"]) }) {
        check(use, steps, before: steps.count, &run)
      }
    }
  }

  /// All that is made of a scenario, in order.
  private static func steps(of scenario: ContractNode, _ run: LintRun) -> [ContractNode] {
    let root = run.root
    return root.steps("before", in: root) + scenario.steps("before", in: root) + scenario.steps("steps", in: root)
      + scenario.steps("after", in: root) + root.steps("after", in: root)
  }

  /// What each step of a scenario is let in by.
  private static func credentials(in node: ContractNode, _ run: LintRun) -> [[ExpressionUse]] {
    let nodes = steps(of: node, run)
    guard !run.contract.securitySchemes.isEmpty,
      let scenario = run.contract.scenarios.first(where: { $0.name == node.name })
    else { return [] }
    return zip(scenario.before + scenario.steps + scenario.after, nodes).map { step, node in
      guard let operation = run.contract.operation(named: step.operation) else { return [] }
      let schemes = run.contract.security(of: step, operation).map(\.scheme).filter { !step.says($0) }
      return schemes.flatMap { scheme in
        run.root["securitySchemes"]?[scheme.name].map { ExpressionUse.credentials($0, ofStep: node) } ?? []
      }
    }
  }

  /// A step with the outputs it sets and the expressions it reads.
  private struct StepOutputs {
    let id: String
    let outputs: [String]
    let inputs: [ExpressionUse]
    let results: [ExpressionUse]
    let url: [ExpressionUse]

    init(node: ContractNode) {
      id = node.string("stepId") ?? node.string("operation") ?? ""
      let outputNodes = node.table("outputs")
      outputs = outputNodes.map(\.name)
      inputs =
        ["parameters", "query", "headers", "multipart"].flatMap { node.table($0) }.flatMap {
          ExpressionUse.template($0)
        }
        + ExpressionUse.template(node["body"]) + ExpressionUse.template(node["url"])
        + ExpressionUse.expression(node["forEach"])
      url = ExpressionUse.template(node["url"])
      results =
        node.list("invariants").flatMap { ExpressionUse.expression($0["rule"]) }
        + outputNodes.flatMap { ExpressionUse.expression($0.value.kind == .object ? $0["value"] : $0) }
        + ExpressionUse.expression(node["repeat"]?["until"])
        + ["next", "until"].flatMap { ExpressionUse.expression(node["paginate"]?[$0]) }
    }
  }

  private static func check(_ use: ExpressionUse, _ steps: [StepOutputs], before end: Int, _ run: inout LintRun) {
    for reference in use.expression.references {
      switch reference.subject {
      case .step(let id, let part): check(id, part, reference, use, steps, before: end, &run)
      case .lastOutput(let name): checkLast(name, reference, use, steps, before: end, &run)
      default: break
      }
    }
  }

  private static func check(
    _ id: String,
    _ part: Reference.StepPart,
    _ reference: Reference,
    _ use: ExpressionUse,
    _ steps: [StepOutputs],
    before end: Int,
    _ run: inout LintRun
  ) {
    guard let position = steps.firstIndex(where: { $0.id == id }) else {
      let help = SpellingSuggestion.help(for: id, among: steps.map(\.id), noun: "the steps of this scenario")
      return note("this scenario has no step `\(id)`", help, reference, use, &run)
    }
    let name: String?
    switch part {
    case .output(let output), .all(.output(let output)): name = output
    default: name = nil
    }
    if let name, !steps[position].outputs.contains(name) {
      let help =
        steps[position].outputs.isEmpty
        ? "add `\"outputs\": { \(JSONEscapes.quote(name)): … }` to it"
        : SpellingSuggestion.help(for: name, among: steps[position].outputs, noun: "the outputs it sets")
      return note("the step `\(id)` sets no output `\(name)`", help, reference, use, &run)
    }
    guard position >= end else { return }
    let message =
      position == end ? "the step reads its own answer before it has one" : "the step `\(id)` comes only later"
    note(message, "read what a step before this one brings", reference, use, &run)
  }

  /// A URL is read from the answer before, and the first step has none.
  private static func checkFirst(_ use: ExpressionUse, _ run: inout LintRun) {
    for reference in use.expression.references {
      guard case .exchange = reference.subject else { continue }
      note("no answer comes before the first step", "let a step before it bring the URL", reference, use, &run)
    }
  }

  private static func checkLast(
    _ name: String,
    _ reference: Reference,
    _ use: ExpressionUse,
    _ steps: [StepOutputs],
    before end: Int,
    _ run: inout LintRun
  ) {
    guard !steps.prefix(end).contains(where: { $0.outputs.contains(name) }) else { return }
    let isLater = steps.contains { $0.outputs.contains(name) }
    let known = steps.prefix(end).flatMap(\.outputs)
    let help = SpellingSuggestion.help(for: name, among: known, noun: "the outputs set by then")
    note(
      isLater ? "the output `\(name)` is set only later" : "no step sets an output `\(name)`",
      help.isEmpty ? "set it in the `outputs` of a step before this one" : help,
      reference,
      use,
      &run
    )
  }

  private static func note(
    _ message: String,
    _ help: String,
    _ reference: Reference,
    _ use: ExpressionUse,
    _ run: inout LintRun
  ) {
    let about = use.scheme.map { "the security scheme `\($0)` reads \(reference.text): " } ?? ""
    run.log.add(.unsetOutput, about + message, help: help, range: use.range(of: reference), pointer: use.pointer)
  }
}
