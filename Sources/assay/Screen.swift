import AssayKit
import AssayReport
import Synchronization

/// The console output of a run in progress: results on standard output, and the progress line on standard error.
final class Screen: Sendable {
  /// The amount of output that a run prints to standard output.
  enum Lines: Sendable {
    /// A line for each scenario, the findings, and the summary.
    case all
    /// The findings, the reasons why other checks could not be judged, and the summary.
    case few
    /// Nothing, since standard output is used for a report.
    case none
  }

  /// The values of `--progress`: the frequency of progress lines.
  enum Progress: String, CaseIterable, Sendable {
    /// Continuously on a terminal; otherwise a line every half minute.
    case auto
    /// Like ``auto``, but a line every ten seconds without a terminal.
    case on
    case off

    /// The time between two progress lines, if a line cannot be overwritten.
    var pause: Duration { self == .on ? .seconds(10) : .seconds(30) }
  }

  private struct State {
    var progress = ProgressLine()
    var scenarios: ScenarioLines
    var isShowing = false
    var spoken = ContinuousClock.now
    var ticker: Task<Void, Never>?
  }

  private let console: ConsoleReport
  private let lines: Lines
  private let progress: Progress
  private let isTerminal = Terminal.hasProgress
  private let start = ContinuousClock.now
  private let state: Mutex<State>

  init(console: ConsoleReport, lines: Lines, progress: Progress) {
    self.console = console
    self.lines = lines
    self.progress = progress
    state = Mutex(State(scenarios: ScenarioLines(console)))
    guard progress != .off else { return }
    // One long step must not look like a hang.
    let ticker = Task.detached { [weak self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(500))
        self?.tick()
      }
    }
    state.withLock { $0.ticker = ticker }
  }

  func show(_ event: RunEvent) {
    state.withLock { state in
      state.progress.observe(event)
      let lines = lines(for: event, &state.scenarios)
      if !lines.isEmpty { hide(&state) }
      Terminal.print(styled: lines)
      if isTerminal { draw(&state) }
    }
  }

  /// Removes the progress line; it is not shown again.
  func clear() {
    state.withLock { state in
      state.ticker?.cancel()
      hide(&state)
    }
  }

  private func lines(for event: RunEvent, _ scenarios: inout ScenarioLines) -> [StyledLine] {
    switch (lines, event) {
    case (.none, _), (.few, .runStarted), (.few, .checkEnded): []
    case (.few, .runEnded(let result)): console.unexplained(in: result) + console.lines(for: event)
    case (.few, _): console.lines(for: event)
    case (.all, _): scenarios.lines(for: event)
    }
  }

  private func tick() {
    state.withLock { state in
      guard state.ticker?.isCancelled == false else { return }
      if isTerminal { return draw(&state) }
      let now = ContinuousClock.now
      guard now - state.spoken >= progress.pause else { return }
      state.spoken = now
      let text = state.progress.text(elapsed: now - start, width: 200)
      if !text.isEmpty { Terminal.complain(text) }
    }
  }

  private func draw(_ state: inout State) {
    guard progress != .off else { return }
    hide(&state)
    let text = state.progress.text(elapsed: ContinuousClock.now - start, width: Terminal.width)
    guard !text.isEmpty else { return }
    Terminal.show(StyledLine(text))
    state.isShowing = true
  }

  private func hide(_ state: inout State) {
    guard state.isShowing else { return }
    Terminal.wipe()
    state.isShowing = false
  }
}
