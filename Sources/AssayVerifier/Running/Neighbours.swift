import AssayContract
import AssayFindings
import AssayHTTP
import Synchronization

/// The scenarios that run at the same time, and the servers on which they change something.
///
/// ``SharedResources`` keeps scenarios apart that use the same paths. One path may show what another one changed all the
/// same, such as the counts of `/stats` after `POST /orders`. A finding about such values says which scenarios changed
/// something meanwhile.
final class Neighbours: Sendable {
  private struct Running {
    var name: String
    /// The servers on which the scenario changes something.
    var changed: Set<String>
    /// The names of the scenarios that changed something since this one began, by server.
    var met: [String: Set<String>] = [:]
  }

  private let running = Mutex<[Int: Running]>([:])

  /// The most names that a finding lists.
  private static let mostShown = 3

  /// Records that the run at `position` of the plan begins.
  func begin(_ run: Plan.Run, _ contract: Contract) {
    let steps = run.scenario.before + run.scenario.steps + run.scenario.after
    let changed = steps.compactMap { step -> String? in
      guard !step.isErrorProbe, let operation = contract.operation(named: step.operation),
        !HTTPMethod.isSafe(operation.request.method)
      else { return nil }
      return operation.server
    }
    var own = Running(name: run.scenario.name, changed: Set(changed))
    running.withLock { running in
      for position in running.keys {
        guard let other = running[position] else { continue }
        for server in other.changed { own.met[server, default: []].insert(other.name) }
        for server in own.changed { running[position]?.met[server, default: []].insert(own.name) }
      }
      running[run.position] = own
    }
  }

  /// Records that a run has ended.
  func end(_ run: Plan.Run) { running.withLock { $0[run.position] = nil } }

  /// Returns the scenarios that changed something on `server` while `run` was under way, in order and at most three; the
  /// number of all of them.
  private func met(by run: Plan.Run, on server: String) -> (names: [String], count: Int) {
    let names = running.withLock { $0[run.position]?.met[server] ?? [] }.subtracting([run.scenario.name])
    return (Array(names.sorted().prefix(Self.mostShown)), names.count)
  }

  /// Returns `finding` of `run` with the scenarios that may have caused it, if it is about values that others change.
  func explained(_ finding: Finding, of run: Plan.Run, on server: String) -> Finding {
    guard finding.rule.isAboutState else { return finding }
    let met = met(by: run, on: server)
    guard met.count > 0 else { return finding }
    var explained = finding
    explained.reason = .during(finding.reason, .meanwhile(scenarios: met.names, count: met.count))
    return explained
  }
}

extension Rule {
  /// True if the rule is about what is there and how much of it, which other calls of the run may change.
  fileprivate var isAboutState: Bool {
    switch self {
    case .invariant, .pollNondecreasing, .pollStable: true
    case .schema(let keyword):
      ["const", "contains", "maxItems", "minItems", "minimum", "maximum", "uniqueBy", "uniqueItems"].contains(keyword)
    default: false
    }
  }
}
