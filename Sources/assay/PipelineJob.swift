import AssayKit
import AssayReport

/// A job of a CI system: colour in its log, and where the system has them, annotations and a summary without a flag.
enum PipelineJob: CaseIterable {
  case github, gitlab, azure

  /// The job that this process is part of.
  static var current: PipelineJob? {
    allCases.first { SystemClock.environment($0.variable)?.lowercased() == "true" }
  }

  /// The variable that the system sets in each job.
  private var variable: String {
    switch self {
    case .github: "GITHUB_ACTIONS"
    case .gitlab: "GITLAB_CI"
    case .azure: "TF_BUILD"
    }
  }

  /// Systems show no more annotations of a step.
  private static let mostAnnotations = 10

  /// The format of annotations; GitLab reads none from a log.
  private var annotations: ReportFormat? {
    switch self {
    case .github: .github
    case .gitlab: nil
    case .azure: .azure
    }
  }

  /// Prints annotations, unless a report of `places` already does, and adds `summary`, Markdown, to the page of the job.
  func show(_ results: [RunResult], summary: String, _ options: ReportOptions, besides places: [OutputPlace]) {
    let hasAnnotations = places.showFindings
    if let format = annotations, !hasAnnotations {
      let lines = format.render(results, options: options).split(separator: "\n").filter { line in
        line.hasPrefix("::") || line.hasPrefix("##vso[")
      }
      for line in lines.prefix(Self.mostAnnotations) { Terminal.output(line + "\n") }
    }
    guard let path = summaryPath else { return }
    let before = (try? FileAccess.read(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let place = OutputPlace(flag: "the step summary", content: "the step summary", path: path, isUpdate: true)
    let isWritten = place.write(before + summary)
    if self == .azure, isWritten, !hasAnnotations { Terminal.output("##vso[task.uploadsummary]\(path)\n") }
  }

  /// The file of the summary, which this run adds to; `nil` where the system shows none.
  private var summaryPath: String? {
    let path =
      switch self {
      case .github: SystemClock.environment("GITHUB_STEP_SUMMARY")
      case .gitlab: String?.none
      case .azure: SystemClock.environment("AGENT_TEMPDIRECTORY").map { "\($0)/assay-summary.md" }
      }
    return path?.isEmpty == false ? path : nil
  }
}
