import AssayContract
import AssayJSON
import AssayText

/// The rule that a step reads only the results of earlier steps.
enum OutputFlowRule: LintRule {
  static func check(_ run: inout LintRun) {
    for scenario in run.root.table("scenarios") {
      let nodes = steps(of: scenario, run)
      let steps = nodes.map { StepOutputs(node: $0, run.uses(in: $0)) }
      let schemes = credentials(in: scenario, run)
      let batches = Batch.all(of: nodes.map(\.parallel))
      for (number, batch) in batches.enumerated() {
        for position in batch.positions {
          let step = steps[position]
          let before = Readable(batch: batch.positions, position: position)
          // What a request is made from must be there before it; rules and outputs may read the answer it got.
          for use in step.inputs + (position < schemes.count ? schemes[position] : []) {
            check(use, steps, before, &run)
          }
          for use in step.url { checkAnswerBefore(use, number > 0 ? batches[number - 1] : nil, steps, &run) }
          for use in step.results { check(use, steps, before.withOwn, &run) }
        }
      }
      let whole = Readable(batch: steps.count..<steps.count, position: steps.count)
      for use in run.uses(in: scenario["invariants"]) {
        check(use, steps, whole, &run)
      }
    }
  }

  /// Returns all steps that are run for a scenario, in order, including those of `before` and `after`.
  private static func steps(of scenario: ContractNode, _ run: LintRun) -> [ContractNode] {
    let root = run.root
    return root.steps("before", in: root) + scenario.steps("before", in: root) + scenario.steps("steps", in: root)
      + scenario.steps("after", in: root) + root.steps("after", in: root)
  }

  /// Returns, for each step of a scenario, the expressions in the security schemes it uses.
  private static func credentials(in node: ContractNode, _ run: LintRun) -> [[ExpressionUse]] {
    let nodes = steps(of: node, run)
    guard !run.contract.securitySchemes.isEmpty,
      let scenario = run.contract.scenarios.first(where: { $0.name == node.name })
    else { return [] }
    return zip(scenario.before + scenario.steps + scenario.after, nodes).map { step, node in
      guard let operation = run.contract.operation(named: step.operation) else { return [] }
      let schemes = run.contract.security(of: step, operation).map(\.scheme).filter { !step.says($0) }
      return schemes.flatMap { scheme in
        // What is shown is the call: the scheme is elsewhere.
        run.uses(in: run.root["securitySchemes"]?[scheme.name]).map {
          $0.shown(at: node.value["operation"] ?? node.value, node.pointer)
        }
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

    init(node: ContractNode, _ uses: ArraySlice<ExpressionUse>) {
      id = node.string("stepId") ?? node.string("operation") ?? ""
      outputs = node.table("outputs").map(\.name)
      inputs = uses.filter(\.isInput)
      results = uses.filter { !$0.isInput }
      url = inputs.filter {
        $0.pointer.tokens.last == "url" && $0.pointer.tokens.count == node.pointer.tokens.count + 1
      }
    }
  }

  /// The steps that a step may read: all earlier ones, except those started at the same time.
  private struct Readable {
    /// The positions of the reading step and of the steps that start at the same time; only steps before these can be
    /// read.
    let batch: Range<Int>
    let position: Int
    /// True if the step may also read its own response, as rules and outputs do.
    var hasOwn = false

    init(batch: Range<Int>, position: Int) {
      self.batch = batch
      self.position = position
    }

    var withOwn: Readable {
      var readable = self
      readable.hasOwn = true
      return readable
    }

    func contains(_ other: Int) -> Bool { other < batch.lowerBound || (hasOwn && other == position) }

    /// Returns the reason why the step at position `other`, with the given id, cannot be read.
    func reason(_ other: Int, _ id: String) -> String {
      if other == position { return "the step reads its own answer before it has one" }
      return batch.contains(other) ? "the step `\(id)` runs in parallel with this one" : "the step `\(id)` runs later"
    }
  }

  private static func check(
    _ use: ExpressionUse,
    _ steps: [StepOutputs],
    _ readable: Readable,
    _ run: inout LintRun
  ) {
    for reference in use.expression.references {
      switch reference.subject {
      case .step(let id, let part): check(id, part, reference, use, steps, readable, &run)
      case .lastOutput(let name): checkLast(name, reference, use, steps, readable, &run)
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
    _ readable: Readable,
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
    guard !readable.contains(position) else { return }
    let help =
      readable.batch.contains(position) && position != readable.position
      ? "put this step after the parallel, or read an output of an earlier step"
      : "read an output of an earlier step"
    note(readable.reason(position, id), help, reference, use, &run)
  }

  /// Checks an expression for a URL that reads the previous response: the first step has no previous response, and
  /// parallel steps have several.
  private static func checkAnswerBefore(
    _ use: ExpressionUse,
    _ before: Batch?,
    _ steps: [StepOutputs],
    _ run: inout LintRun
  ) {
    for reference in use.expression.references {
      guard case .exchange = reference.subject else { continue }
      guard let before else {
        note("the first step has no response before it", "read the URL from an earlier step", reference, use, &run)
        continue
      }
      guard before.isParallel else { continue }
      let ids = steps[before.positions].map(\.id)
      note(
        "\(ids.count) parallel steps precede this one, so the previous response is ambiguous",
        "name the step: `$steps.\(ids[0]).\(reference.text.dropFirst())`",
        reference,
        use,
        &run
      )
    }
  }

  private static func checkLast(
    _ name: String,
    _ reference: Reference,
    _ use: ExpressionUse,
    _ steps: [StepOutputs],
    _ readable: Readable,
    _ run: inout LintRun
  ) {
    let made = steps.indices.filter(readable.contains).map { steps[$0] }
    guard !made.contains(where: { $0.outputs.contains(name) }) else { return }
    let isLater = steps.contains { $0.outputs.contains(name) }
    let other = readable.batch.first { $0 != readable.position && steps[$0].outputs.contains(name) }
    if let other {
      let message = "the step `\(steps[other].id)`, which sets the output `\(name)`, runs in parallel with this one"
      return note(message, "put this step after the parallel", reference, use, &run)
    }
    let known = made.flatMap(\.outputs)
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
