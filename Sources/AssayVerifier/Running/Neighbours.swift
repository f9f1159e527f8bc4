import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON

/// The scenarios of a run that may have changed what another one compares.
///
/// ``SharedResources`` keeps scenarios apart that use the same paths. One path may show what another one changed all the
/// same, such as the counts of `/stats` after `POST /orders`. A finding about a difference between two answers names the
/// scenarios that may be the reason. They follow from the contract and the plan, not from times, so that two runs and a
/// replay name the same.
struct Neighbours: Sendable {
  private let contract: Contract
  /// The first run of each scenario that changes something on a server, by the server's name, in the order of the plan.
  private var changing: [String: [Plan.Run]] = [:]

  /// The maximum number of scenarios that a finding names.
  private static let mostNamed = 3
  /// The maximum number of scenarios per server that are considered.
  private static let mostConsidered = 1_000

  init(_ plan: Plan, _ contract: Contract) {
    self.contract = contract
    var names: Set<String> = []
    for run in plan.runs where !run.isProbing && names.insert(run.scenario.name).inserted {
      for server in contract.serversChanged(by: run.scenario)
      where changing[server, default: []].count < Self.mostConsidered {
        changing[server, default: []].append(run)
      }
    }
  }

  /// Returns `finding` of `run` with the scenarios that may be its reason, if it compares several answers of a server.
  func explained(_ finding: Finding, in run: Plan.Run) -> Finding {
    guard finding.rule == .invariant, let promise = finding.promise?.pointer else { return finding }
    let names = contract.serversCompared(by: promise, in: run.scenario).flatMap { server in
      (changing[server] ?? []).filter { $0.scenario.name != run.scenario.name && mayRunBeside($0, run) }
        .map(\.scenario.name)
    }
    guard !names.isEmpty else { return finding }
    var explained = finding
    let shown = Array(Set(names).sorted().prefix(Self.mostNamed))
    explained.reason = .during(finding.reason, .concurrent(scenarios: shown, count: Set(names).count))
    return explained
  }

  private func mayRunBeside(_ one: Plan.Run, _ other: Plan.Run) -> Bool {
    var resources = SharedResources(contract)
    return resources.begin(one) && resources.begin(other)
  }
}

extension Contract {
  /// Returns the names of the servers on which `scenario` changes something.
  fileprivate func serversChanged(by scenario: Scenario) -> Set<String> {
    Set(
      scenario.steps.compactMap { step in
        guard !step.isErrorProbe, let operation = operation(named: step.operation),
          !HTTPMethod.isSafe(operation.request.method)
        else { return nil }
        return operation.server
      }
    )
  }

  /// Returns the names of the servers whose answers to several calls that change nothing are compared by the promise at
  /// `pointer`; none if it is about one answer.
  fileprivate func serversCompared(by pointer: String, in scenario: Scenario) -> Set<String> {
    var compared: [Step] = []
    for step in scenario.steps {
      if step.loop.again?.promise.pointer.description == pointer { compared += [step, step] }
      for rule in step.expects.invariants where rule.promise.pointer.description == pointer {
        compared += [step] + scenario.steps(readBy: rule)
      }
    }
    for rule in scenario.invariants where rule.promise.pointer.description == pointer {
      compared += scenario.steps(readBy: rule)
    }
    let reads = compared.compactMap { step in
      operation(named: step.operation).flatMap { HTTPMethod.isSafe($0.request.method) ? (step, $0.server) : nil }
    }
    return reads.count > 1 || reads.contains { $0.0.loop.isSeveral } ? Set(reads.map(\.1)) : []
  }
}

extension Scenario {
  /// Returns the steps of whose results `rule` reads something.
  fileprivate func steps(readBy rule: Invariant) -> [Step] {
    let ids = Set(
      rule.expression.references.compactMap { if case .step(let id, _) = $0.subject { id } else { nil } }
    )
    return steps.filter { ids.contains($0.id) }
  }
}
