import AssayKit
import AssayReport

/// A job of GitHub Actions: the verdict and its findings become annotations and the summary of the step by themselves.
enum PipelineJob {
  /// GitHub shows no more annotations of a step.
  private static let mostAnnotations = 10

  /// Prints annotations and appends the summary, where the run is a job of GitHub Actions; `hasAnnotations` where a report
  /// already prints them.
  static func show(_ results: [RunResult], _ options: ReportOptions, hasAnnotations: Bool) {
    guard SystemClock.environment("GITHUB_ACTIONS") == "true" else { return }
    if !hasAnnotations {
      let lines = ReportFormat.github.render(results, options: options).split(separator: "\n")
      for line in lines.prefix(mostAnnotations) { Terminal.output(line + "\n") }
    }
    guard let path = SystemClock.environment("GITHUB_STEP_SUMMARY"), !path.isEmpty else { return }
    let before = (try? FileAccess.read(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let place = OutputPlace(flag: "GITHUB_STEP_SUMMARY", content: "the step summary", path: path, isUpdate: true)
    _ = place.write(before + ReportFormat.markdown.render(results, options: options))
  }
}
