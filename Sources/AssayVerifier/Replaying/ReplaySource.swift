import AssayContract
import AssayJudging
import AssayObservation

/// Observations read from a recording: nothing is sent, nothing is waited for.
struct ReplaySource: ObservationSource {
  /// The observations of each check, in the order they were made.
  private let observations: [String: [Observation]]
  private let duration: Duration
  let isInterrupted: Bool

  init(_ run: RecordedRun) {
    observations = Dictionary(grouping: run.observations, by: \.check)
    duration = run.duration
    isInterrupted = run.isInterrupted
  }

  func duration(measured: Duration) -> Duration { duration }

  func exchange(_ work: StepWork, turn: Int, in scope: Scope) throws(Obstacle) -> Exchange {
    guard case .exchange(let exchange) = try content(work, turn: turn) else { throw Self.otherShape }
    return exchange
  }

  func stream(
    _ work: StepWork,
    _ promise: StreamPromise,
    in scope: Scope
  ) throws(Obstacle) -> JudgedStream {
    guard case .stream(let stream) = try content(work) else { throw Self.otherShape }
    guard stream.droppedEvents == 0 else {
      throw .unjudgeable("the recording lacks the last \(stream.droppedEvents) events of this stream")
    }
    var judge = work.judge(of: promise, stream.request, stream.parameters, in: scope)
    for event in stream.events { judge.step(event) }
    return JudgedStream(observation: stream, judge: judge)
  }

  func poll(
    _ work: StepWork,
    _ promise: PollPromise,
    in scope: Scope,
    progress: inout PollProgress
  ) throws(Obstacle) -> PollObservation {
    guard case .poll(var poll) = try content(work) else { throw Self.otherShape }
    for answer in poll.answers {
      if progress.take(answer.exchange, at: answer.time) == .done { break }
    }
    // Under another contract than the one it was recorded with, what was the end may be none.
    progress.stop(poll.end == .final ? .unfinished : poll.end)
    poll.answers = progress.answers
    poll.end = progress.end ?? poll.end
    return poll
  }

  private func content(_ work: StepWork, turn: Int = 1) throws(Obstacle) -> Observation.Content {
    let own = observations[work.check.id] ?? []
    guard turn <= own.count else { throw .skipped("not in the recording") }
    if case .absent(let obstacle) = own[turn - 1].content { throw obstacle }
    return own[turn - 1].content
  }

  /// The contract has changed since: what is a poll now was a single call then, or the like.
  private static let otherShape = Obstacle.skipped("not in the recording in this shape")
}
