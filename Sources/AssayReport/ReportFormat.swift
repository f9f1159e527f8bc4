public import AssayFindings

/// A writer of one format, which turns results into text.
package protocol Reporter: Sendable {
  /// The whole report over all contracts of a run, in the order given.
  func render(_ results: [RunResult], options: ReportOptions) -> String
}

/// A writer of a format that is a folder of files.
package protocol FolderReporter: Reporter {
  /// Returns the files, named by their content, so that a later run replaces them.
  func files(_ results: [RunResult], options: ReportOptions) -> [ReportFile]
}

extension FolderReporter {
  /// Returns the report as one text: the texts of all its files, concatenated.
  package func render(_ results: [RunResult], options: ReportOptions) -> String {
    files(results, options: options).map(\.text).joined()
  }
}

/// A file of a report that is a folder.
public struct ReportFile: Sendable, Hashable {
  /// The name of the file in the report's folder.
  public var name: String
  /// The content of the file.
  public var text: String
}

/// The options of a report that the results do not have.
public struct ReportOptions: Sendable {
  /// True if a broken `should` counts as a failure.
  public var strict: Bool
  /// The available lines of the documents, by the file or name a contract gives the document.
  public var documents: [String: [String]]
  /// True if the console may use colour.
  public var colour: Bool
  /// The width of the console in columns.
  public var width: Int
  /// True if the console breaks lines between words at its width.
  public var wraps = false
  /// True if the console lists every promise that was not judged.
  public var verbose: Bool
  /// The paths of contracts and documents in their repository, by their paths in the results; annotations need them.
  public var files: [String: String] = [:]

  /// Makes options; the defaults suit a report that is written to a file.
  public init(
    strict: Bool = false,
    documents: [String: [String]] = [:],
    colour: Bool = false,
    width: Int = 100,
    verbose: Bool = false
  ) {
    self.strict = strict
    self.documents = documents
    self.colour = colour
    self.width = width
    self.verbose = verbose
  }
}

/// The formats of `--report FORMAT=FILE`.
public enum ReportFormat: String, CaseIterable, Sendable {
  /// JSON with stable keys: `contracts/report.schema.json`.
  case json
  /// JUnit XML, valid by the strict schema of Jenkins.
  case junit
  /// JUnit XML with files, lines, properties, and the received values.
  case junitRich = "junit-rich"
  /// A step summary, or a comment on a merge request.
  case markdown
  /// Annotations from a GitHub workflow.
  case github
  /// Issues of a job in Azure Pipelines.
  case azure
  /// SARIF 2.1.0.
  case sarif
  /// The Code Quality report of GitLab.
  case gitlab
  /// The Common Test Report Format.
  case ctrf
  /// The Test Anything Protocol, version 13.
  case tap
  /// A folder of result files for Allure.
  case allure
  /// One HTML page that needs no network.
  case html

  /// True if the report is a list of commands that a pipeline's runner reads from the log.
  public var isForRunner: Bool { self == .github || self == .azure }

  /// True if the report is a folder of files.
  public var isFolder: Bool { reporter is any FolderReporter }

  /// The files of a report that is a folder; no files for any other format.
  public func files(_ results: [RunResult], options: ReportOptions = ReportOptions()) -> [ReportFile] {
    (reporter as? any FolderReporter)?.files(results.map(\.shortened), options: options) ?? []
  }

  /// The report over all runs, in the order given, as text; the same bytes for the same results.
  public func render(_ results: [RunResult], options: ReportOptions = ReportOptions()) -> String {
    reporter.render(results.map(\.shortened), options: options)
  }

  /// The reporter that writes this format.
  package var reporter: any Reporter {
    switch self {
    case .json: JSONReport()
    case .junit: JUnitReport()
    case .junitRich: JUnitRichReport()
    case .markdown: MarkdownReport()
    case .github: GitHubReport()
    case .azure: AzureReport()
    case .sarif: SARIFReport()
    case .gitlab: GitLabReport()
    case .ctrf: CTRFReport()
    case .tap: TAPReport()
    case .allure: AllureReport()
    case .html: HTMLReport()
    }
  }
}

/// The formats of `assay drift --report FORMAT=FILE`.
public enum DriftFormat: String, CaseIterable, Sendable {
  /// JSON with stable keys, which a later run can use as its baseline: `contracts/drift.schema.json`.
  case json
  /// Markdown with a table for each operation.
  case markdown
  /// One HTML page that needs no network.
  case html
  /// A unified diff of the available documents that changes them to match the received values.
  case suggest
  /// The body of one tracking issue, which changes only when a difference does.
  case issue
  /// A test case for each operation, as of ``ReportFormat/junit``.
  case junit
  /// JUnit XML with files, lines, properties, and the received values.
  case junitRich = "junit-rich"
  /// Annotations from a GitHub workflow.
  case github
  /// Issues of a job in Azure Pipelines.
  case azure
  /// SARIF 2.1.0, a result for each row.
  case sarif
  /// The Code Quality report of GitLab.
  case gitlab
  /// The Common Test Report Format.
  case ctrf
  /// The Test Anything Protocol, version 13.
  case tap
  /// A folder of result files for Allure.
  case allure

  /// Returns the report in this format; the same report gives the same bytes.
  public func render(_ report: DriftReport) -> String { render([report]) }

  /// Returns one report on all contracts of a run, in the given order; the same reports give the same bytes.
  ///
  /// In the formats that have findings, `gate` decides which drift fails, and `options` has the paths of files.
  public func render(
    _ reports: [DriftReport],
    gate: DriftGate = DriftGate(),
    options: ReportOptions = ReportOptions()
  ) -> String {
    switch self {
    case .json: DriftJSON.render(reports)
    case .markdown: reports.page.markdown()
    case .html: reports.page.html(assay: reports.first?.run.assay ?? "")
    case .suggest: reports.map(DriftSuggestion.render).joined(separator: "\n")
    case .issue: DriftIssue.render(reports)
    case .junit, .junitRich, .github, .azure, .sarif, .gitlab, .ctrf, .tap, .allure:
      ofRuns?.render(reports.map { RunResult(drift: $0, gate: gate) }, options: options) ?? ""
    }
  }

  /// The files of a report that is a folder, with the arguments of `render`; no files for any other format.
  public func files(
    _ reports: [DriftReport],
    gate: DriftGate = DriftGate(),
    options: ReportOptions = ReportOptions()
  ) -> [ReportFile] {
    ofRuns?.files(reports.map { RunResult(drift: $0, gate: gate) }, options: options) ?? []
  }

  /// The format of the same name for the results of a run.
  private var ofRuns: ReportFormat? { ReportFormat(rawValue: rawValue) }
}

/// The formats of the page over all runs in a folder of `--history`.
public enum TimelineFormat: String, CaseIterable, Sendable {
  /// One HTML page that needs no network.
  case html
  /// Markdown with two tables.
  case markdown

  /// The end of the page's file name.
  public var fileExtension: String { self == .html ? "html" : "md" }

  /// The page in this format; `assay` is the version that writes it.
  public func render(_ timeline: DriftTimeline, assay: String) -> String {
    switch self {
    case .html: timeline.page.html(assay: assay)
    case .markdown: timeline.page.markdown()
    }
  }
}
