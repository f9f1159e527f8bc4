import AssayJSON

extension Expression {
  /// Returns true if the rule, which holds over `scope`, checks nothing there: each list it searches is empty, or its
  /// guard always skipped the check (`!exists(x) || x > 0`).
  package func isVacuous(in scope: Scope) -> Bool {
    guard root.mayBeVacuous else { return false }
    var evaluator = ExpressionEvaluator(scope: scope)
    return evaluator.isVacuous(root)
  }
}

extension ExpressionNode {
  /// True if the node can hold without checking any value.
  fileprivate var mayBeVacuous: Bool {
    switch kind {
    case .call(.all, _), .call(.unique, _), .call(.nondecreasing, _), .call(.nonincreasing, _), .or: true
    case .and(let nodes): nodes.allSatisfy(\.mayBeVacuous)
    default: false
    }
  }

  /// True if the node is a guard that skips a rule's check because something is false or missing.
  fileprivate var isClosedGuard: Bool {
    switch kind {
    case .not: true
    case .binary(.equal, _, let right): if case .literal(.json(let value)) = right.kind { value.isNull } else { false }
    default: false
    }
  }
}

extension ExpressionEvaluator {
  /// Returns true if `node`, which is true, checked no value: its lists were empty, or its guard skipped the check.
  fileprivate mutating func isVacuous(_ node: ExpressionNode) -> Bool {
    switch node.kind {
    case .call(.all, let arguments), .call(.unique, let arguments), .call(.nondecreasing, let arguments),
      .call(.nonincreasing, let arguments):
      return (try? operand(arguments[0]))?.itemCount == 0
    case .and(let nodes):
      for node in nodes where !isVacuous(node) { return false }
      return true
    case .or(let nodes):
      guard let deciding = nodes.first(where: { (try? holds($0)) == true }) else { return false }
      return deciding.isClosedGuard || isVacuous(deciding)
    default: return false
    }
  }
}
