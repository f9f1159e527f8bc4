import AssayHTTP
import AssayJSON
import AssayText

/// Making of scenarios from successive calls in a recording.
extension RecordingReader {
  var foreignScenarios: DraftTree {
    var names = UniqueNames()
    var scenarios: DraftTree.Members = []
    for flow in flow.flows {
      guard let first = flow.first, let last = flow.last else { continue }
      let name = flow.count == 1 ? operations[first].name : "\(operations[first].name)-then-\(operations[last].name)"
      let steps = flow.map { step($0, id: operations[$0].name, in: flow) { operations[$0].name } }
      var scenario: DraftTree = ["steps": .array(steps)]
      let goals = flow.compactMap { polls[$0]?.goal(ofStep: operations[$0].name, nil) }
      scenario.add("invariants", .array(goals))
      addCookies(to: &scenario, flow)
      scenarios.append((names.takeAgain(name), scenario))
    }
    for (index, operation) in operations.enumerated() {
      for call in operation.refusals {
        guard let refusal = RecordedRefusal(call, of: operation, secrets) else { continue }
        var scenario: DraftTree = ["steps": .array(probe(refusal, index))]
        if refusal.isLetIn { addCookies(to: &scenario, flow.login(of: index) + [index]) }
        scenarios.append((names.takeAgain("\(operation.name)-\(call.status)"), scenario))
      }
    }
    return .object(scenarios)
  }

  /// Makes a scenario keep its cookies, if one of its operations sends a cookie that another sets.
  private func addCookies(to scenario: inout DraftTree, _ flow: [Int]) {
    let isNeeded = self.flow.captures.enumerated().contains { index, captures in
      flow.contains(index) && captures.contains { $0.isCookie && flow.contains($0.producer) }
    }
    if isNeeded { scenario["cookies"] = true }
  }

  /// Returns the steps of a refused call, after the call that returns its token.
  private func probe(_ refusal: RecordedRefusal, _ index: Int) -> [DraftTree] {
    let login = refusal.isLetIn ? flow.login(of: index) : []
    let whole = step(index, id: operations[index].name, in: login + [index]) { operations[$0].name }
    var last = refusal.step(id: login.contains(index) ? "refused" : nil)
    guard !login.isEmpty, let headers = whole["headers"] else { return [last] }
    last["headers"] = last["headers"] ?? headers
    return login.map { maker in step(maker, id: operations[maker].name, in: login + [index]) { operations[$0].name } }
      + [last]
  }

  /// The refused calls that no scenario makes, in a recording that Assay did not make.
  var unsaidRefusals: [String] {
    operations.flatMap { operation -> [String] in
      let unsaid = operation.refusals.filter { RecordedRefusal($0, of: operation, secrets) == nil }
      return Dictionary(grouping: unsaid, by: \.status).sorted { $0.key < $1.key }.map { status, calls in
        "\(calls.count.counted("call")) of \(operation.method) \(operation.path) answered \(status): what was sent otherwise "
          + "cannot be written down"
      }
    }
  }

  /// Returns a step; `stepID` returns the id of the earlier step that calls an operation.
  func step(_ index: Int, id: String, in flow: [Int], stepID: (Int) -> String?) -> DraftTree {
    var tree: DraftTree = [:]
    if id != operations[index].name { tree["stepId"] = .string(id) }
    tree["operation"] = .string(operations[index].name)
    for capture in self.flow.captures[index] where flow.contains(capture.producer) {
      if let producer = stepID(capture.producer) { capture.pass(to: &tree, from: producer) }
    }
    var outputs: DraftTree = [:]
    for capture in flow.flatMap({ self.flow.captures[$0] }) where capture.producer == index && !capture.isCookie {
      outputs[capture.output] = .output(capture.expression, isSecret: capture.isSecret)
    }
    tree.add("outputs", outputs)
    return tree
  }
}
