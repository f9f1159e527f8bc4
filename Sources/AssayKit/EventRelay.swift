import AssayFindings
import Synchronization

/// Hands the events of a run on in their order, from a thread of its own: an observer that is slow, such as a terminal
/// nobody reads, must not keep the run from reading answers.
final class EventRelay: Sendable {
  private struct State {
    var waiting: [RunEvent] = []
    /// What hands them on; `nil` where there is nothing to do.
    var work: Task<Void, Never>?
  }

  /// Events that come closer together are handed on together, so that not each of them wakes a thread.
  private static let pause = Duration.milliseconds(10)

  private let observe: @Sendable (RunEvent) -> Void
  private let state = Mutex(State())

  init(_ observe: @escaping @Sendable (RunEvent) -> Void) { self.observe = observe }

  func put(_ event: RunEvent) {
    state.withLock { state in
      state.waiting.append(event)
      if state.work == nil {
        state.work = Task.detached { [self] in while handOn() { try? await Task.sleep(for: Self.pause) } }
      }
    }
  }

  /// Returns once every event was handed on; none may be put meanwhile.
  func finish() async {
    let work = state.withLock { $0.work }
    // Cancelled it does not pause any more.
    work?.cancel()
    await work?.value
  }

  /// Hands on what waits; returns whether there was anything.
  private func handOn() -> Bool {
    let events = state.withLock { state in
      defer { state.waiting = [] }
      if state.waiting.isEmpty { state.work = nil }
      return state.waiting
    }
    for event in events { observe(event) }
    return !events.isEmpty
  }
}
