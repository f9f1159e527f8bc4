import AssayFindings
import AssayText

extension CheckResult.Concurrency {
  /// The start and the concurrent checks: `started 1.2 s into the run, together with jobs/first, jobs/second`.
  var words: String {
    let shown = others.prefix(5).map { VisibleText.line($0, limit: 100) }.joined(separator: ", ")
    let more = others.count - min(5, others.count)
    return "started \(start.elapsed) into the run, together with \(shown)" + (more > 0 ? " and \(more) more" : "")
  }
}
