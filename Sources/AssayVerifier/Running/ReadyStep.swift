import AssayContract
import AssayFindings

/// A step that is ready to be run, with the values it reads.
struct ReadyStep: Sendable {
  var work: StepWork
  var scope: Scope
}

extension RunContext {
  /// Runs `steps`, which start at the same time; returns their outcomes in the same order.
  ///
  /// If the times of parallel calls are judged, no other calls of the run are made meanwhile; this applies to load
  /// tests and single calls. Polls and streams may take minutes, and run at the same time as other scenarios.
  func outcomes(of steps: [ReadyStep]) async -> [StepOutcome] {
    var steps = steps
    let isTimed =
      steps.contains { $0.work.step.loop.load != nil } || (steps.count > 1 && steps.allSatisfy(\.isOneExchange))
    for index in steps.indices where steps.count > 1 || isTimed {
      steps[index].work.concurrency = isTimed ? .alone : .others
    }
    guard isTimed else { return await made(steps) }
    return await source.alone { [steps] in await made(steps) }
  }

  private func made(_ steps: [ReadyStep]) async -> [StepOutcome] {
    guard steps.count > 1, source.takesTime else {
      var outcomes: [StepOutcome] = []
      for step in steps { outcomes.append(await made(step)) }
      return outcomes
    }
    return await withTaskGroup(of: (Int, StepOutcome).self) { group in
      for (index, step) in steps.enumerated() {
        group.addTask { (index, await self.made(step)) }
      }
      var outcomes: [StepOutcome?] = Array(repeating: nil, count: steps.count)
      for await (index, outcome) in group { outcomes[index] = outcome }
      return outcomes.compactMap(\.self)
    }
  }

  private func made(_ step: ReadyStep) async -> StepOutcome {
    let began = elapsed
    var outcome = await step.work.run(step.scope)
    outcome.began = began
    return outcome
  }
}

extension ReadyStep {
  /// True if the step is a single exchange, without a stream or poll.
  fileprivate var isOneExchange: Bool {
    if work.step.loop.isSeveral { return false }
    if case .exchange = work.operation.interaction { return true }
    return work.step.isErrorProbe
  }
}
