/// The result of checking one backend against its contract; every report is made from it.
public struct RunResult: Sendable, Hashable {
  /// The verdict over the whole run.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    case passed, failed, error, interrupted
  }

  /// The number of checks by result.
  public struct Summary: Sendable, Hashable {
    /// The number of all checks of the plan.
    public var checks = 0
    /// The number of checks that kept every promise.
    public var passed = 0
    /// The number of checks that broke a `must`.
    public var failed = 0
    /// The number of checks that broke a `should` but no `must`.
    public var warned = 0
    /// The number of checks in which nothing was judged.
    public var unjudged = 0
    /// The number of checks that were not run.
    public var skipped = 0
    /// The number of checks that could not be judged.
    public var errors = 0
    /// The counts of promises by result; zero if they were not counted.
    public var promises = PromiseCounts()

    /// Makes a summary with zero counts.
    public init() {}
  }

  /// The version of Assay.
  public var assay: String
  /// The contract's `service`.
  public var contract: String
  /// The contract's title, for people.
  public var title: String
  /// The name of the contract's file, as given.
  public var file: String
  /// The servers by name, with the URLs used in the run.
  public var servers: [Server]
  /// The verdict.
  public var outcome: Outcome
  /// The checks, in the order of the plan.
  public var checks: [CheckResult]
  /// The findings, in the order of the plan; one for each fault.
  public var findings: [Finding]
  /// The number of the plan's promises that were kept, broken, vacuous (nothing to test) and blocked (not judged).
  public var promises: PromiseCounts
  /// The promises that were neither kept nor broken, in the order of the catalogue.
  public var unjudged: [UnjudgedPromise]
  /// The promises that were kept, each with its number of checks, in the order of the catalogue.
  public var kept: [KeptPromise] = []
  /// The documents cited by the findings, by name.
  public var documents: [Document]
  /// The method and the path template of each operation, by its name: `POST /search`; empty if they are not known.
  public var calls: [String: String] = [:]
  /// The steps that were run because the selected checks need them, including those before and after scenarios. They
  /// are not judged.
  public var supporting: [SupportingStep] = []
  /// The environment, the state of the contract and the CI job.
  public var origin = RunOrigin() {
    didSet { part?.origin = origin }
  }
  /// The number of faults listed in the baseline that the run no longer found; `nil` without a baseline.
  public var healed: Int? {
    didSet { part?.healed = healed }
  }
  /// The results as one part of a run, to be combined with the other parts; `nil` if the run is not divided.
  package var part: RunPart?
  /// The time at which the run began, in RFC 3339; empty if reports must not vary.
  public var started: String
  /// The duration of the run.
  public var duration: Duration

  /// A server of the contract, with its URL in the run.
  public struct Server: Sendable, Hashable, Codable {
    /// The server's name in the contract.
    public var name: String
    /// The server's base URL in this run.
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
    /// The document's title, for people.
    public var title: String
    /// The document's file name.
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

  /// The number of checks by status, and of promises by result.
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

  /// Returns the findings of one check, including those shared with other checks. Each call searches all findings.
  public func findings(of check: CheckResult) -> [Finding] {
    findings.filter { $0.check == check.id || $0.alsoIn.contains(check.id) }
  }

  /// For each check, by id, the positions of its findings in ``findings``, including those shared with other checks.
  package var findingsByCheck: [String: [Int]] {
    var positions: [String: [Int]] = [:]
    for (position, finding) in findings.enumerated() {
      positions[finding.check, default: []].append(position)
      for check in Set(finding.alsoIn) where check != finding.check { positions[check, default: []].append(position) }
    }
    return positions
  }
}
