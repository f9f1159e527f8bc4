package import AssayContract
package import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
package import AssayText

/// The options of a run beyond its contract.
package struct RunSettings: Sendable {
  /// The URLs to use instead of those in the contract, by server name.
  package var servers: [String: String]
  /// The selection of the checks to make.
  package var selection = CheckSelection()
  /// The limits on waiting times, response sizes and concurrency.
  package var limits = RunLimits()
  /// True if a check fails even if only a `should` is broken.
  package var strict: Bool
  /// The duration of each check in an earlier run, by id; used to divide a run into parts that take about the same
  /// time.
  package var timings: [String: Duration] = [:]
  /// The seed of the values that `$run` gives requests.
  package var seed: UInt64 = 0
  /// The time of day, for `$run.now`.
  package var now: @Sendable () -> DateTime = { DateTime(millisecondsSinceEpoch: 0) }
  /// The time of day to the millisecond, for rules that read `now()`; if it is `nil`, those rules are not judged.
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
  /// Returns the address of `server`, which `contract` names.
  func baseURL(of server: String, in contract: Contract) -> String {
    servers[server] ?? contract.servers.first { $0.name == server }?.url ?? ""
  }

  /// Returns the limits for a response that is not a stream.
  func limits(total: Duration) -> TransferLimits { TransferLimits(total: total, bodySize: limits.mostBody) }

  /// The limits for parsing a JSON response: the number of values grows in proportion to the largest body allowed.
  var answerLimits: JSONLimits {
    var json = JSONLimits.answer
    json.values = max(json.values, json.values * (limits.mostBody >> 20) / (TransferLimits.usualBody >> 20))
    json.size = max(json.size, limits.mostBody)
    return json
  }

  /// Returns the longest time for which the stream or the job of `operation` is followed; zero if it is neither.
  package func longestWait(for operation: AssayContract.Operation) -> Duration {
    switch operation.interaction {
    case .exchange: .zero
    case .stream(let stream): TimeAllowance(of: stream, settings: self).total
    case .poll(let poll): TimeAllowance(within: poll.within, settings: self).total
    }
  }

  /// Returns the longest time to wait for one response of `operation`.
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
  /// The longest time to wait for a stream or poll if its contract sets no time limit, or only one that does not end
  /// the wait.
  private static let otherwise = Duration.seconds(300)

  /// Returns the longest time to wait for a stream or poll by the contract's limit `within`. A limit below `must` does
  /// not end the wait.
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

  /// Creates the time limit of a stream or poll: the contract's, or the run's cap if that is shorter.
  init(within: TimeLimit?, settings: RunSettings) {
    let allowed = Self.allowed(by: within)
    guard let maxWait = settings.limits.maxWait, maxWait < allowed else {
      self.init(total: allowed)
      return
    }
    self.init(total: maxWait, cap: "--max-wait \(maxWait.written)")
  }
}
