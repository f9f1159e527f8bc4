package import AssayContract
import AssayJSON
package import AssayVerifier

/// The probes of a contract, laid into the scenarios that bring what each needs.
package struct ProbePlan: Sendable {
  /// The probes that are made, each after the steps of its scenario that it needs.
  package private(set) var runs: [Plan.Run] = []
  /// The probes that are made, with their checks, in order.
  package var probes: [(check: Plan.Check, step: Step)] { runs.flatMap(\.probes) }
  /// How many probes there are; more than are made where only some are wanted.
  package private(set) var count = 0
  /// The operations that are not probed, each with the reason.
  package private(set) var unprobed: [(operation: String, reason: String)] = []

  /// The call an operation's probes are derived from.
  private struct Base {
    var scenario: Scenario
    var index: Int
    var operation: AssayContract.Operation
    var probes: [Probe]
    var step: Step { scenario.steps[index] }
  }

  /// Derives the probes of `contract`: pure, and the same each time.
  package init(contract: Contract, settings: RunSettings, probes wanted: ProbeSettings) {
    let choice = CheckChoice(settings)
    var bases: [Base] = []
    for operation in contract.operations where !settings.skippedServers.contains(operation.server) {
      guard operation.isProbed ?? (wanted.isUnsafe || !operation.isDestructive) else {
        let reason =
          operation.isProbed == false
          ? "the contract says so" : "\(operation.request.method) changes what is there; --probe-unsafe allows it"
        unprobed.append((operation.name, reason))
        continue
      }
      guard let (scenario, index) = contract.call(of: operation, settings) else {
        unprobed.append((operation.name, "no scenario calls it rightly"))
        continue
      }
      let step = scenario.steps[index]
      let probes = ProbeDerivation.probes(of: operation, as: step, in: contract, seed: wanted.seed).filter {
        let id = Self.id(of: $0, step, scenario)
        return choice.isWanted(id, in: scenario, named: scenario.name)
          && !choice.isSkipped(id, in: scenario, named: scenario.name)
      }
      bases.append(Base(scenario: scenario, index: index, operation: operation, probes: probes))
    }
    count = bases.reduce(0) { $0 + $1.probes.count }
    Self.cut(&bases, to: wanted.most)
    for base in bases { runs += Self.runs(of: base, in: contract) }
  }

  private static func id(of probe: Probe, _ step: Step, _ scenario: Scenario) -> String {
    "\(scenario.name)/\(step.id)/\(probe.name)"
  }

  /// Leaves of each operation as many probes as of the next, of each kind as many as of the next.
  private static func cut(_ bases: inout [Base], to most: Int) {
    guard bases.reduce(0, { $0 + $1.probes.count }) > most else { return }
    let queues = bases.map { $0.probes.indices.interleaved(by: $0.probes.map(\.kind)) }
    var taken = bases.map { _ in Set<Int>() }
    var round = 0
    var left = most
    while left > 0 {
      for (base, queue) in queues.enumerated() where round < queue.count && left > 0 {
        taken[base].insert(queue[round])
        left -= 1
      }
      round += 1
    }
    for index in bases.indices {
      bases[index].probes = bases[index].probes.indices.filter(taken[index].contains).map { bases[index].probes[$0] }
    }
  }

  private static func runs(of base: Base, in contract: Contract) -> [Plan.Run] {
    // A call that goes on from an earlier one may not be made twice: each gets a beginning of its own.
    let goesOn = !contract.stepsRead(by: base.step).isEmpty
    let alone = base.probes.filter { $0.change.isNothing || ($0.isUnsafe && goesOn) }
    let together = base.probes.filter { !($0.change.isNothing || ($0.isUnsafe && goesOn)) }
    var groups = together.isEmpty ? [] : [together]
    groups += alone.map { [$0] }
    return groups.enumerated().map { number, probes in
      run(of: base, probes, after: "before-\(base.step.id)-\(number + 1)", in: contract)
    }
  }

  private static func run(of base: Base, _ probes: [Probe], after label: String, in contract: Contract) -> Plan.Run {
    let steps = base.scenario.steps
    let isAgain = probes.contains { $0.change.isNothing }
    let needed = contract.needed(by: [base.index], among: steps).filter { $0 < base.index || isAgain }
    var scenario = base.scenario
    scenario.steps = needed.map { index in
      var step = steps[index]
      // Of a call that is repeated until something ends, one is enough for a second.
      if index == base.index { step.repetition = nil }
      return step
    }
    scenario.invariants = []
    var checks = scenario.steps.map { step in
      Plan.Check(id: "\(scenario.name)/\(step.id)/\(label)", scenario: scenario.name, operation: step.operation)
    }
    let supporting = Set(checks.map(\.id))
    for probe in probes {
      var step = base.step
      step.id = "\(base.step.id)/\(probe.name)"
      (step.invariants, step.outputs, step.repetition, step.finalStates) = ([], [], nil, [])
      step.probe = probe
      scenario.steps.append(step)
      checks.append(
        Plan.Check(id: "\(scenario.name)/\(step.id)", scenario: scenario.name, operation: base.operation.name)
      )
    }
    var run = Plan.Run(scenario: scenario, steps: checks)
    run.row = scenario.rows.first
    run.supporting = supporting
    run.isProbing = true
    run.frame(in: scenario.name, contract)
    return run
  }
}

extension Range<Int> {
  /// The positions with those of each kind taken in turn, the kinds in the order they first come.
  fileprivate func interleaved<Kind: Hashable>(by kinds: [Kind]) -> [Int] {
    var order: [Kind] = []
    var queues: [Kind: [Int]] = [:]
    for position in self {
      if queues[kinds[position]] == nil { order.append(kinds[position]) }
      queues[kinds[position], default: []].append(position)
    }
    var result: [Int] = []
    var round = 0
    while result.count < count {
      for kind in order { if let queue = queues[kind], round < queue.count { result.append(queue[round]) } }
      round += 1
    }
    return result
  }
}

extension Contract {
  /// The first call of `operation` that is to succeed, of the scenarios that are wanted.
  fileprivate func call(of operation: AssayContract.Operation, _ settings: RunSettings) -> (Scenario, Int)? {
    for scenario in scenarios
    where settings.tags.isEmpty || scenario.tags.contains(where: settings.tags.contains) {
      let index = scenario.steps.firstIndex {
        $0.operation == operation.name && ($0.responses?.contains { $0.status.isSuccess } ?? true) && $0.rawBody == nil
      }
      if let index { return (scenario, index) }
    }
    return nil
  }
}

extension AssayContract.Operation {
  /// Whether its method says that it changes or takes away what is there (RFC 9110 section 9.3).
  fileprivate var isDestructive: Bool { ["PUT", "PATCH", "DELETE"].contains(request.method.uppercased()) }
}

extension RequestChange {
  /// Whether the call is the step's own once more.
  fileprivate var isNothing: Bool { if case .nothing = self { true } else { false } }
}
