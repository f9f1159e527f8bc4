/// The results of some scenarios of a run. The result of the whole run is made from one part, or from the parts of all
/// machines that shared the run.
package struct RunPart: Hashable, Sendable, Codable {
  /// The number of this part, and the number of all parts.
  package var shard: Shard
  /// A checksum of the run's whole plan; equal in all parts of one run.
  package var plan: String
  package var contract: String
  package var title: String
  package var file: String
  package var servers: [RunResult.Server]
  package var documents: [RunResult.Document]
  /// The method and path template of each operation, in the order of the contract.
  package var calls: [Call] = []
  package var origin = RunOrigin()
  /// The number of faults listed in the baseline that this part's checks no longer found; `nil` without a baseline.
  package var healed: Int?
  package var started: String
  package var duration: Duration
  package var isStrict: Bool
  package var isInterrupted: Bool
  /// The scenarios that this part ran, in the order of the plan.
  package private(set) var scenarios: [Scenario] = []
  /// The results of all checks, in order. They are in one array for all scenarios, so that the result of a run is made
  /// without copying.
  package var checks: [CheckResult] = []
  /// The findings of all checks, in order, not yet merged.
  package var findings: [Finding] = []
  /// The results of the promises that the part's checks verify; `nil` if they were not counted.
  package var promises: [Promise]?
  /// The observations about whether the routes of the called operations exist.
  package var routes: [Route] = []
  /// The faults that a baseline accepts, each with the reason.
  package var accepted: [AcceptedFault] = []

  package init(
    shard: Shard,
    plan: String,
    contract: String,
    title: String,
    file: String,
    servers: [RunResult.Server],
    documents: [RunResult.Document],
    started: String,
    duration: Duration,
    isStrict: Bool,
    isInterrupted: Bool,
    promises: [Promise]? = nil
  ) {
    self.shard = shard
    self.plan = plan
    self.contract = contract
    self.title = title
    self.file = file
    self.servers = servers
    self.documents = documents
    self.started = started
    self.duration = duration
    self.isStrict = isStrict
    self.isInterrupted = isInterrupted
    self.promises = promises
  }

  /// The method and the path template of an operation.
  package struct Call: Hashable, Sendable, Codable {
    /// The operation's name.
    package var operation: String
    /// The method and path template, such as `POST /search`.
    package var target: String

    package init(operation: String, target: String) {
      self.operation = operation
      self.target = target
    }
  }

  /// The identity of a known fault, and its acceptance in a baseline.
  package struct AcceptedFault: Hashable, Sendable, Codable {
    package var identity: FindingIdentity
    package var acceptance: Acceptance

    package init(identity: FindingIdentity, acceptance: Acceptance) {
      self.identity = identity
      self.acceptance = acceptance
    }
  }

  /// The position of a scenario in the plan, and how many of the part's checks and findings belong to it.
  package struct Scenario: Hashable, Sendable, Codable {
    /// The scenario's position in the whole plan, from 0.
    package var position: Int
    /// The number of the scenario's checks.
    package var checks: Int
    /// The number of the scenario's findings.
    package var findings: Int
    /// The steps that were run only because other steps need them.
    package var supporting: [SupportingStep]
  }

  /// The result of one scenario.
  package struct ScenarioResult: Sendable {
    /// The scenario's position in the whole plan, from 0.
    package var position: Int
    package var checks: ArraySlice<CheckResult>
    /// The findings of all the scenario's checks, in order.
    package var findings: ArraySlice<Finding>
    /// The steps that were run only because other steps need them.
    package var supporting: [SupportingStep]

    package init(
      position: Int,
      checks: ArraySlice<CheckResult>,
      findings: ArraySlice<Finding>,
      supporting: [SupportingStep] = []
    ) {
      self.position = position
      self.checks = checks
      self.findings = findings
      self.supporting = supporting
    }
  }

  /// Appends the result of a scenario to those of earlier scenarios of the plan.
  package mutating func append(_ result: ScenarioResult) {
    scenarios.append(
      Scenario(
        position: result.position,
        checks: result.checks.count,
        findings: result.findings.count,
        supporting: result.supporting
      )
    )
    checks += result.checks
    findings += result.findings
  }

  /// The result of each scenario, with its slice of ``checks`` and ``findings``.
  package var results: [ScenarioResult] {
    var (checks, findings) = (checks[...], findings[...])
    return scenarios.map { scenario in
      defer {
        checks = checks.dropFirst(scenario.checks)
        findings = findings.dropFirst(scenario.findings)
      }
      return ScenarioResult(
        position: scenario.position,
        checks: checks.prefix(scenario.checks),
        findings: findings.prefix(scenario.findings),
        supporting: scenario.supporting
      )
    }
  }

  /// The fate of one promise (kept, broken, vacuous or blocked) in this part of the run.
  package struct Promise: Hashable, Sendable, Codable {
    /// The promise's position in the catalogue of the contract, from 0.
    package var position: Int
    package var fate: PromiseFate
    /// The position in the plan of the first scenario with this fate.
    package var scenario: Int
    /// The entry for reports, if the promise was kept.
    package var kept: KeptPromise?
    /// The entry for reports, if the promise was not judged.
    package var unjudged: UnjudgedPromise?

    package init(
      position: Int,
      fate: PromiseFate,
      scenario: Int,
      kept: KeptPromise?,
      unjudged: UnjudgedPromise?
    ) {
      self.position = position
      self.fate = fate
      self.scenario = scenario
      self.kept = kept
      self.unjudged = unjudged
    }
  }

  /// The observations about whether the route of an operation exists, which only all parts together can decide.
  package struct Route: Hashable, Sendable, Codable {
    package var operation: String
    /// True if a response differs from that of a path that is not served, which proves that the route exists.
    package var isShown: Bool
    /// True if a call that should succeed got a response like that of a path that is not served.
    package var isCalledRightly = false
    /// True if the run's selection leaves out calls of the operation that should succeed.
    package var isLeftOut = false
    /// True if other parts of the run make calls of the operation that should succeed.
    package var isCalledElsewhere = false
    /// The results of the operation's checks for the case that its route does not exist; `nil` if a response shows that
    /// it may exist.
    package var lost: [LostCheck]?

    package init(operation: String, isShown: Bool) {
      self.operation = operation
      self.isShown = isShown
    }
  }

  /// The result of a check for the case that the route of its operation does not exist.
  package struct LostCheck: Hashable, Sendable, Codable {
    package var check: CheckResult
    package var findings: [Finding]
    /// The fates of the check's promises in that case.
    package var promises: [Promise]

    package init(check: CheckResult, findings: [Finding], promises: [Promise]) {
      self.check = check
      self.findings = findings
      self.promises = promises
    }
  }

  /// Updates the part from `result`, which was made from it and then changed. Checks whose routes may not exist are not
  /// updated, since the other parts decide about them.
  package mutating func update(with result: RunResult) {
    isInterrupted = result.outcome == .interrupted
    let open = Set(routes.flatMap { $0.lost ?? [] }.map(\.check.id))
    for (index, check) in result.checks.enumerated() where index < checks.count && !open.contains(check.id) {
      checks[index] = check
    }
  }
}

/// The result of testing a promise; if several checks have different results, the last in this order counts: `vacuous`
/// (nothing to test), `kept`, `blocked` (could not be judged), `broken`.
package enum PromiseFate: Int, Sendable, Comparable, Codable {
  case vacuous, kept, blocked, broken

  package static func < (left: PromiseFate, right: PromiseFate) -> Bool { left.rawValue < right.rawValue }
}
