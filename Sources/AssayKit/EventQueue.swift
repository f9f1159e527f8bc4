import Synchronization

/// A queue that passes the events of a run to its observer, in order, on a separate thread. A slow observer, such as a
/// blocked terminal, must not keep the run from reading answers.
final class EventQueue: Sendable {
  private struct State {
    var waiting: [@Sendable () -> Void] = []
    /// The task that passes waiting events to the observer; `nil` while no event is waiting.
    var work: Task<Void, Never>?
  }

  /// The delay after which all waiting events are passed to the observer together, so that not every event wakes a
  /// thread.
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

  /// Waits until all events have been passed to the observer; no event may be added meanwhile.
  func finish() async {
    let work = state.withLock { $0.work }
    // Cancelled it does not pause any more.
    work?.cancel()
    await work?.value
  }

  /// Passes all waiting events to the observer; returns false if there were none.
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
