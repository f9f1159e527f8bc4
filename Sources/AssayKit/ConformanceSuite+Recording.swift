import AssayContract
public import AssayFindings
import AssayHTTP
import AssayObservation
import AssayVerifier

extension ConformanceSuite {
  /// Holds the backend against the contract as ``verify(_:observe:)`` does, and keeps what it sees in `writer`.
  public func verify(
    _ options: VerifyOptions = VerifyOptions(),
    recordingTo writer: RecordingWriter,
    observe: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) async throws(ConformanceError) -> RunResult {
    let service = service
    return try await verify(options, record: { writer.record($0, of: service) }, observe: observe)
  }

  /// Judges `recording` by the contract; nothing is sent.
  ///
  /// The findings are those of the recorded run. Of `options`, the choice of checks and `strict` count, and, for the
  /// recording of a browser or a proxy, the servers' URLs. A step that was not recorded is skipped and says so.
  /// Throws ``ConformanceError/options(_:)`` where the recording holds nothing of this contract.
  public func verify(
    replaying recording: Recording,
    options: VerifyOptions = VerifyOptions(),
    observe: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) async throws(ConformanceError) -> RunResult {
    await result(of: try replay(recording, options), options, observe: observe)
  }

  func result(
    of replay: Replay,
    _ options: VerifyOptions,
    record: (@Sendable (Observation) -> Void)? = nil,
    observe: @escaping @Sendable (RunEvent) -> Void
  ) async -> RunResult {
    let verifier = Verifier(replaying: replay, settings: settings(options), record: record, emit: observe)
    return await verifier.run(version: assayVersion, started: replay.started.description)
  }

  /// What of a browser's or proxy's recording was not judged, a line an entry, for a person to read.
  public func unmatchedEntries(of recording: Recording, options: VerifyOptions = VerifyOptions()) -> [String] {
    Replay(of: recording.log, against: contract, servers: options.servers).unmatched.map { entry in
      "entry \(entry.number): \(entry.exchange.request.method) \(entry.exchange.request.url)"
    }
  }

  func replay(_ recording: Recording, _ options: VerifyOptions) throws(ConformanceError) -> Replay {
    try checkServers(options)
    let services = recording.services
    guard services.isEmpty || services.contains(service) else {
      throw .options("\(recording.path) holds runs of \(services.joined(separator: ", ")), and none of \(service)")
    }
    let replay = Replay(of: recording.log, against: contract, servers: options.servers)
    guard !services.isEmpty || !replay.contract.scenarios.allSatisfy(\.steps.isEmpty) else {
      throw .options(
        "no entry of \(recording.path) is a call of \(service); where it was recorded on another host, name that with --server NAME=URL"
      )
    }
    return replay
  }
}
