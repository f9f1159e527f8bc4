/// The result of checking one backend against its contract; every report is made from it.
public struct RunResult: Sendable, Hashable {
  /// The verdict over the whole run.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    case passed, failed, error, interrupted
  }

  /// The number of checks by result.
  public struct Summary: Sendable, Hashable {
    /// All checks of the plan.
    public var checks = 0
    /// Those that kept every promise.
    public var passed = 0
    /// Those that broke a `must`.
    public var failed = 0
    /// Those that broke no more than a `should`.
    public var warned = 0
    /// Those in which nothing was judged.
    public var unjudged = 0
    /// Those that were not run.
    public var skipped = 0
    /// Those that could not be judged.
    public var errors = 0
    /// The counts of promises by result; zero if they were not counted.
    public var promises = PromiseCounts()

    /// Makes a summary of nothing.
    public init() {}
  }

  /// The version of Assay.
  public var assay: String
  /// The contract's `service`.
  public var contract: String
  /// The contract's title, for people.
  public var title: String
  /// The contract's file as it was named.
  public var file: String
  /// The servers by name, with the URLs the run was pointed at.
  public var servers: [Server]
  /// The verdict.
  public var outcome: Outcome
  /// The checks, in the order of the plan.
  public var checks: [CheckResult]
  /// The findings, in the order of the plan; one a fault.
  public var findings: [Finding]
  /// The fates of all promises of the plan, counted.
  public var promises: PromiseCounts
  /// The promises that were neither kept nor broken, in the order of the catalogue.
  public var unjudged: [UnjudgedPromise]
  /// The promises that were kept, and in how many checks, in the order of the catalogue.
  public var kept: [KeptPromise] = []
  /// The documents the findings cite, by name.
  public var documents: [Document]
  /// The method and the path template of each operation, by its name: `POST /search`; empty where they are not known.
  public var calls: [String: String] = [:]
  /// The steps made because the selected checks need them, before and after scenarios among them. They are not judged.
  public var supporting: [SupportingStep] = []
  /// The environment, the state of the contract and the CI job.
  public var origin = RunOrigin() {
    didSet { part?.origin = origin }
  }
  /// The number of faults of the baseline that were looked for and not found; `nil` without a baseline.
  public var healed: Int? {
    didSet { part?.healed = healed }
  }
  /// The data that the other parts of a run need from this one, if it was one of several.
  package var part: RunPart?
  /// When the run began, RFC 3339; empty where a report must not vary.
  public var started: String
  /// The duration of the run.
  public var duration: Duration

  /// A server of the contract and where the run found it.
  public struct Server: Sendable, Hashable, Codable {
    /// The server's name in the contract.
    public var name: String
    /// Its base URL in this run.
    public var url: String

    /// Makes a server.
    public init(name: String, url: String) {
      self.name = name
      self.url = url
    }
  }

  /// A document of the contract.
  public struct Document: Sendable, Hashable, Codable {
    /// The document's name in the contract, which citations use.
    public var name: String
    /// Its title, for people.
    public var title: String
    /// Its file name.
    public var file: String

    /// Makes a document.
    public init(name: String, title: String, file: String) {
      self.name = name
      self.title = title
      self.file = file
    }
  }

  /// Makes a result.
  public init(
    assay: String,
    contract: String,
    title: String = "",
    file: String = "",
    servers: [Server] = [],
    outcome: Outcome,
    checks: [CheckResult] = [],
    findings: [Finding] = [],
    promises: PromiseCounts = PromiseCounts(),
    unjudged: [UnjudgedPromise] = [],
    documents: [Document] = [],
    started: String = "",
    duration: Duration = .zero
  ) {
    self.assay = assay
    self.contract = contract
    self.title = title
    self.file = file
    self.servers = servers
    self.outcome = outcome
    self.checks = checks
    self.findings = findings
    self.promises = promises
    self.unjudged = unjudged
    self.documents = documents
    self.started = started
    self.duration = duration
  }

  /// The checks counted by status, the promises by fate.
  public var summary: Summary {
    var summary = Summary()
    summary.promises = promises
    for check in checks {
      summary.checks += 1
      switch check.status {
      case .passed: summary.passed += 1
      case .failed: summary.failed += 1
      case .warned: summary.warned += 1
      case .unjudged: summary.unjudged += 1
      case .skipped: summary.skipped += 1
      case .error: summary.errors += 1
      }
    }
    return summary
  }

  /// The findings of one check, its own and those it shares; a walk through all findings.
  public func findings(of check: CheckResult) -> [Finding] {
    findings.filter { $0.check == check.id || $0.alsoIn.contains(check.id) }
  }

  /// The positions of each check's findings, its own and those it shares, in their order: for those who ask of every check.
  package var findingsByCheck: [String: [Int]] {
    var positions: [String: [Int]] = [:]
    for (position, finding) in findings.enumerated() {
      positions[finding.check, default: []].append(position)
      for check in Set(finding.alsoIn) where check != finding.check { positions[check, default: []].append(position) }
    }
    return positions
  }
}
