import AssayContract
import AssayFindings
import AssayObservation
import AssaySecrets
import AssayVerifier
import Synchronization

/// Returns the result of verifying `contract` against `backend`, and what was recorded of the run.
func recordedTrial(of contract: Contract, _ settings: RunSettings, with backend: Backend) async
  -> (result: RunResult, observations: [Observation])
{
  let seen = Mutex<[Observation]>([])
  let result = await Verifier(
    contract: contract,
    settings: settings,
    transport: backend,
    vault: SecretVault(),
    files: { _ in nil },
    record: { observation in seen.withLock { $0.append(observation.value) } }
  ).run(version: "", started: "").value
  return (result, seen.withLock { $0 })
}
