/// What came of some scenarios of a plan, before it is told together: a run is made of one of these, or of one from each
/// machine it was shared out among.
package struct RunPart: Hashable, Sendable, Codable {
  /// Which of how many parts it is.
  package var shard: Shard
  /// What the whole plan is known by; the same in all parts of a run.
  package var plan: String
  package var contract: String
  package var title: String
  package var file: String
  package var servers: [RunResult.Server]
  package var documents: [RunResult.Document]
  package var started: String
  package var duration: Duration
  package var isStrict: Bool
  package var isInterrupted: Bool
  package var scenarios: [Scenario]
  /// What became of the promises its checks hold a backend to; `nil` where nobody kept count.
  package var promises: [Promise]?
  /// What is known of the routes of the operations it calls.
  package var routes: [Route] = []
  /// Why findings are known, by what a baseline knows them by.
  package var accepted: [String: Acceptance] = [:]

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
    scenarios: [Scenario],
    promises: [Promise]?
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
    self.scenarios = scenarios
    self.promises = promises
  }

  /// What came of one scenario.
  package struct Scenario: Hashable, Sendable, Codable {
    /// Its place in the whole plan, from 0.
    package var position: Int
    package var checks: [CheckResult]
    /// The findings of all its checks, in their order, each as its check made it.
    package var findings: [Finding]
    /// The ids of steps that were made because others need them.
    package var supporting: [String]

    package init(position: Int, checks: [CheckResult], findings: [Finding], supporting: [String]) {
      self.position = position
      self.checks = checks
      self.findings = findings
      self.supporting = supporting
    }
  }

  /// What became of one promise.
  package struct Promise: Hashable, Sendable, Codable {
    /// Its place in the catalogue of the contract, from 0.
    package var position: Int
    package var fate: PromiseFate
    /// The place in the plan of the first scenario that came to this fate.
    package var scenario: Int
    /// What is to be said of it, where it was kept.
    package var kept: KeptPromise?
    /// What is to be said of it, where it was not judged.
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

  /// What is known of the route of one operation; whether it exists is known once all parts are.
  package struct Route: Hashable, Sendable, Codable {
    package var operation: String
    /// Whether it answered otherwise than a path does that nobody serves.
    package var isShown: Bool
    /// Whether a call that is to succeed was answered as such a path does.
    package var isCalledRightly = false
    /// Whether the run leaves out calls of the contract that are to succeed.
    package var isLeftOut = false
    /// Whether other parts make calls that are to succeed.
    package var isCalledElsewhere = false
    /// What its checks come to where no part shows it; `nil` where they were not all answered as such a path is.
    package var lost: [LostCheck]?

    package init(operation: String, isShown: Bool) {
      self.operation = operation
      self.isShown = isShown
    }
  }

  /// What a check comes to where the route of its operation does not exist.
  package struct LostCheck: Hashable, Sendable, Codable {
    package var check: CheckResult
    package var findings: [Finding]
    /// What that makes of its promises.
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
    var checks = result.checks[...]
    for index in scenarios.indices {
      for position in scenarios[index].checks.indices {
        guard let check = checks.popFirst(), !open.contains(check.id) else { continue }
        scenarios[index].checks[position] = check
      }
    }
  }
}

/// What became of a promise; where several checks come to different fates, the greatest counts.
package enum PromiseFate: Int, Sendable, Comparable, Codable {
  case vacuous, kept, blocked, broken

  package static func < (left: PromiseFate, right: PromiseFate) -> Bool { left.rawValue < right.rawValue }
}

/// Which part of a plan is run, of how many.
public struct Shard: Hashable, Sendable, Codable {
  /// The part, from 1.
  public let index: Int
  /// How many parts there are, at least 1.
  public let count: Int

  /// Makes a shard; `nil` where `index` is not from 1 to `count`.
  public init?(_ index: Int, of count: Int) {
    guard count >= 1, (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  private init() { (index, count) = (1, 1) }

  /// All of a plan in one part.
  package static let whole = Shard()
}
