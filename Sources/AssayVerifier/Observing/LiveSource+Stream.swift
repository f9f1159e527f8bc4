import AssayContract
import AssayFindings
import AssayHTTP
import AssayObservation

extension LiveSource {
  /// The time a stream is given where neither contract nor flags say one.
  private static let otherwise = Duration.seconds(300)

  func stream(
    _ work: StepWork,
    _ promise: StreamPromise,
    in scope: Scope
  ) async throws(Obstacle) -> JudgedStream {
    let (request, parameters) = try request(work, scope)
    let kept = vault.hide(request)
    let allowance = TimeAllowance(within: promise.within, otherwise: Self.otherwise, settings: settings)
    let receiver = StreamReceiver(
      judge: work.judge(of: promise, kept, parameters, in: scope),
      vault: vault,
      secrets: SecretOutputs(of: work.step, in: scope),
      keeping: keeping.events < work.keeping.events ? work.keeping : keeping
    )
    let limits = TransferLimits(
      firstByte: settings.timeout,
      firstChunk: promise.first?.ending,
      silence: promise.silence?.ending,
      total: allowance.total,
      bodySize: nil
    )
    let end = try await transfer(request, of: work, limits: limits, to: receiver)
    let received = receiver.finish()
    let observation = StreamObservation(
      request: kept,
      parameters: parameters,
      head: received.head,
      events: received.events,
      notices: received.notices,
      end: vault.conceal(end),
      otherBody: received.otherBody,
      allowance: allowance,
      droppedEvents: received.dropped
    )
    return JudgedStream(observation: observation, judge: received.judge)
  }
}

extension TimeLimit {
  /// The time after which there is nothing to wait for: a stream late by a `should` is late, and goes on.
  fileprivate var ending: Duration? { promise.level == .must ? duration : nil }
}
