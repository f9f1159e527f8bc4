extension Expression {
  /// How a rule came out, as far as a finding needs it.
  package enum Verdict {
    case holds
    case broken
    case notEvaluable(Evaluation)
  }

  /// Whether the rule holds over `scope`; allocates nothing where it does.
  package func verdict(in scope: Scope) -> Verdict {
    var evaluator = ExpressionEvaluator(scope: scope)
    do throws(EvaluationFailure) {
      return try evaluator.holds(root) ? .holds : .broken
    } catch {
      return .notEvaluable(error.evaluation)
    }
  }
}
