/// A rule of a contract (grammar in the DocC page), parsed.
package struct Expression: Sendable {
  /// The rule as the contract writes it.
  package let text: String
  package let root: ExpressionNode

  /// Reads `text`. `variables` are the names that may follow a dollar sign beside those of a verified exchange: the mock's
  /// `mock`, `data`, `resources` and resource kinds; any are where it is `nil`.
  package init(parsing text: String, variables: Set<String>? = nil) throws(ExpressionError) {
    self.text = text
    root = try ExpressionParser.parse(text, variables: variables)
  }

  /// The rule's value over what `scope` holds; mistyped where that takes more than `workLimit` steps.
  package func evaluate(in scope: Scope, workLimit: Int = 10_000_000) -> Evaluation {
    var evaluator = ExpressionEvaluator(scope: scope, workLimit: workLimit)
    do throws(EvaluationFailure) {
      return .value(try evaluator.operand(root).json)
    } catch {
      return error.evaluation
    }
  }

  /// Every reference the rule reads, in the order they are written.
  package var references: [Reference] {
    var found: [Reference] = []
    var pending = [root]
    while let node = pending.popLast() {
      if case .read(let reference) = node.kind { found.append(reference) }
      pending += node.children.reversed()
    }
    return found
  }
}
