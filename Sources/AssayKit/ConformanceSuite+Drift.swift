import AssayDiff
package import AssayDrift
package import AssayFindings
import AssayObservation
package import AssayReport
import AssayVerifier
import Synchronization

extension ConformanceSuite {
  /// Runs the contract against the backend and compares what was seen with what is documented.
  ///
  /// Cancelling the task interrupts the run; the report then holds what is known.
  package func drift(
    _ options: VerifyOptions,
    against baseline: DriftBaseline? = nil,
    recordingTo writer: RecordingWriter? = nil,
    observe: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) async throws(ConformanceError) -> DriftReport {
    let vault = SecretVault()
    let watch = DriftWatch(ObservedBackend(contract: contract, hide: { vault.hide($0) }))
    let service = service
    // Where a later answer can tell what is secret in an earlier one, none is looked at before the end.
    let waits = learnsSecrets
    let result = try await verify(
      options,
      record: { observation in
        writer?.record(observation, of: service)
        if waits {
          watch.waiting.withLock { $0.append(observation) }
        } else {
          watch.observed.withLock { $0.add(observation) }
        }
      },
      vault: vault,
      observe: observe
    )
    if waits { writer?.change(service) { vault.hide($0) } }
    for observation in watch.waiting.withLock({ $0 }) {
      watch.observed.withLock { $0.add(vault.hide(observation)) }
    }
    let comparison = DriftComparison(observed: watch.observed.withLock { $0 }, run: result)
    return baseline.map(comparison.held) ?? comparison.report
  }

  /// Compares what a recording holds with what is documented; nothing is sent.
  ///
  /// The report is that of the recorded run. What is thrown, and which options count, is as in
  /// ``verify(replaying:options:observe:)``.
  package func drift(
    replaying recording: Recording,
    against baseline: DriftBaseline? = nil,
    options: VerifyOptions = VerifyOptions(),
    observe: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) async throws(ConformanceError) -> DriftReport {
    let replay = try replay(recording, options)
    let vault = SecretVault(replay.secrets)
    let watch = DriftWatch(ObservedBackend(contract: replay.contract, hide: { vault.hide($0) }))
    let result = await result(
      of: replay,
      options,
      record: { observation in watch.observed.withLock { $0.add(observation) } },
      observe: observe
    )
    let comparison = DriftComparison(observed: watch.observed.withLock { $0 }, run: result)
    return baseline.map(comparison.held) ?? comparison.report
  }

  /// The changes from this contract to `newer`.
  package func changes(to newer: ConformanceSuite) -> [ContractChange] {
    ContractDiff(from: contract, to: newer.contract).changes
  }
}

/// Takes observations in from all scenarios of a run.
private final class DriftWatch: Sendable {
  let observed: Mutex<ObservedBackend>
  let waiting: Mutex<[Observation]> = Mutex([])

  init(_ observed: ObservedBackend) {
    self.observed = Mutex(observed)
  }
}
