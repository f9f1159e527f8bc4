import AssayJSON
import AssayText

/// Writing of the scenarios, in which each operation is called after those whose responses it needs.
extension DraftWriter {
  func scenarios() -> DraftTree {
    // What is the beginning of a longer chain is made there.
    let all = operations.indices.map { CallGraph.chain(to: [$0]) { captures[$0].map(\.producer) } }
    let beginnings = Set(all.flatMap { chain in (1..<max(1, chain.count)).map { chain.prefix($0) } })
    var taken = UniqueNames()
    return .object(
      all.filter { !beginnings.contains($0[...]) }.map { chain in
        let (first, last) = (names[chain[0]], names[chain[chain.count - 1]])
        var scenario: DraftTree = ["steps": .array(chain.map { step($0, in: chain) })]
        scenario["invariants"] = ends(chain)
        return (taken.takeAgain(chain.count == 1 ? last : "\(first)-then-\(last)"), scenario)
      }
    )
  }

  private func step(_ index: Int, in chain: [Int]) -> DraftTree {
    var tree: DraftTree = ["operation": .string(names[index])]
    for capture in captures[index] { capture.pass(to: &tree, from: names[capture.producer]) }
    var outputs: DraftTree = [:]
    for capture in chain.flatMap({ captures[$0] }) where capture.producer == index && outputs[capture.output] == nil {
      let secret = DraftTree.raw("{ \"value\": \(capture.expression.text), \"secret\": true }")
      outputs[capture.output] = capture.isSecret ? secret : capture.expression
    }
    tree.add("outputs", outputs)
    return tree
  }

  /// Returns rules that jobs reach their desired final state, if they have several final states; `nil` for a scenario
  /// without such jobs. The documents list failures also, so that any final state is allowed otherwise.
  private func ends(_ chain: [Int]) -> DraftTree? {
    let polls = chain.filter { index in
      let operation = operations[index]
      return !operation.poll.member.isEmpty && operation.poll.states.count { $0.isFinal } > 1
    }
    let rules = polls.compactMap { index -> DraftTree? in
      guard let goal = goal(operations[index]) else { return nil }
      return [
        "rule":
          "$steps.\(names[index]).response.body#/\(operations[index].poll.place) == \(goal.meaning.isEmpty ? "'\(goal.name)'" : goal.name)",
        "level": "should",
        "message": "the job of `\(names[index])` ends as `\(goal.name)`",
      ]
    }
    return polls.isEmpty ? nil : .array(rules)
  }
}
