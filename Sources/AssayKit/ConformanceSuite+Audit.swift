import AssayContract
import AssayFaults
public import AssayFindings
import AssayObservation
import AssaySecrets
import AssayVerifier
import Synchronization

extension ConformanceSuite {
  /// Breaks conforming responses, one thing at a time, and says which wrong ones the contract does not notice.
  ///
  /// The responses are those of `recording`, or else those of the contract's mock; nothing is sent. `options` choose what of a
  /// recording of a browser or a proxy belongs to which server. Throws
  /// ``ConformanceError/foreignRecording(path:services:service:)`` or ``ConformanceError/unmatchedRecording(path:service:)``
  /// where the recording holds nothing of this contract.
  public func audit(replaying recording: Recording? = nil, options: VerifyOptions = VerifyOptions())
    async throws(ConformanceError) -> ContractAudit
  {
    guard let recording else { return await .ofMock(contract) }
    let replay = try replay(recording, options)
    let observed = Mutex<[Observation]>([])
    _ = await result(
      of: replay,
      options,
      record: { observation in observed.withLock { $0.append(observation.value) } },
      observe: { _ in }
    )
    return await .of(replay.contract, observed: observed.withLock { $0 }, at: replay.servers)
  }
}
