import AssayReport
import Dispatch
import Synchronization

/// Writes to standard error from a thread of its own: a reader that does not read must not stop the mock's answers.
///
/// Lines that do not fit are dropped and counted.
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

  /// Has `line` written as soon as somebody reads.
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

  /// Waits until all is written, for a second at most.
  func finish() {
    state.withLock { $0.isOver = true }
    due.signal()
    _ = idle.wait(timeout: .now() + .seconds(1))
  }

  /// Returns the next lines to write; `nil` at the end.
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
