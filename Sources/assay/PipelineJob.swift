import AssayKit
import AssayReport

/// A CI system in whose job the process may run. The log of a job is coloured, and annotations and a summary are made
/// without a flag if the system supports them.
enum PipelineJob: CaseIterable {
  case github, gitlab, azure

  /// The CI system in whose job this process runs; `nil` if none exists.
  static var current: PipelineJob? {
    allCases.first { SystemClock.environment($0.variable)?.lowercased() == "true" }
  }

  /// The environment variable that the system sets in each job.
  private var variable: String {
    switch self {
    case .github: "GITHUB_ACTIONS"
    case .gitlab: "GITLAB_CI"
    case .azure: "TF_BUILD"
    }
  }

  /// The maximum number of annotations that systems show for a step.
  private static let mostAnnotations = 10

  /// The format of annotations; `nil` for GitLab, which reads none from a log.
  private var annotations: ReportFormat? {
    switch self {
    case .github: .github
    case .gitlab: nil
    case .azure: .azure
    }
  }

  /// Prints annotations, unless an output of `places` already shows the findings, and adds `summary`, in Markdown, to
  /// the job's page.
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

  /// The path of the file to which the summary is appended; `nil` if the system shows none.
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
