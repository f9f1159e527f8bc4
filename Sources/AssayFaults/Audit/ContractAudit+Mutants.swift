package import AssayContract
package import AssayFindings
import AssayHTTP
import AssayJSON
import AssayMock
package import AssayObservation
import AssaySchema
import AssaySecrets
import AssayText
import AssayVerifier

extension ContractAudit {
  /// Tests how many wrong responses `contract` detects; they are made from the responses of the contract's own mock.
  /// `documents` are the lines of the available documents, by name.
  package static func ofMock(_ contract: Contract, documents: [String: [String]] = [:]) async -> ContractAudit {
    let trial = MockTrial(contract: contract)
    let report = await trial.report(playing: [], in: contract.scenarios, isObserved: true)
    return await of(contract, observed: report.observations, documents: documents)
  }

  /// Tests how many wrong responses `contract` detects; they are made from `observations`, each of which belongs to a
  /// check of its scenarios.
  ///
  /// Each wrong response (mutant) is an observation with one change, with which the scenario is judged again, like a
  /// recording. `servers` are the URLs of the observations, by server name.
  package static func of(
    _ contract: Contract,
    observed observations: [Observation],
    at servers: [String: String] = [:],
    documents: [String: [String]] = [:]
  ) async -> ContractAudit {
    var audit = ContractAudit(service: contract.service, file: contract.file)
    let trials = contract.scenarios.map { ReplayTrial(of: $0, in: contract, observations, servers, documents) }
    var mutation = ObservationMutation(of: contract)
    var breaks: [[String: Level]] = []
    var missing: Set<Mutant> = []
    var conforming: [Int] = []
    for trial in trials {
      let conformed = await trial.result()
      audit.broken += conformed.checks.filter { $0.status == .failed || $0.status == .error }.map(\.id)
      audit.unjudged += conformed.unjudged.filter { $0.level == .must }
      let kept = trial.positions.filter { position in
        !audit.broken.contains(observations[position].check) && !observations[position].isAskedAgain
      }
      conforming += kept
      let start = mutation.mutants.count
      for position in kept {
        mutation.change(
          observations[position],
          at: position,
          responses: trial.steps[observations[position].check]?.expects.responses
        )
      }
      mutation.exchange(among: observations, of: conforming)
      let mutants = Array(mutation.mutants[start...])
      for judged in await trial.judge(mutants, against: conformed) {
        breaks.append(judged.breaks)
        // In another state of a job, with another value, the same promise is missing.
        var gap = judged.mutant
        gap.received = ""
        if gap.remedy == nil || missing.insert(gap).inserted { audit.mutants.append(judged.mutant) }
      }
    }
    audit.redundant = Self.redundant(breaks, in: contract)
    return audit
  }

  /// Returns the places of promises that mutants broke, but never without also breaking a different promise of at least
  /// the same level, so that no verdict depends on them.
  private static func redundant(_ breaks: [[String: Level]], in contract: Contract) -> [ContractPlace] {
    var redundant = Set(breaks.flatMap(\.keys))
    for broken in breaks {
      for (promise, level) in broken
      where !broken.contains(where: { $0.key != promise && $0.value >= level }) {
        redundant.remove(promise)
      }
    }
    return redundant.sorted().compactMap { JSONPointer($0).map { contract.place(at: $0) } }
  }
}

/// A scenario that is judged again for each mutant, with one of its observations changed.
private struct ReplayTrial: Sendable {
  let contract: Contract
  let observations: [Observation]
  /// The positions, among all observations, of those that belong to this scenario.
  let positions: [Int]
  private let servers: [RecordedRun.Server]
  /// The scenario's steps, by the ids of their checks.
  let steps: [String: Step]
  private let bodies: [String: [JSONValue]]
  private let root: ContractNode
  private let documents: [String: [String]]
  /// The verifier that judges the observations; its plan and table of promises are shared by all mutants.
  private let verifier: Verifier

  init(
    of scenario: Scenario,
    in contract: Contract,
    _ observations: [Observation],
    _ servers: [String: String],
    _ documents: [String: [String]]
  ) {
    self.documents = documents
    self.servers = servers.map { RecordedRun.Server(name: $0.key, url: $0.value) }
    var alone = contract
    alone.scenarios = [scenario]
    var settings = RunSettings(jobs: 1)
    settings.selection.runsUnsafe = true
    let plan = Plan(contract: alone, settings: settings)
    let steps = plan.runs.flatMap { run in zip(run.steps, run.scenario.steps).map { ($0.id, $1) } }
    self.steps = Dictionary(steps) { first, _ in first }
    positions = observations.indices.filter { [steps = self.steps] in steps[observations[$0].check] != nil }
    bodies = Dictionary(positions.map { (observations[$0].operation, observations[$0].bodies) }, uniquingKeysWith: +)
    (self.contract, self.observations) = (alone, observations)
    root = ContractNode(root: contract.document.root)
    verifier = Verifier(
      replaying: Self.replay(positions.map { observations[$0] }, of: alone, at: self.servers),
      settings: settings,
      plan: plan
    )
  }

