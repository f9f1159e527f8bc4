package import AssayContract
import AssayFindings
import AssayJSON
package import AssayVerifier

/// The probes of a contract, laid into the scenarios that bring what each needs.
package struct ProbePlan: Sendable {
  /// The probes that are made, each after the steps of its scenario that it needs.
  package private(set) var runs: [Plan.Run] = []
  /// The probes that are made, with their checks, in order.
  package var probes: [(check: Plan.Check, step: Step)] { runs.flatMap(\.probes) }
  /// The number of probes; greater than the number made if only some are wanted.
  package private(set) var count = 0
  /// The operations that are not probed, each with the reason.
  package private(set) var unprobed: [(operation: String, reason: String)] = []

  /// The call an operation's probes are derived from.
  private struct Base {
    var call: ProbedCall
    var operation: AssayContract.Operation
    var probes: [ProbedCall.Probing]
  }

  /// Derives the probes of `contract`: pure, and the same each time.
  package init(contract: Contract, settings: RunSettings, probes wanted: ProbeSettings) {
    let choice = CheckChoice(settings)
    var bases: [Base] = []
    for operation in contract.operations where !settings.selection.skippedServers.contains(operation.server) {
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
      let call = ProbedCall(contract: contract, scenario: scenario, index: index)
      let derived = ProbeDerivation.probes(of: operation, as: call, seed: wanted.seed)
      let probes = (call.probings(derived) + call.jobs(of: derived)).filter {
        let id = call.id(of: $0)
        return choice.isWanted(id, in: scenario, named: scenario.name)
          && !choice.isSkipped(id, in: scenario, named: scenario.name)
      }
      bases.append(Base(call: call, operation: operation, probes: probes))
    }
    count = bases.reduce(0) { $0 + $1.probes.count }
    Self.cut(&bases, to: wanted.most)
    for base in bases { runs += base.call.runs(base.probes) }
  }

  /// Leaves of each operation as many probes as of the next, of each kind as many as of the next.
  private static func cut(_ bases: inout [Base], to most: Int) {
    guard bases.reduce(0, { $0 + $1.probes.count }) > most else { return }
    let queues = bases.map { $0.probes.indices.interleaved(by: $0.probes.map(\.probe.kind)) }
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
    where settings.selection.tags.isEmpty || scenario.tags.contains(where: settings.selection.tags.contains) {
      let index = scenario.steps.firstIndex {
        $0.operation == operation.name && ($0.expects.responses?.contains { $0.status.isSuccess } ?? true)
          && $0.call.rawBody == nil
      }
      if let index { return (scenario, index) }
    }
    return nil
  }
}

extension AssayContract.Operation {
  /// True if its method changes or deletes data (RFC 9110 section 9.3).
  fileprivate var isDestructive: Bool { ["PUT", "PATCH", "DELETE"].contains(request.method.uppercased()) }
}
