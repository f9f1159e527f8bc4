extension RunResult.Outcome {
  /// Returns the verdict over several contracts: `error` only if nothing at all could be verified, `failed` if some
  /// could.
  public static func over(_ results: [RunResult]) -> RunResult.Outcome {
    let outcomes = results.map(\.outcome)
    if outcomes.contains(.interrupted) { return .interrupted }
    if outcomes.allSatisfy({ $0 == .error }) { return .error }
    return outcomes.allSatisfy { $0 == .passed } ? .passed : .failed
  }
}

extension RunResult.Summary {
  /// Returns the sum of the counts of several contracts.
  public static func over(_ results: [RunResult]) -> RunResult.Summary {
    results.map(\.summary).reduce(into: RunResult.Summary()) { total, part in
      total.checks += part.checks
      total.passed += part.passed
      total.failed += part.failed
      total.warned += part.warned
      total.unjudged += part.unjudged
      total.skipped += part.skipped
      total.errors += part.errors
      total.promises = total.promises + part.promises
    }
  }
}
