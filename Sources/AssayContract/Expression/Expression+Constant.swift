extension Expression {
  /// True if the expression's value does not depend on the scope: it reads nothing, not even the clock.
  package var isConstant: Bool { root.isConstant }

  /// True if the expression holds for all values that it reads, such as `x == x`; determined without search.
  package var alwaysHolds: Bool { root.alwaysHolds }
}

extension ExpressionNode {
  fileprivate var isConstant: Bool {
    switch kind {
    case .read, .call(.now, _): false
    default: children.allSatisfy(\.isConstant)
    }
  }

  fileprivate var alwaysHolds: Bool {
    switch kind {
    case .and(let nodes): return nodes.allSatisfy(\.alwaysHolds)
    case .or(let nodes): return nodes.contains(where: \.alwaysHolds)
    case .binary(.equal, let left, let right), .binary(.lessOrEqual, let left, let right),
      .binary(.greaterOrEqual, let left, let right):
      if left.isSame(as: right) { return true }
    default: break
    }
    guard isConstant else { return false }
    var evaluator = ExpressionEvaluator(scope: Scope())
    return (try? evaluator.holds(self)) ?? false
  }
}
