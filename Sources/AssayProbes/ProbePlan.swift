package import AssayContract
import AssayFindings
import AssayJSON
package import AssayVerifier

/// The plan of a contract's probes, each in a scenario that provides the values it needs. A probe is a call that varies
/// a documented one.
package struct ProbePlan: Sendable {
  /// The planned runs that make the probes, each after the steps of its scenario that it needs.
  package private(set) var runs: [Plan.Run] = []
  /// The probes that are made, with their checks, in order.
  package var probes: [(check: Plan.Check, step: Step)] { runs.flatMap(\.probes) }
  /// The number of all derived probes, even if only some of them are made.
  package private(set) var count = 0
  /// The operations that are not probed, each with the reason.
  package private(set) var unprobed: [(operation: String, reason: String)] = []

  /// The call that an operation's probes vary, with these probes.
  private struct Base {
    var call: ProbedCall
    var operation: AssayContract.Operation
    var probes: [ProbedCall.Probing]
  }

  /// Derives the probes of `contract`, with the same result each time.
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
        let isUnsafe = contract.scenarios.contains { scenario in
          scenario.tags.contains(CheckSelection.unsafe) && scenario.steps.contains { $0.operation == operation.name }
        }
        let reason = isUnsafe ? "only unsafe scenarios call it; --unsafe runs them" : "no scenario calls it rightly"
        unprobed.append((operation.name, reason))
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

  /// Removes probes until at most `most` are left, taken in turn from each operation and, within it, from each kind.
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
  /// Returns the positions in the range in an order in which the kinds alternate; `kinds` has the kind at each
  /// position.
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
  /// Returns the first call of `operation` that should succeed, as its scenario and the position of its step; `nil` if
  /// none exists in the selected scenarios.
  fileprivate func call(of operation: AssayContract.Operation, _ settings: RunSettings) -> (Scenario, Int)? {
    for scenario in scenarios where settings.selection.includes(tags: scenario.tags) {
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
  /// True if the operation's method changes or deletes data (RFC 9110 section 9.3).
  fileprivate var isDestructive: Bool { ["PUT", "PATCH", "DELETE"].contains(request.method.uppercased()) }
}
