package import AssayFindings
import AssayText

/// The line on a terminal that shows the progress of a run; it receives events and is drawn by the caller.
package struct ProgressLine: Sendable {
  private var contract = ""
  private var planned = 0
  /// The checks that have ended; a check that is retried ends twice.
  private var ended: [String: CheckResult.Status] = [:]
  /// The number of checks that ended with each status.
  private var counts: [CheckResult.Status: Int] = [:]
  /// The checks in progress, the longest running first.
  private var running: [String] = []

  package init() {}

  /// Updates the progress for an event.
  package mutating func observe(_ event: RunEvent) {
    switch event {
    case .runStarted(let contract, let checks, _):
      self = ProgressLine()
      self.contract = VisibleText.line(contract, limit: 60)
      planned = checks
    case .checkStarted(let id): running.append(id)
    case .checkEnded(let check, _):
      if let earlier = ended.updateValue(check.status, forKey: check.id) { counts[earlier, default: 0] -= 1 }
      counts[check.status, default: 0] += 1
      if let index = running.firstIndex(of: check.id) { running.remove(at: index) }
    case .runEnded: self = ProgressLine()
    }
  }

  /// Returns the line: `[12/41] serial-ocr, 1 failed, 3.2 s: scan-until-done/result/poll (+2)`; empty if nothing is
  /// running.
  package func text(elapsed: Duration, width: Int) -> String {
    guard planned > 0 else { return "" }
    var text = "[\(ended.count)/\(planned)] \(contract)"
    for (status, words) in [(CheckResult.Status.failed, "failed"), (.error, "could not be judged")] {
      if let count = counts[status], count > 0 { text += ", \(count) \(words)" }
    }
    text += ", \(elapsed.elapsed)"
    if let first = running.first {
      text += ": \(VisibleText.line(first))" + (running.count > 1 ? " (+\(running.count - 1))" : "")
    }
    // A line as wide as the terminal would wrap on some of them, and then not be wiped.
    return ColumnWidth.cut(text, to: max(1, width - 1))
  }
}
