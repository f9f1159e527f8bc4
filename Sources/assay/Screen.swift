import AssayKit
import AssayReport
import Synchronization

/// Shows a run as it goes: a line a check on standard output, a progress line on a terminal.
final class Screen: Sendable {
  private struct State {
    var progress = ProgressLine()
    var isShowing = false
  }

  private let console: ConsoleReport
  private let isQuiet: Bool
  private let hasProgress = Terminal.hasProgress
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  init(console: ConsoleReport, isQuiet: Bool) {
    self.console = console
    self.isQuiet = isQuiet
  }

  func show(_ event: RunEvent) {
    state.withLock { state in
      state.progress.observe(event)
      let lines = isQuiet ? [] : console.lines(for: event)
      if !lines.isEmpty { hide(&state) }
      for line in lines { Terminal.print(line) }
      guard hasProgress else { return }
      hide(&state)
      let text = state.progress.text(elapsed: ContinuousClock.now - start, width: Terminal.width)
      guard !text.isEmpty else { return }
      Terminal.show(text)
      state.isShowing = true
    }
  }

  /// Takes the progress line away.
  func clear() { state.withLock { hide(&$0) } }

  private func hide(_ state: inout State) {
    guard state.isShowing else { return }
    Terminal.show("\r\u{1B}[K")
    state.isShowing = false
  }
}
