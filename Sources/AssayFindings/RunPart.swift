/// The result of some scenarios of a plan, before it is merged: a run is made of one of these, or of one from each
/// machine it was shared out among.
package struct RunPart: Hashable, Sendable, Codable {
  /// The number of this part, and of all parts.
  package var shard: Shard
  /// The identity of the whole plan; the same in all parts of a run.
  package var plan: String
  package var contract: String
  package var title: String
  package var file: String
  package var servers: [RunResult.Server]
  package var documents: [RunResult.Document]
  /// The calls of all operations, in the order of the contract.
  package var calls: [Call] = []
  package var origin = RunOrigin()
  /// The number of faults of the baseline that its checks looked for and did not find; `nil` without a baseline.
  package var healed: Int?
  package var started: String
  package var duration: Duration
  package var isStrict: Bool
  package var isInterrupted: Bool
  /// The scenarios, in the order of the plan.
  package private(set) var scenarios: [Scenario] = []
  /// The checks of all its scenarios, in their order: in one piece, so that the result of a run is made without a copy.
  package var checks: [CheckResult] = []
  /// The findings of all those checks, in their order, each as its check made it.
  package var findings: [Finding] = []
  /// The results of the promises that its checks verify; `nil` if they were not counted.
  package var promises: [Promise]?
  /// The facts known about the routes of the operations it calls.
  package var routes: [Route] = []
  /// The faults that are known, each with the reason.
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
    /// As in `POST /search`.
    package var target: String

    package init(operation: String, target: String) {
      self.operation = operation
      self.target = target
    }
  }

  /// A fault that is known.
  package struct AcceptedFault: Hashable, Sendable, Codable {
    package var identity: FindingIdentity
    package var acceptance: Acceptance

    package init(identity: FindingIdentity, acceptance: Acceptance) {
      self.identity = identity
      self.acceptance = acceptance
    }
  }

  /// The checks and findings that one scenario has in the part.
  package struct Scenario: Hashable, Sendable, Codable {
    /// Its place in the whole plan, from 0.
    package var position: Int
    /// The number of its own checks.
    package var checks: Int
    /// The number of its own findings.
    package var findings: Int
    /// The steps that were made because others need them.
    package var supporting: [SupportingStep]
  }

  /// The result of one scenario.
  package struct ScenarioResult: Sendable {
    /// Its place in the whole plan, from 0.
    package var position: Int
    package var checks: ArraySlice<CheckResult>
    /// The findings of all its checks, in their order.
    package var findings: ArraySlice<Finding>
    /// The steps that were made because others need them.
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

  /// Appends the result of a scenario to those before it in the plan.
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

  /// The results of its scenarios, one by one.
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

  /// The result of one promise.
  package struct Promise: Hashable, Sendable, Codable {
    /// Its place in the catalogue of the contract, from 0.
    package var position: Int
    package var fate: PromiseFate
    /// The place in the plan of the first scenario that came to this fate.
    package var scenario: Int
    /// The entry for reports, if it was kept.
    package var kept: KeptPromise?
    /// The entry for reports, if it was not judged.
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

  /// The facts known about the route of one operation; only all parts together show if it exists.
  package struct Route: Hashable, Sendable, Codable {
    package var operation: String
    /// True if its answer differs from that of an unserved path.
    package var isShown: Bool
    /// True if a call that should succeed was answered like an unserved path.
    package var isCalledRightly = false
    /// True if the run leaves out calls of the contract that should succeed.
    package var isLeftOut = false
    /// True if other parts make calls that should succeed.
    package var isCalledElsewhere = false
    /// The results of its checks if no part shows it; `nil` if not all were answered like an unserved path.
    package var lost: [LostCheck]?

    package init(operation: String, isShown: Bool) {
      self.operation = operation
      self.isShown = isShown
    }
  }

  /// The result of a check if the route of its operation does not exist.
  package struct LostCheck: Hashable, Sendable, Codable {
    package var check: CheckResult
    package var findings: [Finding]
    /// The resulting fates of its promises.
    package var promises: [Promise]

    package init(check: CheckResult, findings: [Finding], promises: [Promise]) {
      self.check = check
      self.findings = findings
      self.promises = promises
    }
  }

  /// Takes over what became of the checks of `result`, which was made of this part, since then; of those whose routes may
  /// not exist the other parts know more.
  package mutating func update(with result: RunResult) {
    isInterrupted = result.outcome == .interrupted
    let open = Set(routes.flatMap { $0.lost ?? [] }.map(\.check.id))
    for (index, check) in result.checks.enumerated() where index < checks.count && !open.contains(check.id) {
      checks[index] = check
    }
  }
}

/// The fate of a promise; if several checks have different fates, the greatest counts.
package enum PromiseFate: Int, Sendable, Comparable, Codable {
  case vacuous, kept, blocked, broken

  package static func < (left: PromiseFate, right: PromiseFate) -> Bool { left.rawValue < right.rawValue }
}
