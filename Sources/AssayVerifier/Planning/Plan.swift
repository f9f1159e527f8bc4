package import AssayContract

/// Every check a run will make, in order: pure, so that it can be printed without a network.
package struct Plan: Sendable {
  /// One check: a step of a scenario, or the rules over a whole scenario.
  package struct Check: Sendable, Hashable {
    /// `scenario/step`, with `/stream` or `/poll` behind it where the step is one; `scenario/invariants`.
    package var id: String
    package var scenario: String
    /// The operation's name; empty for the rules over a scenario.
    package var operation: String
  }

  /// A scenario that is run, with the ids of its checks.
  package struct Run: Sendable {
    package var scenario: Scenario
    /// The checks of its steps, one a step.
    package var steps: [Check]
    /// The check over the whole scenario, where it has rules.
    package var whole: Check?

    /// All its checks, in order.
    var checks: [Check] { steps + (whole.map { [$0] } ?? []) }
  }

  package var runs: [Run]

  /// Plans `contract`; a scenario is run whole where any of its checks is wanted, since steps feed one another.
  ///
  /// A check that is to be left out is not made; what needs its answer is skipped in the run, with the reason.
  package init(contract: Contract, settings: RunSettings) {
    let only = settings.only.map(Glob.init)
    let skip = settings.skip.map(Glob.init)
    func isWanted(_ id: String, in scenario: Scenario) -> Bool {
      only.isEmpty || only.contains { $0.matches(id) || $0.matches(scenario.name) }
    }
    func isSkipped(_ id: String, in scenario: Scenario) -> Bool {
      skip.contains { $0.matches(id) || $0.matches(scenario.name) }
    }
    runs = []
    for scenario in contract.scenarios
    where settings.tags.isEmpty || scenario.tags.contains(where: settings.tags.contains) {
      let steps = scenario.steps.map { step in
        let operation = contract.operation(named: step.operation)
        return Check(
          id: Self.id(of: step, in: scenario, operation: operation),
          scenario: scenario.name,
          operation: step.operation
        )
      }
      let whole =
        scenario.invariants.isEmpty
        ? nil : Check(id: "\(scenario.name)/invariants", scenario: scenario.name, operation: "")
      let kept = zip(scenario.steps, steps).filter { !isSkipped($0.1.id, in: scenario) }
      var run = Run(scenario: scenario, steps: kept.map(\.1))
      run.scenario.steps = kept.map(\.0)
      // Rules over all steps cannot be judged where one of them was not made.
      if kept.count == steps.count, let whole, !isSkipped(whole.id, in: scenario) { run.whole = whole }
      if run.checks.contains(where: { isWanted($0.id, in: scenario) }) { runs.append(run) }
    }
  }

  /// The checks of all scenarios, in order.
  package var checks: [Check] { runs.flatMap(\.checks) }

  static func id(of step: Step, in scenario: Scenario, operation: Operation?) -> String {
    let base = "\(scenario.name)/\(step.id)"
    guard !step.isErrorProbe, let operation else { return base }
    switch operation.interaction {
    case .exchange: return base
    case .stream: return base + "/stream"
    case .poll: return base + "/poll"
    }
  }
}
