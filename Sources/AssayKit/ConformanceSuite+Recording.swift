import AssayContract
public import AssayFindings
import AssayHTTP
import AssayObservation
import AssayText
import AssaySecrets
import AssayVerifier

extension ConformanceSuite {
  /// Verifies the backend like ``verify(_:observe:)``, and keeps the observed exchanges in `writer`.
  public func verify(
    _ options: VerifyOptions = VerifyOptions(),
    recordingTo writer: RecordingWriter,
    observe: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) async throws(ConformanceError) -> RunResult {
    let service = service
    let vault = SecretVault(of: contract, memory: options.limits.mostMemory)
    writer.note(contract)
    let result = try await verify(options, record: { writer.record($0, of: service) }, vault: vault, observe: observe)
    // An answer may hold what only a later one told to be a secret.
    writer.finish(service) { vault.hide($0) }
    return result
  }

  /// True if a step captures a secret output, so that secrets become known only during the run.
  var learnsSecrets: Bool {
    contract.scenarios.contains {
      ($0.before + $0.steps + $0.after).contains { $0.expects.outputs.contains(where: \.isSecret) }
    }
  }

  /// Judges `recording` by the contract; nothing is sent.
  ///
  /// The findings are those of the recorded run. Of `options`, only the selection of checks and `strict` are used and,
  /// for the recording of a browser or a proxy, the servers' URLs. A step that was not recorded is skipped, with that
  /// reason. `note` receives the entries of a recording that are not judged, as returned by
  /// ``unjudgedEntries(of:options:)``. Throws ``ConformanceError/foreignRecording(path:services:service:)`` or
  /// ``ConformanceError/unmatchedRecording(path:service:)`` if the recording contains nothing of this contract.
  public func verify(
    replaying recording: Recording,
    options: VerifyOptions = VerifyOptions(),
    note: (String) -> Void = { _ in },
    observe: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) async throws(ConformanceError) -> RunResult {
    let replay = try replay(recording, options)
    Self.unjudged(in: replay).forEach(note)
    return await result(of: replay, options, observe: observe)
  }

  func result(
    of replay: Replay,
    _ options: VerifyOptions,
    record: (@Sendable (Hidden<Observation>) -> Void)? = nil,
    observe: @escaping @Sendable (RunEvent) -> Void
  ) async -> RunResult {
    let control = RunControl(options, observe)
    var settings = settings(options)
    // A recording is the same each time.
    settings.limits.retries = 0
    let verifier = Verifier(
      replaying: replay,
      settings: settings,
      plan: plan(of: replay.contract, options, isOurs: replay.isOurs),
      record: control.recording(record)
    ) { event in control.see(event) }
    let (began, clock) = (replay.started.description, ContinuousClock.now)
    return await control.run {
      await verifier.run(version: assayVersion, started: began)
    } interrupted: { ended in
      verifier.interrupted(ended, version: assayVersion, started: began, duration: .now - clock)
    }
  }

  /// Returns the entries of a browser's or proxy's recording that are not judged, one line each, with the reason.
  /// Returns nothing if no entry is judged, an error that ``verify(replaying:options:note:observe:)`` throws.
  public func unjudgedEntries(of recording: Recording, options: VerifyOptions = VerifyOptions()) -> [String] {
    (try? replay(recording, options)).map(Self.unjudged) ?? []
  }

  static func unjudged(in replay: Replay) -> [String] {
    replay.unjudged.map { unjudged in
      let request = unjudged.entry.exchange.request
      return "entry \(unjudged.entry.number) is not judged: \(request.method) \(request.url): \(unjudged.reason)"
    }
  }

  func replay(_ recording: Recording, _ options: VerifyOptions) throws(ConformanceError) -> Replay {
    try checkServers(options)
    let services = recording.services
    guard services.isEmpty || services.contains(service) else {
      throw .foreignRecording(path: recording.path, services: services, service: service)
    }
    let replay = Replay(of: recording.log, against: contract, servers: options.servers.mapValues(\.description))
    guard !services.isEmpty || !replay.contract.scenarios.allSatisfy(\.steps.isEmpty) else {
      throw .unmatchedRecording(path: recording.path, service: service)
    }
    return replay
  }
}
