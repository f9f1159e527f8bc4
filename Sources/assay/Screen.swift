import AssayKit
import AssayReport
import Synchronization

/// Shows a run as it goes: lines on standard output, and how far it has come on standard error.
final class Screen: Sendable {
  /// The part of a run shown on standard output.
  enum Lines: Sendable {
    /// A line a scenario, the findings, the sum.
    case all
    /// The findings, why anything else could not be judged, and the sum.
    case few
    /// Nothing: standard output is taken.
    case none
  }

  /// When it is said how far a run has come.
  enum Progress: String, CaseIterable, Sendable {
    /// On a terminal all the time; else a line every half minute.
    case auto
    /// As ``auto``, but else a line every ten seconds.
    case on
    case off

    /// The time between two lines where no line can be overwritten.
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

  /// Takes the progress line away, for good.
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
