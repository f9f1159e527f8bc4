import AssayContract
import AssayFindings
import AssayHTTP
import AssayLint
import AssayObservation
import AssaySecrets
import AssayText
import AssayVerifier
import TestKit

@testable import AssayFaults

/// A contract, and what its mock responds.
struct PropertySubject: Sendable {
  var contract: Contract
  var observations: [Observation]
  var servers: [RecordedRun.Server]
  var promises: [CataloguedPromise]
  /// The number of calls of the observed run.
  private let calls: Int
  /// Judges what was observed; its plan and table of promises serve all results.
  private let verifier: Verifier

  /// A promise, by its place in the catalogue, and a wrong response that breaks it.
  struct Breaking {
    var promise: Int
    /// The key of the mutant among those of its observation.
    var key: String
    var mutant: Mutant
    /// The promises that are kept all the same.
    var kept: Set<Int>
  }

  func level(_ promise: Int) -> Level { promises[promise].level }

  /// The first answer, the first poll and the first stream.
  var firstOfEachShape: [Int] {
    var shapes: Set<String> = []
    return observations.indices.filter { index in
      switch observations[index].content {
      case .exchange(let exchange): exchange.json != nil && shapes.insert("answer").inserted
      case .poll: shapes.insert("poll").inserted
      case .stream: shapes.insert("stream").inserted
      case .absent: false
      }
    }
  }

  /// A wrong response for each promise that one breaks, the one that breaks the fewest others.
  func mutantsByPromise(at position: Int) async -> [Breaking] {
    var found: [Int: (Breaking, count: Int)] = [:]
    for (key, mutant) in Self.keyed(mutants(of: observations[position], at: position)) {
      let fates = Self.fates(await result(with: mutant))
      let broken = fates.filter { $0.value == .broken }.keys
      let kept = Set(fates.filter { $0.value == .kept }.keys)
      for promise in broken where found[promise].map({ $0.count > broken.count }) ?? true {
        found[promise] = (Breaking(promise: promise, key: key, mutant: mutant, kept: kept), broken.count)
      }
    }
    return found.sorted { $0.key < $1.key }.map(\.value.0)
  }

  /// The mutants with their keys: a name, and which of those that have it.
  private static func keyed(_ mutants: [Mutant]) -> [(String, Mutant)] {
    var counts: [String: Int] = [:]
    return mutants.map { mutant in
      counts[name(mutant), default: 0] += 1
      return ("\(name(mutant)) \(counts[name(mutant)] ?? 1)", mutant)
    }
  }

  /// Each further change made to what `first` made, by its key; none of a place that is the changed one, in it or around it.
  func combined(with first: Mutant) -> [String: Mutant] {
    var changed = observations[first.position]
    changed.content = first.content
    let others = Self.keyed(mutants(of: changed, at: first.position)).filter { _, second in
      !second.place.hasPrefix(first.place) && !first.place.hasPrefix(second.place)
    }
    return Dictionary(others) { first, _ in first }
  }

  init(_ name: String) async throws {
    contract = try Gallery.contract(name)
    promises = PromiseCatalogue(of: contract).promises
    let run = await MockRun.inMemory(contract)
    observations = run.observations
    servers = run.result.servers.map { .init(name: $0.name, url: $0.url) }
    calls = observations.reduce(0) { $0 + $1.calls }
    var settings = RunSettings(jobs: 1)
    settings.selection.runsUnsafe = true
    settings.selection.shard = .whole
    verifier = Verifier(
      replaying: Self.replay(observations, recorded: calls, of: contract, servers),
      settings: settings
    )
  }

  /// The verdict on `observations`, or on those the mock made. The result of a part says the fate of each promise, and all of a
  /// run is one.
  func result(of observations: [Observation]? = nil) async -> RunResult {
    let replay = Self.replay(observations ?? self.observations, recorded: calls, of: contract, servers)
    return await verifier.replaying(replay).run(version: "", started: "").value
  }

  private static func replay(
    _ observations: [Observation],
    recorded calls: Int,
    of contract: Contract,
    _ servers: [RecordedRun.Server]
  ) -> Replay {
    var run = RecordedRun(service: contract.service, started: DateTime(millisecondsSinceEpoch: 0), servers: servers)
    run.observations = observations
    run.recordedCalls = calls
    return Replay(of: HARLog(creatorVersion: "", runs: [run]), against: contract)
  }

  func result(with mutants: Mutant...) async -> RunResult {
    var observations = observations
    for mutant in mutants { observations[mutant.position].content = mutant.content }
    return await result(of: observations)
  }

  /// The wrong responses made of one observation.
  func mutants(of observation: Observation, at position: Int) -> [Mutant] {
    var mutation = ObservationMutation(of: contract)
    mutation.change(observation, at: position, responses: nil)
    return mutation.mutants
  }

  var mutants: [Mutant] { observations.indices.flatMap { mutants(of: observations[$0], at: $0) } }

  static func name(_ mutant: Mutant) -> String {
    "\(mutant.operation): \(mutant.place) \(mutant.change.words)"
  }

  /// The fate of each promise, by its place in the catalogue.
  static func fates(_ result: RunResult) -> [Int: PromiseFate] {
    Dictionary((result.part?.promises ?? []).map { ($0.position, $0.fate) }) { first, _ in first }
  }
}
