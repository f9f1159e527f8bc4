/// Steps that start at the same time, as steps of a workflow, which Arazzo (1.0.1) runs one after the other.
///
/// An extension member of each step identifies the steps it starts with.
enum ExportedParallel {
  static let member = OwnMember.name("parallel")

  /// Returns the steps of `items`, in which each `parallel` is replaced by its steps. The mark of such a step has the
  /// number of its `parallel` and the other members of that; it is `nil` for all other steps.
  static func steps(of items: [DraftTree]) -> [(step: DraftTree, mark: DraftTree?)] {
    items.enumerated().flatMap { index, item -> [(step: DraftTree, mark: DraftTree?)] in
      guard let steps = item["parallel"]?.items else { return [(item, nil)] }
      var mark = item
      mark["parallel"] = .raw(String(index + 1))
      return steps.map { ($0, mark) }
    }
  }

  /// Returns the steps of a contract, with those that have the same mark in parallel.
  static func contract(_ steps: [DraftTree]) -> [DraftTree] {
    var items: [DraftTree] = []
    var last: String?
    for step in steps {
      let contract = ExportedStep.contract(step)
      guard var parallel = step[member] else {
        items.append(contract)
        last = nil
        continue
      }
      if parallel.text == last {
        parallel = items.removeLast()
        parallel["parallel"] = .array((parallel["parallel"]?.items ?? []) + [contract])
      } else {
        last = parallel.text
        parallel["parallel"] = [contract]
      }
      items.append(parallel)
    }
    return items
  }
}
