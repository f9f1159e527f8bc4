import AssayContract
import AssayFaults
public import AssayFindings
import AssayObservation
import AssaySecrets
import AssayVerifier
import Synchronization

extension ConformanceSuite {
  /// Mutates conforming responses, with one change each, and returns the wrong responses that the contract does not
  /// detect.
  ///
  /// The responses are those of `recording`, or of the contract's mock without one; nothing is sent. `options` assign
  /// the entries of a browser's or proxy's recording to servers. `documents` are the lines of the available documents,
  /// by file; a status in the cited lines counts as promised. Throws
  /// ``ConformanceError/foreignRecording(path:services:service:)`` or
  /// ``ConformanceError/unmatchedRecording(path:service:)`` if the recording contains nothing of this contract.
  public func audit(
    replaying recording: Recording? = nil,
    options: VerifyOptions = VerifyOptions(),
    documents: [String: [String]] = [:]
  ) async throws(ConformanceError) -> ContractAudit {
    let documents = named(documents)
    guard let recording else { return await .ofMock(contract, documents: documents) }
    let replay = try replay(recording, options)
    let observed = Mutex<[Observation]>([])
    _ = await result(
      of: replay,
      options,
      record: { observation in observed.withLock { $0.append(observation.value) } },
      observe: { _ in }
    )
    return await .of(replay.contract, observed: observed.withLock { $0 }, at: replay.servers, documents: documents)
  }

  /// Returns `documents`, which are keyed by file, keyed by the names that the contract gives these documents.
  package func named(_ documents: [String: [String]]) -> [String: [String]] {
    let named = contract.documents.compactMap { document in documents[document.file].map { (document.name, $0) } }
    return Dictionary(named) { first, _ in first }
  }
}
