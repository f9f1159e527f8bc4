public import AssayDrift
public import AssayFindings
import AssayObservation
public import AssayReport
import AssaySecrets
import AssayText
import AssayVerifier
import Synchronization

extension ConformanceSuite {
  /// Runs the contract against the backend, and compares the observations with the documents.
  ///
  /// Drift in `baseline` is known, and no reason to fail. `documents` are the lines of the documents at hand, by their
  /// files: only an example in the cited lines counts as documented. `writer` keeps the observed exchanges. Cancelling the
  /// task interrupts the run; the report then holds what is known. Throws what ``verify(_:observe:)`` throws.
  public func drift(
    _ options: VerifyOptions = VerifyOptions(),
    against baseline: DriftBaseline? = nil,
    documents: [String: [String]] = [:],
    recordingTo writer: RecordingWriter? = nil,
    observe: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) async throws(ConformanceError) -> DriftReport {
    let vault = SecretVault(of: contract, memory: options.limits.mostMemory)
    let watch = DriftWatch(
      ObservedBackend(contract: contract, probing: plan(of: contract, options).probing, hide: { vault.hide($0) })
    )
    let service = service
    // Where a later answer can tell what is secret in an earlier one, or its scenario may be tried again, none is looked at
    // before the end.
    let waits = learnsSecrets || options.limits.retries > 0
    writer?.note(contract)
    let result = try await verify(
      options,
      record: { observation in
        writer?.record(observation, of: service)
        if waits {
          watch.wait(observation)
        } else {
          watch.observed.withLock { $0.add(observation.value) }
        }
      },
      vault: vault,
      observe: observe
    )
    writer?.finish(service) { vault.hide($0) }
    watch.takeWaiting { observation in watch.observed.withLock { $0.add(vault.hide(observation).value) } }
    return watch.report(of: result, against: baseline, documents, isWhole: options.selection.isWhole)
  }

  /// Compares the exchanges of a recording with the documents; nothing is sent.
  ///
  /// The report is that of the recorded run. The errors and the options used are those of
  /// ``verify(replaying:options:note:observe:)``.
  public func drift(
    replaying recording: Recording,
    against baseline: DriftBaseline? = nil,
    documents: [String: [String]] = [:],
    options: VerifyOptions = VerifyOptions(),
    note: (String) -> Void = { _ in },
    observe: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) async throws(ConformanceError) -> DriftReport {
    let replay = try replay(recording, options)
    Self.unjudged(in: replay).forEach(note)
    let vault = SecretVault(replay.secrets, of: replay.contract)
    let plan = plan(of: replay.contract, options, isOurs: replay.isOurs)
    let watch = DriftWatch(ObservedBackend(contract: replay.contract, probing: plan.probing, hide: { vault.hide($0) }))
    let result = await result(
      of: replay,
      options,
      record: { observation in watch.observed.withLock { $0.add(observation.value) } },
      observe: observe
    )
    let isWhole = options.selection.isWhole && replay.holds(plan)
    return watch.report(of: result, against: baseline, documents, isWhole: isWhole)
  }

  /// Reads the known drift of the contract from the baseline or the JSON report at `path`.
  ///
  /// Throws ``ConformanceError/baseline(path:reason:)`` if the file cannot be read, is neither, or has only other
  /// contracts.
  public func baseline(contentsOf path: String) throws(ConformanceError) -> DriftBaseline {
    let baselines = try DriftBaselines(contentsOf: path)
    if let own = baselines[service] { return own }
    let others = baselines.contracts.map(\.contract)
    throw .baseline(
      path: path,
      reason: others.isEmpty ? "has no drift of \(service)" : "is of \(others.all), and the contract of \(service)"
    )
  }
}

extension DriftBaselines {
  /// Reads the baseline or the JSON report at `path`.
  ///
  /// Throws ``ConformanceError/baseline(path:reason:)`` if the file cannot be read or is neither.
  public init(contentsOf path: String) throws(ConformanceError) {
    let bytes: [UInt8]
    do throws(FileAccess.Failure) { bytes = try FileAccess.read(path, isPlain: false) } catch {
      throw .baseline(path: error.path, reason: "cannot be read: \(error.reason)")
    }
    do throws(DriftBaseline.Mistake) { try self.init(parsing: bytes) } catch {
      let reason =
        switch error {
        case .notJSON(let reason): "is not JSON: \(reason)"
        case .notADay(let day): "has `until` \"\(day)\", expected a day that exists, such as 2026-12-31"
        case .notADriftReport: "is neither a baseline nor a JSON report of assay drift; --update-baseline writes one"
        }
      throw .baseline(path: path, reason: reason)
    }
  }
}

/// A collector of the observations from all scenarios of a run.
private final class DriftWatch: Sendable {
  let observed: Mutex<ObservedBackend>
  /// The observations that are looked at once the run is over, and the places of their large bodies in ``file``.
  private let waiting: Mutex<[(observation: Observation, bodies: [Range<Int>?])]> = Mutex([])
  private let file = BodyFile()

  init(_ observed: ObservedBackend) { self.observed = Mutex(observed) }

  /// Keeps an observation for the end of the run, its large bodies on the disk.
  func wait(_ hidden: Hidden<Observation>) {
    var observation = hidden.value
    let bodies = observation.setBodiesAside(in: file)
    waiting.withLock { $0.append((observation, bodies)) }
  }

  /// Hands out, one by one, the observations of the last attempt at each check, which is the one that is judged.
  func takeWaiting(_ take: (Observation) -> Void) {
    let all = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    let last = Dictionary(all.map { ($0.observation.check, $0.observation.attempt) }, uniquingKeysWith: Swift.max)
    for var item in all where last[item.observation.check] == item.observation.attempt {
      item.observation.restoreBodies(item.bodies, from: file)
      take(item.observation)
    }
  }

  func report(
    of run: RunResult,
    against baseline: DriftBaseline?,
    _ documents: [String: [String]],
    isWhole: Bool
  ) -> DriftReport {
    let comparison = DriftComparison(
      observed: observed.withLock { $0 },
      run: run,
      isWhole: isWhole,
      documents: documents
    )
    return baseline.map(comparison.held) ?? comparison.report
  }
}
