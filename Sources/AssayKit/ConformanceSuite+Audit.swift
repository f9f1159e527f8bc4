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
  /// The responses are those of `recording`, or else those of the contract's mock; nothing is sent. `options` choose the part of a
  /// recording of a browser or a proxy that belongs to which server. With `documents`, the lines of those at hand by their files,
  /// a status that the cited lines state counts as promised. Throws
  /// ``ConformanceError/foreignRecording(path:services:service:)`` or ``ConformanceError/unmatchedRecording(path:service:)``
  /// where the recording holds nothing of this contract.
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

  /// The lines of `documents`, which are by file, by the names that the contract gives the documents.
  package func named(_ documents: [String: [String]]) -> [String: [String]] {
    let named = contract.documents.compactMap { document in documents[document.file].map { (document.name, $0) } }
    return Dictionary(named) { first, _ in first }
  }
}
