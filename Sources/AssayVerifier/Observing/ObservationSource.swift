import AssayContract
import AssayHTTP
import AssayJudging
import AssayObservation
import AssaySecrets
import Synchronization

/// The source of exchanges: a live server or a recording.
///
/// Runners do not know which kind of source they use, so that a replayed recording has the same findings as the
/// recorded run. A request body that is a form has already been read into each exchange (``Exchange/reading(_:)``).
protocol ObservationSource: Sendable {
  /// Returns the response to a step's request; `turn` is its number among the step's calls, from 1.
  ///
  /// `pass` receives each answer after which the call was made again, in order, also where none follows.
  func exchange(_ work: StepWork, turn: Int, in scope: Scope, pass: (Exchange) -> Void) async throws(Obstacle)
    -> Exchange

  /// Makes all calls of a step's load. Each response is passed to `take` when it is received, one at a time, with the
  /// time at which its call started; before it, those after which its call was made again are passed to `pass`.
  func answers(
    _ work: StepWork,
    _ load: Load,
    in scope: Scope,
    pass: (Exchange) -> Void,
    take: (Exchange, ContinuousClock.Instant) async -> Void
  ) async throws(Obstacle)

  /// Receives a whole stream. Each event is judged when it is received, by the judge that
  /// ``StepWork/judge(of:_:_:in:)`` makes.
  ///
  /// `seen` is set to that judge if an obstacle stops the stream after its first events. `pass` receives each answer
  /// after which the stream was requested again.
  func stream(
    _ work: StepWork,
    _ promise: StreamPromise,
    in scope: Scope,
    seen: inout StreamJudge?,
    pass: (Exchange) -> Void
  ) async throws(Obstacle) -> JudgedStream

  /// Runs a whole poll; each response is taken by `progress`, which decides whether to ask again.
  func poll(_ work: StepWork, _ promise: PollPromise, in scope: Scope, progress: inout PollProgress)
    async throws(Obstacle) -> PollObservation

  /// Returns the response to a call that belongs to no check; `nil` if none exists.
  func probe(_ probe: RouteProbe) async -> Exchange?

  /// Returns the next call of the step in a recording after the first `calls`, which the step did not make; `nil` if
  /// none exists. A live source always returns `nil`.
  func further(than calls: Int, of work: StepWork) -> UnmadeCall?

  /// Returns the duration of the run: `measured` by the local clock for a live run, the recorded one for a recording.
  func duration(measured: Duration) -> Duration

  /// Returns the time from the beginning of the run to the first call of a check: `measured` for a live run, the
  /// recorded one for a recording.
  func start(of check: String, measured: Duration) -> Duration

  /// True if calls take time, so that parallel calls finish sooner.
  var takesTime: Bool { get }

  /// Makes calls while no other calls of the run are in progress.
  func alone<Made>(_ make: () async -> Made) async -> Made

  /// True if the run was interrupted.
  var isInterrupted: Bool { get }

  /// The executors that run scenarios, each its own; empty if any will do.
  var executors: [any TaskExecutor] { get }
}

extension ObservationSource {
  var executors: [any TaskExecutor] { [] }
  var takesTime: Bool { false }

  func start(of check: String, measured: Duration) -> Duration { measured }

  func further(than calls: Int, of work: StepWork) -> UnmadeCall? { nil }

  func alone<Made>(_ make: () async -> Made) async -> Made { await make() }

  /// Calls `work`, which processes a response of `bytes` bytes. A large response is processed on the global executor,
  /// so that other responses are received and timed without delay.
  func aside<Made>(_ bytes: Int, _ work: () -> Made) async -> Made {
    guard !executors.isEmpty, bytes > 1 << 18 else { return work() }
    return await withTaskExecutorPreference(globalConcurrentExecutor) { work() }
  }
}

extension Exchange {
  /// The size of the response body in bytes.
  var size: Int { response?.body.count ?? 0 }
}

/// A received stream, and the judge of its events.
struct JudgedStream {
  var observation: StreamObservation
  var judge: StreamJudge
  /// The calls by which the client answered its events.
  var replies: [StreamReply] = []
}

/// A call by which a client answers an event of a stream.
struct StreamReply: Sendable {
  /// The name of its operation.
  var operation: String
  var exchange: Exchange
}

/// A source that returns the observations of another source and passes a copy of each to the run's recorder.
struct RecordingSource<Base: ObservationSource>: ObservationSource {
  let base: Base
  private let vault: SecretVault
  private let keep: @Sendable (Hidden<Observation>) -> Void
  private let clock = ContinuousClock()
  private let began = ContinuousClock.now
  private let starts = Starts()

  /// The start times of the first calls of checks whose steps run in parallel, as recorded.
  private final class Starts: Sendable {
    let known = Mutex<[String: Duration]>([:])
  }

