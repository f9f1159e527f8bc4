import AssayContract
package import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
package import AssayText

/// The options of a run beyond its contract.
package struct RunSettings: Sendable {
  /// URLs that replace those of the contract's servers, by name.
  package var servers: [String: String]
  /// The checks that are made.
  package var selection = CheckSelection()
  /// The limits of the run's waiting, reading and concurrency.
  package var limits = RunLimits()
  /// True if a broken `should` fails its check.
  package var strict: Bool
  /// The time each check took in an earlier run, by its id: parts are made to take about as long.
  package var timings: [String: Duration] = [:]
  /// The seed of the values that `$run` gives requests.
  package var seed: UInt64 = 0
  /// The time of day, for `$run.now`.
  package var now: @Sendable () -> DateTime = { DateTime(millisecondsSinceEpoch: 0) }
  /// The time of day to the millisecond, for rules that read `now()`; where it is `nil`, none of them is judged.
  package var clock: (@Sendable () -> DateTime)?

  package init(
    servers: [String: String] = [:],
    only: [String] = [],
    skip: [String] = [],
    timeout: Duration = RunLimits.usualTimeout,
    maxWait: Duration? = nil,
    pollEvery: Duration? = nil,
    jobs: Int = 4,
    strict: Bool = false
  ) {
    self.servers = servers
    self.strict = strict
    selection.only = only
    selection.skip = skip
    limits.timeout = timeout
    limits.maxWait = maxWait
    limits.pollEvery = pollEvery
    limits.jobs = jobs
  }
}

extension RunSettings {
  /// The limits of one answer that is not a stream.
  func limits(total: Duration) -> TransferLimits { TransferLimits(total: total, bodySize: limits.mostBody) }

  /// The limits of its JSON: as many more values as its body may be larger.
  var answerLimits: JSONLimits {
    var json = JSONLimits.answer
    json.values = max(json.values, json.values * (limits.mostBody >> 20) / (TransferLimits.usualBody >> 20))
    json.size = max(json.size, limits.mostBody)
    return json
  }

  /// The longest time for one answer of `operation`.
  func timeout(of operation: AssayContract.Operation) -> Duration {
    if case .stream(let stream) = operation.interaction, stream.isEndless {
      return min(limits.timeout, TimeAllowance(of: stream, settings: self).total)
    }
    guard limits.timeout == RunLimits.usualTimeout, let within = operation.within?.duration else {
      return limits.timeout
    }
    return max(limits.timeout, within + .seconds(1))
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

  /// The time for which a client listens to a stream that has no end, where the contract does not say it.
  private static let listening = Duration.seconds(2)

  /// The time a stream is given: one without an end is listened to, and not waited for.
  init(of stream: StreamPromise, settings: RunSettings) {
    if stream.isEndless {
      self.init(total: min(stream.within?.duration ?? Self.listening, settings.limits.maxWait ?? .seconds(1 << 40)))
    } else {
      self.init(within: stream.within, settings: settings)
    }
  }

  /// The time a stream or poll is given: the contract's, or the run's cap where that is shorter.
  init(within: TimeLimit?, settings: RunSettings) {
    let allowed = Self.allowed(by: within)
    guard let maxWait = settings.limits.maxWait, maxWait < allowed else {
      self.init(total: allowed)
      return
    }
    self.init(total: maxWait, cap: "--max-wait \(maxWait.written)")
  }
}
