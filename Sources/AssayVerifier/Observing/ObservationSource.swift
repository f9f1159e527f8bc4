import AssayContract
import AssayJudging
import AssayObservation

/// Where that what steps are judged by comes from: the wire, or a recording of it.
///
/// The runners ask and judge; they cannot tell the two apart, so that a recording comes to the findings of its run.
protocol ObservationSource: Sendable {
  /// The answer to a step's request, the `turn`th of them from 1.
  func exchange(_ work: StepWork, turn: Int, in scope: Scope) async throws(Obstacle) -> Exchange

  /// A whole stream, every event of it taken by the judge ``StepWork/judge(of:_:_:in:)`` makes as it comes.
  func stream(
    _ work: StepWork,
    _ promise: StreamPromise,
    in scope: Scope
  ) async throws(Obstacle) -> JudgedStream

  /// A whole poll, every answer of it taken by `progress`, which says whether to ask again.
  func poll(
    _ work: StepWork,
    _ promise: PollPromise,
    in scope: Scope,
    progress: inout PollProgress
  ) async throws(Obstacle) -> PollObservation

  /// How long the run took, where a clock here `measured` so much.
  func duration(measured: Duration) -> Duration

  /// Whether the run was interrupted.
  var isInterrupted: Bool { get }
}

/// A stream as it was observed, and the judge that has seen all its events.
struct JudgedStream {
  var observation: StreamObservation
  var judge: StreamJudge
}
