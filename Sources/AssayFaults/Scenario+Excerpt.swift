import AssayContract
import AssayJSON
import AssayText

extension Scenario {
  /// Returns the scenario with only the steps of `operation`, those that provide values to them, and those that read
  /// values from them.
  func excerpt(around operation: String, of contract: Contract) -> Scenario {
    let inputs = steps.indices.map { self.inputs(of: $0, contract) }
    var kept = Set(steps.indices.filter { steps[$0].operation == operation })
    for index in steps.indices where !inputs[index].isDisjoint(with: kept) { kept.insert(index) }
    let read = invariants.map { rule in
      Set(rule.expression.references.compactMap { position(of: $0, before: steps.count) })
    }
    for places in read where !places.isDisjoint(with: kept) { kept.formUnion(places) }
    for index in steps.indices.reversed() where kept.contains(index) { kept.formUnion(inputs[index]) }
    var excerpt = self
    excerpt.steps = steps.indices.filter(kept.contains).map { steps[$0] }
    excerpt.invariants = zip(invariants, read).filter { $1.isSubset(of: kept) }.map(\.0)
    return excerpt
  }

  /// Returns the positions of the earlier steps on which the step at `index` depends: they provide a captured value, or
  /// create a resource in the mock that it uses.
  private func inputs(of index: Int, _ contract: Contract) -> Set<Int> {
    let step = steps[index]
    let reads = contract.reads(of: step)
    var inputs = Set(steps[..<index].indices.filter { reads.steps.contains(steps[$0].id) })
    for name in reads.outputs { if let maker = lastMaker(of: name, before: index) { inputs.insert(maker) } }
    let operation = contract.operation(named: step.operation)
    if step.call.readsAnswerBefore, index > 0 { inputs.insert(index - 1) }
    // Where a redirect leads, anything may have been made by then.
    if operation?.followsRedirects ?? false { inputs.formUnion(0..<index) }
    let text = operation.flatMap { contract.document.root[$0.promise.pointer]?.text } ?? ""
    for earlier in 0..<index {
      guard let kind = contract.operation(named: steps[earlier].operation)?.mock?.creates else { continue }
      let uses = operation?.mock?.uses.contains { $0.kind == kind } ?? false
      if uses || text.contains("$resources.\(kind)") { inputs.insert(earlier) }
    }
    return inputs
  }

  private func position(of reference: Reference, before index: Int) -> Int? {
    switch reference.subject {
    case .step(let id, _): steps[..<index].lastIndex { $0.id == id }
    case .lastOutput(let name): lastMaker(of: name, before: index)
    default: nil
    }
  }

  private func lastMaker(of output: String, before index: Int) -> Int? {
    steps[..<index].lastIndex { $0.expects.outputs.contains { $0.name == output } }
  }
}
