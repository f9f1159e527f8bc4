import AssayContract
import AssayObservation

/// Passes on what another source observes, and hands a copy to whoever records the run.
struct RecordingSource<Base: ObservationSource>: ObservationSource {
  let base: Base
  let record: @Sendable (Observation) -> Void
  private let clock = ContinuousClock()
  private let began = ContinuousClock.now

  init(_ base: Base, record: @escaping @Sendable (Observation) -> Void) {
    self.base = base
    self.record = record
  }

  var isInterrupted: Bool { base.isInterrupted }

  func duration(measured: Duration) -> Duration { base.duration(measured: measured) }

  func exchange(_ work: StepWork, turn: Int, in scope: Scope) async throws(Obstacle) -> Exchange {
    let start = clock.now
    do throws(Obstacle) {
      let exchange = try await base.exchange(work, turn: turn, in: scope)
      note(.exchange(exchange), of: work, from: start)
      return exchange
    } catch {
      note(.absent(error), of: work, from: start)
      throw error
    }
  }

  func stream(
    _ work: StepWork,
    _ promise: StreamPromise,
    in scope: Scope
  ) async throws(Obstacle) -> JudgedStream {
    let start = clock.now
    do throws(Obstacle) {
      let stream = try await base.stream(work, promise, in: scope)
      note(.stream(stream.observation), of: work, from: start)
      return stream
    } catch {
      note(.absent(error), of: work, from: start)
      throw error
    }
  }

  func poll(
    _ work: StepWork,
    _ promise: PollPromise,
    in scope: Scope,
    progress: inout PollProgress
  ) async throws(Obstacle) -> PollObservation {
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

  private func note(_ content: Observation.Content, of work: StepWork, from start: ContinuousClock.Instant) {
    record(
      Observation(
        check: work.check.id,
        operation: work.operation.name,
        server: work.operation.server,
        start: start - began,
        content: content
      )
    )
  }
}
