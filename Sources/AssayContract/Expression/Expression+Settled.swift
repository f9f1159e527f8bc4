extension Expression {
  /// Returns true if the rule's result over `scope`, which is `holding`, cannot change with further answers of open
  /// steps; `isOpen` is true for their ids. Either the rule reads nothing from these steps that matters, or it depends
  /// on items that remain: an item that is present stays present, and two items that are out of order stay out of
  /// order.
  package func isSettled(holding: Bool, in scope: Scope, open isOpen: @escaping (String) -> Bool) -> Bool {
    SettledReading(scope: scope, isOpen: isOpen).isSettled(root, holding)
  }
}

/// The search for the parts of a rule that further answers of open steps cannot change.
private struct SettledReading {
  let scope: Scope
  let isOpen: (String) -> Bool

  func isSettled(_ node: ExpressionNode, _ holds: Bool) -> Bool {
    if isFixed(node) { return true }
    switch node.kind {
    case .not(let child): return isSettled(child, !holds)
    case .and(let nodes):
      return holds ? nodes.allSatisfy { isSettled($0, true) } : nodes.contains { came(out: false, $0) }
    case .or(let nodes):
      return holds ? nodes.contains { came(out: true, $0) } : nodes.allSatisfy { isSettled($0, false) }
    case .call(.unique, let arguments), .call(.nondecreasing, let arguments), .call(.nonincreasing, let arguments):
      return !holds && grows(arguments[0])
    case .call(.all, let arguments): return !holds && grows(arguments[0]) && isFixed(arguments[1])
    case .call(.any, let arguments): return holds && grows(arguments[0]) && isFixed(arguments[1])
    case .call(.exists, let arguments): return holds && isFixed(arguments[0])
    case .binary(.in, let item, let list), .binary(.contains, let list, let item):
      return holds && grows(list) && isFixed(item)
    case .binary(let sign, let left, let right):
      if isGrowingNumber(left), isFixed(right) { return isSettled(left, sign, right, holds) }
      if isGrowingNumber(right), isFixed(left) { return isSettled(right, sign.turned, left, holds) }
      return false
    default: return false
    }
  }

  /// Returns true if `node` evaluates to `holds` and further answers of open steps cannot change that.
  private func came(out holds: Bool, _ node: ExpressionNode) -> Bool {
    var evaluator = ExpressionEvaluator(scope: scope)
    return (try? evaluator.holds(node)) == holds && isSettled(node, holds)
  }

  /// Returns true if the result `holds` of comparing a number that only grows with a fixed limit cannot change.
  private func isSettled(_ number: ExpressionNode, _ sign: BinaryOperator, _ limit: ExpressionNode, _ holds: Bool)
    -> Bool
  {
    switch sign {
    case .greater, .greaterOrEqual: return holds
    case .less, .lessOrEqual: return !holds
    case .equal where !holds, .notEqual where holds:
      var evaluator = ExpressionEvaluator(scope: scope)
      guard let number = try? evaluator.number(number, nil), let limit = try? evaluator.number(limit, nil) else {
        return false
      }
      return limit < number
    default: return false
    }
  }

  /// Returns true if the node is a list of values from all answers of a step, which only grows at its end.
  private func grows(_ node: ExpressionNode) -> Bool {
    switch node.kind {
    case .read(let reference): if case .step(_, .all) = reference.subject { true } else { false }
    case .call(.filter, let arguments), .call(.map, let arguments): grows(arguments[0]) && isFixed(arguments[1])
    case .call(.flatten, let arguments): grows(arguments[0])
    default: false
    }
  }

  /// Returns true if the node counts the items of a list that only grows at its end.
  private func isGrowingNumber(_ node: ExpressionNode) -> Bool {
    switch node.kind {
    case .call(.length, let arguments): grows(arguments[0])
    case .call(.count, let arguments): grows(arguments[0]) && arguments.dropFirst().allSatisfy(isFixed)
    default: false
    }
  }

  /// Returns true if the value of the node, once there is one, is fixed, like the first item of a list that only grows
  /// at its end.
  private func isFixed(_ node: ExpressionNode) -> Bool {
    switch node.kind {
    case .read(let reference):
      switch reference.subject {
      case .step(let id, _): return !isOpen(id)
      case .lastOutput: return false
      default: return true
      }
    case .call(.find, let arguments) where grows(arguments[0]): return isFixed(arguments[1])
    case .call(.first, let arguments) where grows(arguments[0]): return true
    // What is not there yet may come: those ask whether it is, or do without.
    case .call(.exists, _), .call(.default, _), .call(.if, _), .and, .or: return !readsOpenStep(node)
    default: return node.children.allSatisfy(isFixed)
    }
  }

  private func readsOpenStep(_ node: ExpressionNode) -> Bool {
    if case .read = node.kind { return !isFixed(node) }
    return node.children.contains(where: readsOpenStep)
  }
}

extension BinaryOperator {
  /// The comparison with the same meaning if both sides are swapped: `<` for `>`.
  fileprivate var turned: Self {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: self
    }
  }
}
