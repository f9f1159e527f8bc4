import Synchronization

/// Tells whoever watches a run what there is to tell, in order, from a thread of its own: one that is slow, such as a
/// terminal nobody reads, must not keep the run from reading answers.
final class Relay: Sendable {
  private struct State {
    var waiting: [@Sendable () -> Void] = []
    /// What tells them; `nil` where there is nothing to do.
    var work: Task<Void, Never>?
  }

  /// What comes closer together is told together, so that not each piece of it wakes a thread.
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
