import AssayFindings
import AssayText

extension CheckResult.Company {
  /// `begun 1.2 s into the run, beside jobs/first, jobs/second`.
  var words: String {
    let shown = others.prefix(5).map { VisibleText.line($0, limit: 100) }.joined(separator: ", ")
    let more = others.count - min(5, others.count)
    return "begun \(start.elapsed) into the run, beside \(shown)" + (more > 0 ? " and \(more) more" : "")
  }
}