  /// Returns the result of judging the scenario with the observation of `mutant`; without a mutant, with the original
  /// observations.
  func result(with mutant: Mutant? = nil) async -> RunResult {
    guard let mutant else { return await verifier.run(version: "", started: "").value }
    let observed = positions.map { position in
      var observation = observations[position]
      if mutant.position == position { observation.content = mutant.content }
      return observation
    }
    // What was asked before the change does not hang on it.
    let before = Set(positions.prefix { $0 < mutant.position }.map { observations[$0].check })
    let replay = Self.replay(observed, of: contract, at: servers)
      .comparingNone(of: before.subtracting([observations[mutant.position].check]))
    return await verifier.replaying(replay, countsPromises: false).run(version: "", started: "").value
  }

  private static func replay(
    _ observations: [Observation],
    of contract: Contract,
    at servers: [RecordedRun.Server]
  ) -> Replay {
    var run = RecordedRun(service: contract.service, started: DateTime(millisecondsSinceEpoch: 0), servers: servers)
    run.observations = observations
    return Replay(of: HARLog(creatorVersion: "", runs: [run]), against: contract)
  }

  /// Returns the verdict on each of `mutants`, in order, with the promises that it breaks and their levels. `conformed`
  /// is the result of the original observations.
  func judge(_ mutants: [Mutant], against conformed: RunResult) async
    -> [(mutant: ContractAudit.Mutant, breaks: [String: Level])]
  {
    await withTaskGroup(of: (Int, ContractAudit.Mutant, [String: Level]).self) { group in
      for (index, mutant) in mutants.enumerated() {
        group.addTask {
          let result = await result(with: mutant)
          let breaks = result.findings.flatMap { finding in
            ([finding.promise].compactMap(\.self) + finding.alsoBreaks).map { ($0.pointer, finding.level) }
          }
          return (index, appraised(mutant, verdict(result, conformed)), Dictionary(breaks, uniquingKeysWith: max))
        }
      }
      var judged: [(Int, ContractAudit.Mutant, [String: Level])] = []
      for await result in group { judged.append(result) }
      return judged.sorted { $0.0 < $1.0 }.map { ($0.1, $0.2) }
    }
  }

  /// Returns the citations of the value that `mutant` makes wrong; if it has none, those of the response that contains
  /// it.
  private func sources(of mutant: Mutant) -> [Citation] {
    let own = mutant.value?.schema.parts.first.flatMap { root.descendant($0.pointer)?.sources } ?? []
    return own.isEmpty ? mutant.promise?.sources ?? [] : own
  }

  /// Returns what was received where `mutant` is wrong, as a finding shows it.
  private func received(for mutant: Mutant) -> String {
    if let value = mutant.value { return value.old.brief }
    guard case .status = mutant.change else { return "" }
    return observations[mutant.position].content.lastStatus.map(String.init) ?? ""
  }

  private func verdict(_ result: RunResult, _ conformed: RunResult) -> ContractAudit.Verdict {
    let known = Set(conformed.findings.flatMap(\.traces))
    let new = result.findings.flatMap(\.traces).filter { !known.contains($0) }
    if new.contains(where: { $0.level == .must }) { return .killed }
    let statuses = Dictionary(conformed.checks.map { ($0.id, $0.status) }) { first, _ in first }
    let isStopped = result.checks.contains { check in
      check.status != statuses[check.id] && (check.status == .failed || check.status == .error)
    }
    if isStopped { return .killed }
    return new.contains { $0.level == .should } ? .noticed : .survived
  }

  private func appraised(_ mutant: Mutant, _ verdict: ContractAudit.Verdict) -> ContractAudit.Mutant {
    var appraised = ContractAudit.Mutant(
      operation: mutant.operation,
      place: mutant.place,
      change: mutant.change.words,
      verdict: verdict
    )
    appraised.rank = mutant.value?.rank ?? 1
    appraised.sources = sources(of: mutant)
    guard verdict == .survived else { return appraised }
    appraised.received = received(for: mutant)
    let appraisal = MutantAppraisal(
      contract: contract,
      observation: observations[mutant.position],
      bodies: bodies,
      documents: documents
    )
    switch appraisal.meaning(of: mutant) {
    case .equivalent(let reason): (appraised.verdict, appraised.reason) = (.equivalent, reason)
    case .missing(let remedy): appraised.remedy = remedy
    }
    return appraised
  }
}

extension Observation {
  /// The response bodies and event data of the observation that are JSON.
  fileprivate var bodies: [JSONValue] {
    switch content {
    case .exchange(let exchange): [exchange.json].compactMap(\.self)
    case .poll(let poll): poll.answers.compactMap(\.exchange.json)
    case .stream(let stream): stream.events.compactMap(\.json)
    case .absent: []
    }
  }
}
