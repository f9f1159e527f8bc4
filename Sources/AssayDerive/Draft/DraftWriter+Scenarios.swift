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
    let taken = captures[index]
    func output(_ capture: Capture) -> String {
      "$steps.\(names[capture.producer]).outputs.\(Self.outputName(capture))"
    }
    for (key, place) in [("parameters", Capture.Place.path), ("body", .body)] {
      tree.add(key, .object(taken.filter { $0.place == place }.map { ($0.name, .string(output($0))) }))
    }
    if let token = taken.first(where: { $0.place == .header }) {
      tree["headers"] = ["Authorization": "Bearer {\(output(token))}"]
    }
    var outputs: DraftTree = [:]
    for capture in chain.flatMap({ captures[$0] }) where capture.producer == index {
      let name = Self.outputName(capture)
      guard outputs[name] == nil else { continue }
      let expression: DraftTree = "$response.body#/\(capture.pointer.joined(separator: "/"))"
      let secret = DraftTree.raw("{ \"value\": \(expression.text), \"secret\": true }")
      outputs[name] = capture.place == .header ? secret : expression
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

  private static func outputName(_ capture: Capture) -> String {
    let name = capture.place == .header ? "token" : capture.pointer.joined(separator: "_")
    return name.replacing("-", with: "_")
  }
}
