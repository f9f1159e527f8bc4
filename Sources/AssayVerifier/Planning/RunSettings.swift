/// What a run was asked to do beyond its contract.
package struct RunSettings: Sendable {
  /// URLs that replace those of the contract's servers, by name.
  package var servers: [String: String]
  /// Globs over check ids; empty takes every check.
  package var only: [String]
  /// Globs over check ids to leave out.
  package var skip: [String]
  /// The longest time for one exchange.
  package var timeout: Duration
  /// Caps every stream and poll, whatever the contract allows.
  package var maxWait: Duration?
  /// Replaces the interval of every poll.
  package var pollEvery: Duration?
  /// How many scenarios run at once, at least 1.
  package var jobs: Int
  /// Whether a broken `should` fails its check.
  package var strict: Bool
  /// The tags of which a scenario needs one; empty takes every scenario.
  package var tags: [String] = []
  /// How often a scenario that breaks is run again, from 0.
  package var retries = 0

  package init(
    servers: [String: String] = [:],
    only: [String] = [],
    skip: [String] = [],
    timeout: Duration = .seconds(30),
    maxWait: Duration? = nil,
    pollEvery: Duration? = nil,
    jobs: Int = 4,
    strict: Bool = false
  ) {
    self.servers = servers
    self.only = only
    self.skip = skip
    self.timeout = timeout
    self.maxWait = maxWait
    self.pollEvery = pollEvery
    self.jobs = max(1, jobs)
    self.strict = strict
  }
}
