extension Expression {
  /// Whether a rule that came out true, or false where `holding` is not, over the first answers of a step comes out so over
  /// all of them, whatever the others are: one item that is there stays there, and two that are out of order.
  package func isSettled(holding: Bool) -> Bool { root.isSettled(holding) }
}

extension ExpressionNode {
  fileprivate func isSettled(_ holds: Bool) -> Bool {
    switch kind {
    case .call(.unique, let arguments), .call(.nondecreasing, let arguments), .call(.nonincreasing, let arguments):
      !holds && arguments[0].isOfAllAnswers
    case .call(.all, let arguments):
      !holds && arguments[0].isOfAllAnswers && !arguments[1].readsAllAnswers
    case .call(.any, let arguments):
      holds && arguments[0].isOfAllAnswers && !arguments[1].readsAllAnswers
    case .binary(.in, let item, let list), .binary(.contains, let list, let item):
      holds && list.isOfAllAnswers && !item.readsAllAnswers
    default: false
    }
  }

  /// Whether the node is the list of what all answers of a step say at a place, which grows at its end alone.
  private var isOfAllAnswers: Bool {
    if case .read(let reference) = kind, case .step(_, .all) = reference.subject { true } else { false }
  }

  private var readsAllAnswers: Bool { isOfAllAnswers || children.contains(where: \.readsAllAnswers) }
}
