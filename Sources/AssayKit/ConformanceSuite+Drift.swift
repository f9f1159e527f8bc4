package import AssayDrift
package import AssayFindings
import AssayObservation
import AssayVerifier
import Synchronization

extension ConformanceSuite {
  /// Runs the contract against the backend and compares what was seen with what is documented.
  ///
  /// Cancelling the task interrupts the run; the report then holds what is known.
  package func drift(
    _ options: VerifyOptions,
    observe: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) async throws(ConformanceError) -> DriftReport {
    let vault = SecretVault()
    let watch = DriftWatch(ObservedBackend(contract: contract, hide: { vault.hide($0) }))
    // Where a later answer can tell what is secret in an earlier one, none is looked at before the end.
    let waits = learnsSecrets
    let result = try await verify(
      options,
      record: { observation in
        if waits {
          watch.waiting.withLock { $0.append(observation) }
        } else {
          watch.observed.withLock { $0.add(observation) }
        }
      },
      vault: vault,
      observe: observe
    )
    for observation in watch.waiting.withLock({ $0 }) {
      watch.observed.withLock { $0.add(vault.hide(observation)) }
    }
    return DriftReport(observed: watch.observed.withLock { $0 }, run: result)
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
