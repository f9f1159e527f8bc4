import AssayFindings
import AssayHTTP
import AssayObservation
import AssayTransport
import AssaySecrets
import AssayVerifier
import Dispatch
import Synchronization

/// A filter between a run and its observer: it accepts the faults in the baseline and, if requested, ends the run at
/// the first failure.
final class RunControl: Sendable {
  private struct State {
    var work: Task<RunResult, Never>?
    /// The failed check that ended the run, if any.
    var culprit: String?
    /// The known faults so far that are known with what they block.
    var blocking: Set<BlockingFault> = []
    /// The checks that have ended, for an interrupted run that cannot end at once.
    var ended = EndedChecks()
    var continuation: CheckedContinuation<RunResult?, Never>?
  }

  /// The time in which an interrupted run must end by itself, in milliseconds.
  private static let patience = 700

  private let options: VerifyOptions
  private let observe: @Sendable (RunEvent) -> Void
  private let queue = EventQueue()
  private let contract = Mutex("")
  private let state = Mutex(State())

  init(_ options: VerifyOptions, _ observe: @escaping @Sendable (RunEvent) -> Void) {
    self.options = options
    self.observe = observe
  }

  func see(_ hidden: Hidden<RunEvent>) {
    let event = hidden.value
    switch event {
    case .runStarted(let name, _, _): contract.withLock { $0 = name }
    case .checkEnded(let check, let findings):
      let name = contract.withLock { $0 }
      let known = findings.map { $0.accepted(by: options.baseline, in: name) }
      let (culprit, blocking) = state.withLock { state in
        state.blocking.formUnion(BlockingFault.all(in: known))
        return (state.culprit, state.blocking)
      }
      var check = check.accepting(known, strict: options.strict, known: blocking)
      if let culprit { check.end(at: culprit) }
      state.withLock { [check] state in state.ended.note(check, findings) }
      tell(.checkEnded(check, findings: known))
      guard options.failsFast, check.status == .failed || check.status == .error else { return }
      state.withLock { state in
        state.culprit = state.culprit ?? check.id
        state.work?.cancel()
      }
      return
    // The result is not yet what it comes to.
    case .runEnded: return
    default: break
    }
    tell(event)
  }

  private func tell(_ event: RunEvent) { queue.put { [observe] in observe(event) } }

  /// Returns a function that passes each observation of a run, after the events before it, to `record` and to readers
  /// of transcripts.
  func recording(_ record: (@Sendable (Hidden<Observation>) -> Void)?) -> (@Sendable (Hidden<Observation>) -> Void)? {
    guard let transcribe = options.transcribe else { return record }
    return { [queue] observation in
      let transcript = Transcript.of(observation)
      queue.put { transcribe(observation.value.check, transcript) }
      record?(observation)
    }
  }

  /// Runs `work` and returns its result. If the run is cancelled and does not end at once, such as while a large answer
  /// is judged, returns the result that `interrupted` makes from the ended checks.
  func run(
    _ work: @escaping @Sendable () async -> Hidden<RunResult>,
    interrupted: @escaping @Sendable (EndedChecks) -> Hidden<RunResult>
  ) async -> RunResult {
    let task = Task { await work().value }
    state.withLock { state in
      state.work = task
      if state.culprit != nil { task.cancel() }
    }
    let own = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.continuation = continuation }
        Task { resume(await task.value) }
      }
    } onCancel: {
      task.cancel()
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Self.patience)) { [self] in resume(nil) }
    }
    var made = own ?? interrupted(state.withLock { $0.ended }).value
    if let culprit = state.withLock({ $0.culprit }), !Task.isCancelled { made.end(at: culprit) }
    var result = made.accepting(options.baseline, strict: options.strict)
    result.origin = options.origin
    result.healed = options.baseline.map { $0.healed(in: [result]).count }
    if var part = result.part {
      part.update(with: made)
      // Each fault for itself: those that are joined in one finding here may be joined with others in the whole run.
      part.accepted = result.findings.flatMap(\.identities).compactMap { identity in
        options.baseline?.acceptance(of: identity, in: result.contract)
          .map { RunPart.AcceptedFault(identity: identity, acceptance: $0) }
      }
      result.part = part
    }
    if own != nil { await queue.finish() }
    observe(.runEnded(result))
    return result
  }
}

extension RunControl {
  /// Resumes the caller that waits for the run's result; only the first call has an effect.
  private func resume(_ result: RunResult?) {
    let continuation = state.withLock { state in
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(returning: result)
  }
}

extension RunResult {
  /// Marks the run as ended on purpose by the failure of `check`: an interrupted run becomes a failed one, and skipped
  /// checks get that reason.
  fileprivate mutating func end(at check: String) {
    if outcome == .interrupted { outcome = .failed }
    for index in checks.indices { checks[index].end(at: check) }
  }
}

extension CheckResult {
  /// Sets the reason of a skipped check: the run ended with the failure of `culprit`.
  fileprivate mutating func end(at culprit: String) {
    if status == .skipped { reason = "the run ended with the first failure, \(culprit)" }
  }
}

extension VerifyOptions {
  /// Throws if one of the certificate files that libcurl opens is a pipe or a device: libcurl would wait for its end
  /// without a limit.
  package func checkFiles() throws(ConformanceError) {
    for path in [tls.caFile, tls.certificateFile, tls.keyFile, SystemClock.environment("SSL_CERT_FILE")].compactMap({
      $0
    }) {
      do throws(FileAccess.Failure) { try FileAccess.checkPlain(path) } catch { throw ConformanceError(error) }
    }
  }

  /// The options of the run that libcurl needs, such as certificates.
  var curl: CurlOptions {
    CurlOptions(
      caFile: tls.caFile,
      certificateFile: tls.certificateFile,
      keyFile: tls.keyFile,
      isInsecure: tls.isInsecure,
      userAgent: "assay/\(assayVersion)",
      connections: max(CurlOptions.usualConnections, limits.jobs)
    )
  }

  /// The options with a thread for each processor that the runs of `plan` can keep busy.
  func curl(for plan: Plan) -> CurlOptions {
    var options = curl
    options.threads = min(Processors.count, limits.jobs, plan.runs.count)
    return options
  }
}

/// A transport that limits the number of requests per second, evenly spaced.
final class RateLimit: Transport {
  private let base: any Transport
  private let pause: Duration
  private let next = Mutex(ContinuousClock.now)

  init(of base: any Transport, perSecond rate: Int) {
    self.base = base
    pause = .seconds(1) / rate
  }

  var executors: [any TaskExecutor] { base.executors }

  func send(
    _ request: HTTPRequest,
    limits: TransferLimits,
    to receiver: any TransferReceiver
  ) async -> TransferEnd {
    let slot = next.withLock { next in
      let slot = max(next, ContinuousClock.now)
      next = slot + pause
      return slot
    }
    // A cancellation while waiting is reported by the transport.
    try? await Task.sleep(until: slot, clock: .continuous)
    return await base.send(request, limits: limits, to: receiver)
  }
}