  init(_ base: Base, _ vault: SecretVault, record: @escaping @Sendable (Hidden<Observation>) -> Void) {
    self.base = base
    self.vault = vault
    keep = record
  }

  private func record(_ observation: Observation) { keep(vault.hide(observation)) }

  var isInterrupted: Bool { base.isInterrupted }
  var executors: [any TaskExecutor] { base.executors }

  var takesTime: Bool { base.takesTime }

  func duration(measured: Duration) -> Duration { base.duration(measured: measured) }

  /// Returns the recorded start, so that a run and its replay report the same.
  func start(of check: String, measured: Duration) -> Duration {
    let recorded = starts.known.withLock { $0.removeValue(forKey: check) }
    return base.start(of: check, measured: recorded ?? measured)
  }

  func alone<Made>(_ make: () async -> Made) async -> Made { await base.alone(make) }

  func further(than calls: Int, of work: StepWork) -> UnmadeCall? { base.further(than: calls, of: work) }

  func exchange(_ work: StepWork, turn: Int, in scope: Scope, pass: (Exchange) -> Void) async throws(Obstacle)
    -> Exchange
  {
    let start = clock.now
    // Each call of a loop has its number, so that one that is cut out of the recording is missed.
    let number = work.step.loop.isOnce && work.retry == nil ? nil : turn
    do throws(Obstacle) {
      let exchange = try await base.exchange(work, turn: turn, in: scope) { earlier in
        note(.exchange(earlier), of: work, from: start, turn: number)
        pass(earlier)
      }
      await aside(exchange.size) { note(.exchange(exchange), of: work, from: start, turn: number) }
      return exchange
    } catch {
      note(.absent(error), of: work, from: start, turn: number)
      throw error
    }
  }

  func answers(
    _ work: StepWork,
    _ load: Load,
    in scope: Scope,
    pass: (Exchange) -> Void,
    take: (Exchange, ContinuousClock.Instant) async -> Void
  ) async throws(Obstacle) {
    let start = clock.now
    var turn = 0
    do throws(Obstacle) {
      try await base.answers(
        work,
        load,
        in: scope,
        pass: { earlier in
          note(.exchange(earlier), of: work, from: start, turn: turn + 1)
          pass(earlier)
        },
        take: { exchange, began in
          turn += 1
          await aside(exchange.size) { [turn] in note(.exchange(exchange), of: work, from: began, turn: turn) }
          await take(exchange, began)
        }
      )
    } catch {
      note(.absent(error), of: work, from: clock.now)
      throw error
    }
  }

  func stream(
    _ work: StepWork,
    _ promise: StreamPromise,
    in scope: Scope,
    seen: inout StreamJudge?,
    pass: (Exchange) -> Void
  ) async throws(Obstacle) -> JudgedStream {
    let start = clock.now
    do throws(Obstacle) {
      let stream = try await base.stream(work, promise, in: scope, seen: &seen) { earlier in
        note(.exchange(earlier), of: work, from: start)
        pass(earlier)
      }
      note(.stream(stream.observation), of: work, from: start)
      for (index, reply) in stream.replies.enumerated() {
        var work = work
        if let operation = work.context.contract.operation(named: reply.operation) { work.operation = operation }
        note(.exchange(reply.exchange), of: work, from: start, turn: index + 2)
      }
      return stream
    } catch {
      note(.absent(error), of: work, from: start)
      throw error
    }
  }

  func poll(_ work: StepWork, _ promise: PollPromise, in scope: Scope, progress: inout PollProgress)
    async throws(Obstacle) -> PollObservation
  {
    let start = clock.now
    defer {
      for (poll, exchange) in progress.earlier { note(.exchange(exchange), of: work, from: start, turn: poll) }
    }
    do throws(Obstacle) {
      let poll = try await base.poll(work, promise, in: scope, progress: &progress)
      note(.poll(poll), of: work, from: start)
      return poll
    } catch {
      note(.absent(error), of: work, from: start)
      throw error
    }
  }

  func probe(_ probe: RouteProbe) async -> Exchange? {
    let start = clock.now
    guard let exchange = await base.probe(probe) else { return nil }
    // Without an operation, since it is not an answer of one.
    record(
      Observation(
        check: probe.id,
        operation: "",
        server: probe.server,
        start: start - began,
        content: .exchange(exchange)
      )
    )
    return exchange
  }

  private func note(
    _ content: Observation.Content,
    of work: StepWork,
    from start: ContinuousClock.Instant,
    turn: Int? = nil
  ) {
    var observation = Observation(
      check: work.check.id,
      operation: work.operation.name,
      server: work.operation.server,
      start: start - began,
      content: content
    )
    observation.turn = turn
    observation.attempt = work.attempt
    if work.concurrency != .usual {
      let start = observation.start
      starts.known.withLock { $0[work.check.id] = min($0[work.check.id] ?? start, start) }
    }
    record(observation)
  }
}
