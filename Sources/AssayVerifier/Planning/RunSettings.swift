import AssayContract
package import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
package import AssayText

/// What a run was asked to do beyond its contract.
package struct RunSettings: Sendable {
  /// URLs that replace those of the contract's servers, by name.
  package var servers: [String: String]
  /// Globs over check ids; empty takes every check.
  package var only: [String]
  /// Globs over check ids to leave out.
  package var skip: [String]
  /// The longest time for one exchange; unless another was chosen, a contract may allow more.
  package var timeout: Duration
  /// The largest body of an answer that is not a stream, in bytes after decoding.
  package var mostBody = usualBody
  /// Caps every stream and poll, whatever the contract allows.
  package var maxWait: Duration?
  /// Replaces the interval of every poll.
  package var pollEvery: Duration?
  /// How many scenarios run at once, at least 1.
  package var jobs: Int
  /// Whether a broken `should` fails its check.
  package var strict: Bool
  /// The servers that are not called.
  package var skippedServers: [String] = []
  /// The tags of which a scenario needs one; empty takes every scenario.
  package var tags: [String] = []
  /// Whether scenarios with the tag `unsafe` are run without being asked for by that tag.
  package var runsUnsafe = false
  /// How often a scenario that breaks is run again, from 0.
  package var retries = 0
  /// Which part of the plan is run; `nil` where it is run in one.
  package var shard: Shard?
  /// How long each check took in an earlier run, by its id: parts are made to take about as long.
  package var timings: [String: Duration] = [:]
  /// What the values `$run` gives requests are made from.
  package var seed: UInt64 = 0
  /// The time of day, for `$run.now`.
  package var now: @Sendable () -> DateTime = { DateTime(millisecondsSinceEpoch: 0) }
  /// The time of day to the millisecond, for rules that read `now()`; where it is `nil`, none of them is judged.
  package var clock: (@Sendable () -> DateTime)?

  package init(
    servers: [String: String] = [:],
    only: [String] = [],
    skip: [String] = [],
    timeout: Duration = usualTimeout,
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

extension RunSettings {
  package static let usualTimeout = Duration.seconds(30)
  package static let usualBody = TransferLimits.usualBody

  /// The limits of one answer that is not a stream.
  func limits(total: Duration) -> TransferLimits { TransferLimits(total: total, bodySize: mostBody) }

  /// The limits of its JSON: as many more values as its body may be larger.
  var answerLimits: JSONLimits {
    var limits = JSONLimits.answer
    limits.values = max(limits.values, limits.values * (mostBody >> 20) / (TransferLimits.usualBody >> 20))
    limits.size = max(limits.size, mostBody)
    return limits
  }

  /// The longest time for one answer of `operation`.
  func timeout(of operation: AssayContract.Operation) -> Duration {
    guard timeout == Self.usualTimeout, let within = operation.within?.duration else { return timeout }
    return max(timeout, within + .seconds(1))
  }
}

extension TimeAllowance {
  /// The time a stream or poll is given where its contract sets none that ends the wait.
  private static let otherwise = Duration.seconds(300)

  /// The time a stream or poll is given by the contract: one that is late by less than a `must` goes on.
  static func allowed(by within: TimeLimit?) -> Duration {
    guard let within else { return otherwise }
    return within.promise.level == .must ? within.duration : max(within.duration, otherwise)
  }

  /// The time a stream or poll is given: the contract's, or the run's cap where that is shorter.
  init(within: TimeLimit?, settings: RunSettings) {
    let allowed = Self.allowed(by: within)
    guard let maxWait = settings.maxWait, maxWait < allowed else {
      self.init(total: allowed)
      return
    }
    self.init(total: maxWait, cap: "--max-wait \(maxWait.written)")
  }
}
