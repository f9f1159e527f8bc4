import AssayJSON
import AssayText

/// Conversion of a recorded run of Assay to scenarios.
extension RecordingReader {
  /// A scenario as run: with one of its rows, or without rows.
  struct ScenarioRun {
    var row: String?
    private(set) var steps: [ScenarioStep] = []

    init(row: String?) { self.row = row }

    fileprivate mutating func add(_ step: ScenarioStep) {
      if !steps.contains(where: { $0.id == step.id }) { steps.append(step) }
    }
  }

  /// The scenarios and steps of the recorded run, so that this contract can also judge the recording.
  var ownScenarios: DraftTree {
    var scenarios: DraftTree.Members = []
    var names = UniqueNames()
    func add(_ scenario: DraftTree?, named name: String) {
      if let scenario { scenarios.append((names.takeAgain(name), scenario)) }
    }
    for runs in ownRuns {
      let name = runs[0].steps[0].scenario
      if runs[0].row == nil {
        add(scenario(runs[0]), named: name)
      } else if let rows = RecordedRows(runs.map { ($0.row ?? "", self.steps($0)) }, secrets) {
        add(scenario(runs[0], rows), named: name)
      } else {
        for run in runs { add(scenario(run), named: Self.name(name, run.row)) }
      }
    }
    return .object(scenarios)
  }

  /// The runs of each scenario, in the order of the first calls.
  private var ownRuns: [[ScenarioRun]] {
    var scenarios = OrderedDictionary<String, OrderedDictionary<String, ScenarioRun>>()
    for call in seen.calls {
      guard let step = call.step else { continue }
      let key = step.row == nil ? step.scenario : step.scenario + "[]"
      scenarios[key, default: OrderedDictionary()][step.run, default: ScenarioRun(row: step.row)].add(step)
    }
    return scenarios.values.map(\.values)
  }

  /// Returns the name of a scenario for a single row: `prices-letter`.
  private static func name(_ scenario: String, _ row: String?) -> String {
    let words = (row ?? "").split { !($0.isPlain(or: "_.-")) }
    return ([scenario] + words.map { String($0) }).joined(separator: "-")
  }

  /// Returns the steps of a run whose operations are in the draft, each with the recorded call on which it is based.
  private func steps(_ run: ScenarioRun) -> [RecordedRows.Step] {
    run.steps.compactMap { step in
      guard let operation = operations.first(where: { $0.name == step.operation }), let calls = callsOfSteps[step],
        let call = calls.first(where: \.isSuccess) ?? calls.first
      else { return nil }
      return .init(step: step, operation: operation, call: call, last: calls.last ?? call)
    }
  }

  /// Returns a run as a scenario of the draft; `nil` if no step can be written. Steps send the values of `rows` instead
  /// of their recorded ones.
  private func scenario(_ run: ScenarioRun, _ rows: RecordedRows? = nil) -> DraftTree? {
    let made = steps(run)
    let flow = made.compactMap { step in operations.firstIndex { $0.name == step.operation.name } }
    var trees: [String: [DraftTree]] = [:]
    var goals: [DraftTree] = []
    for (position, own) in made.enumerated() {
      let index = flow[position]
      guard own.call.isSuccess else {
        if let rows {
          trees[own.step.place, default: []].append(rows.refusal(position))
        } else if let refusal = RecordedRefusal(own.call, of: own.operation, secrets) {
          trees[own.step.place, default: []].append(refusal.step(id: own.step.id))
        }
        continue
      }
      let before = made.prefix(position)
      var tree = step(index, id: own.step.id, in: flow) { producer in
        before.last { $0.operation.name == operations[producer].name }?.step.id
      }
      if let rows {
        rows.add(to: &tree, position)
      } else if let other = RequestDifference(own.call, from: own.operation, secrets) {
        // The same operation may be called otherwise in another scenario.
        other.add(to: &tree)
      }
      if let messages = streams[index]?.ownMessages(of: own.call, secrets) { tree["send"] = messages }
      if let stop = polls[index]?.stop(own.last) { tree["until"] = .string(stop) }
      trees[own.step.place, default: []].append(tree)
      if rows == nil, let goal = polls[index]?.goal(ofStep: own.step.id, own.last) { goals.append(goal) }
    }
    guard trees["steps"] != nil else { return nil }
    var scenario: DraftTree = [:]
    if let rows { scenario["examples"] = .array(rows.rows) }
    for key in ["before", "steps", "after"] { if let own = trees[key] { scenario[key] = .array(own) } }
    scenario.add("invariants", .array(goals))
    return scenario
  }

  /// The scenarios whose rows differ in more than the values their steps send.
  var unsaidRows: [String] {
    ownRuns.filter { $0[0].row != nil }.compactMap { runs in
      guard RecordedRows(runs.map { ($0.row ?? "", steps($0)) }, secrets) == nil else { return nil }
      return
        "the rows of the scenario \(runs[0].steps[0].scenario), whose steps differ by more than what they send: each is a scenario of its own"
    }
  }

  /// The steps of the recorded run that the draft leaves out, or makes differently.
  var unsaidSteps: [String] {
    var told: Set<String> = []
    return seen.calls.compactMap { call in
      guard let step = call.step, told.insert("\(step.run)/\(step.id)").inserted else { return nil }
      let name = "the step \(step.run)/\(step.id)"
      guard let operation = operations.first(where: { $0.name == step.operation }) else {
        return "\(name): \(step.operation) was never answered with a success"
      }
      let calls = callsOfSteps[step] ?? []
      if let made = calls.first(where: \.isSuccess) {
        let isSaid = made.number == operation.example.number || RequestDifference(made, from: operation, secrets) != nil
        return isSaid ? nil : "what \(name) sent, which cannot be written down: the operation's example is sent"
      }
      let isSaid = calls.first.flatMap { RecordedRefusal($0, of: operation, secrets) } != nil
      return isSaid ? nil : "\(name), which was refused: what it sent otherwise cannot be written down"
    }
  }
}
