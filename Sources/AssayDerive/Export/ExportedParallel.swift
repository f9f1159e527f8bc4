/// Steps that are begun at the same time, as steps of a workflow, which Arazzo (1.0.1) runs one after the other.
///
/// Each says in an extension member which of them it is begun with.
enum ExportedParallel {
  static let member = OwnMember.name("parallel")

  /// The steps one by one, each with the mark of its `parallel`: its number, and what else is said of it.
  static func steps(of items: [DraftTree]) -> [(step: DraftTree, mark: DraftTree?)] {
    items.enumerated().flatMap { index, item -> [(step: DraftTree, mark: DraftTree?)] in
      guard let steps = item["parallel"]?.items else { return [(item, nil)] }
      var mark = item
      mark["parallel"] = .raw(String(index + 1))
      return steps.map { ($0, mark) }
    }
  }

  /// The steps of a contract again: those with one mark side by side.
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
      if parallel.json == last {
        parallel = items.removeLast()
        parallel["parallel"] = .array((parallel["parallel"]?.items ?? []) + [contract])
      } else {
        last = parallel.json
        parallel["parallel"] = .array([contract])
      }
      items.append(parallel)
    }
    return items
  }
}
