import AssayReport
import Dispatch
import Synchronization

/// A queue of lines that a separate thread writes to standard error, so that the mock's responses are not delayed if no
/// one reads standard error.
///
/// Lines that do not fit in the queue are dropped and counted.
final class ComplaintQueue: Sendable {
  private struct State {
    var lines: [StyledLine] = []
    var dropped = 0
    var isOver = false
  }

  private let state = Mutex(State())
  private let due = DispatchSemaphore(value: 0)
  private let idle = DispatchSemaphore(value: 0)
  private static let limit = 2_000

  init() {
    DispatchQueue(label: "complaints").async { [self] in
      while let lines = next() { Terminal.complain(styled: lines) }
      idle.signal()
    }
  }

  /// Adds `line` to the queue.
  func say(_ line: StyledLine) {
    let isFirst = state.withLock { state in
      guard state.lines.count < Self.limit else {
        state.dropped += 1
        return false
      }
      state.lines.append(line)
      return state.lines.count == 1
    }
    if isFirst { due.signal() }
  }

  /// Waits until all lines are written, for at most a second.
  func finish() {
    state.withLock { $0.isOver = true }
    due.signal()
    _ = idle.wait(timeout: .now() + .seconds(1))
  }

  /// Waits for lines, and returns them; `nil` once the queue is finished and empty.
  private func next() -> [StyledLine]? {
    while true {
      let (lines, isOver) = state.withLock { state in
        defer { (state.lines, state.dropped) = ([], 0) }
        let more: [StyledLine] =
          state.dropped > 0 ? ["… \(state.dropped) more lines; standard error is not read fast enough"] : []
        return (state.lines + more, state.isOver)
      }
      if !lines.isEmpty { return lines }
      if isOver { return nil }
      due.wait()
    }
  }
}
