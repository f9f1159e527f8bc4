import Synchronization

/// Passes the events of a run to its observer, in order, on a thread of its own: a slow observer, such as a blocked
/// terminal, must not keep the run from reading answers.
final class EventQueue: Sendable {
  private struct State {
    var waiting: [@Sendable () -> Void] = []
    /// The task that passes them; `nil` while none is waiting.
    var work: Task<Void, Never>?
  }

  /// Events within this time are passed together, so that not each of them wakes a thread.
  private static let pause = Duration.milliseconds(10)

  private let state = Mutex(State())

  func put(_ tell: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.waiting.append(tell)
      if state.work == nil {
        state.work = Task.detached { [self] in while tellAll() { try? await Task.sleep(for: Self.pause) } }
      }
    }
  }

  /// Returns once everything was told; nothing may be put meanwhile.
  func finish() async {
    let work = state.withLock { $0.work }
    // Cancelled it does not pause any more.
    work?.cancel()
    await work?.value
  }

  /// Tells what waits; returns whether there was anything.
  private func tellAll() -> Bool {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      if state.waiting.isEmpty { state.work = nil }
      return state.waiting
    }
    for tell in waiting { tell() }
    return !waiting.isEmpty
  }
}
