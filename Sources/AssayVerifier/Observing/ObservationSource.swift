import AssayContract
import AssayHTTP
import AssayJudging
import AssayObservation
import AssaySecrets
import Synchronization

/// The source of exchanges: a live server or a recording.
///
/// The runners ask and judge; they cannot tell the two apart, so that a recording comes to the findings of its run. Each
/// exchange is handed out with its form read (``Exchange/reading(_:)``).
protocol ObservationSource: Sendable {
  /// The answer to a step's request, the `turn`th of them from 1.
  func exchange(_ work: StepWork, turn: Int, in scope: Scope) async throws(Obstacle) -> Exchange

  /// The answers to all calls of a step's load, each handed to `take` as it came, one at a time, with the moment its call began.
  func answers(
    _ work: StepWork,
    _ load: Load,
    in scope: Scope,
    take: (Exchange, ContinuousClock.Instant) async -> Void
  ) async throws(Obstacle)

  /// A whole stream, every event of it taken by the judge ``StepWork/judge(of:_:_:in:)`` makes as it comes.
  ///
  /// `seen` is that judge where events came and an obstacle after them.
  func stream(_ work: StepWork, _ promise: StreamPromise, in scope: Scope, seen: inout StreamJudge?)
    async throws(Obstacle) -> JudgedStream

  /// A whole poll, every answer of it taken by `progress`, which says whether to ask again.
  func poll(_ work: StepWork, _ promise: PollPromise, in scope: Scope, progress: inout PollProgress)
    async throws(Obstacle) -> PollObservation

  /// The answer to a call besides the checks; `nil` without one.
  func probe(_ probe: RouteProbe) async -> Exchange?

  /// A call of the step that a recording has beyond the first `calls`; `nil` if there are no more.
  func further(than calls: Int, of work: StepWork) -> UnmadeCall?

  /// Returns the time the run took, if a clock here `measured` so much.
  func duration(measured: Duration) -> Duration

  /// Returns the time from the beginning of the run to the first call of a check, if a clock here `measured` so much.
  func start(of check: String, measured: Duration) -> Duration

  /// True if time passes while calls are made, so that several are done sooner in parallel.
  var takesTime: Bool { get }

  /// Makes calls while no others of the run are under way.
  func alone<Made>(_ make: () async -> Made) async -> Made

  /// True if the run was interrupted.
  var isInterrupted: Bool { get }

  /// The executor that runs scenarios; `nil` if any will do.
  var executor: (any TaskExecutor)? { get }
}

extension ObservationSource {
  var executor: (any TaskExecutor)? { nil }
  var takesTime: Bool { false }

  func start(of check: String, measured: Duration) -> Duration { measured }

  func further(than calls: Int, of work: StepWork) -> UnmadeCall? { nil }

  func alone<Made>(_ make: () async -> Made) async -> Made { await make() }

  /// Works on an answer of so many `bytes`: where it is large elsewhere, so that the answers of other calls are read
  /// meanwhile, and timed.
  func aside<Made>(_ bytes: Int, _ work: () -> Made) async -> Made {
    guard executor != nil, bytes > 1 << 18 else { return work() }
    return await withTaskExecutorPreference(globalConcurrentExecutor) { work() }
  }
}

extension Exchange {
  /// The bytes of the answer's body.
  var size: Int { response?.body.count ?? 0 }
}

/// A stream as it was observed, and the judge that has seen all its events.
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

/// Passes on what another source observes, and hands a copy to the recorder of the run.
struct RecordingSource<Base: ObservationSource>: ObservationSource {
  let base: Base
  private let vault: SecretVault
  private let keep: @Sendable (Hidden<Observation>) -> Void
  private let clock = ContinuousClock()
  private let began = ContinuousClock.now
  private let starts = Starts()

  /// When the first calls of concurrent checks began, as they are recorded.
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
  var executor: (any TaskExecutor)? { base.executor }

  var takesTime: Bool { base.takesTime }

  func duration(measured: Duration) -> Duration { base.duration(measured: measured) }

  /// A replay tells the start that was recorded, and so does the run.
  func start(of check: String, measured: Duration) -> Duration {
    let recorded = starts.known.withLock { $0.removeValue(forKey: check) }
    return base.start(of: check, measured: recorded ?? measured)
  }

  func alone<Made>(_ make: () async -> Made) async -> Made { await base.alone(make) }

  func further(than calls: Int, of work: StepWork) -> UnmadeCall? { base.further(than: calls, of: work) }

  func exchange(_ work: StepWork, turn: Int, in scope: Scope) async throws(Obstacle) -> Exchange {
    let start = clock.now
    // Each call of a loop has its number, so that one that is cut out of the recording is missed.
    let number = work.step.loop.isOnce && work.retry == nil ? nil : turn
    do throws(Obstacle) {
      let exchange = try await base.exchange(work, turn: turn, in: scope)
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
    take: (Exchange, ContinuousClock.Instant) async -> Void
  ) async throws(Obstacle) {
    var turn = 0
    do throws(Obstacle) {
      try await base.answers(work, load, in: scope) { exchange, began in
        turn += 1
        await aside(exchange.size) { [turn] in note(.exchange(exchange), of: work, from: began, turn: turn) }
        await take(exchange, began)
      }
    } catch {
      note(.absent(error), of: work, from: clock.now)
      throw error
    }
  }

  func stream(_ work: StepWork, _ promise: StreamPromise, in scope: Scope, seen: inout StreamJudge?)
    async throws(Obstacle) -> JudgedStream
  {
    let start = clock.now
    do throws(Obstacle) {
      let stream = try await base.stream(work, promise, in: scope, seen: &seen)
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
    observation.attempt = work.context.attempt
    if work.concurrency != .usual {
      let start = observation.start
      starts.known.withLock { $0[work.check.id] = min($0[work.check.id] ?? start, start) }
    }
    record(observation)
  }
}
