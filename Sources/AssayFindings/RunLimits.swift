import AssayHTTP

/// The limits of a run: its waiting times, the amount it reads and the number of concurrent scenarios.
public struct RunLimits: Hashable, Sendable {
  /// The longest time for one exchange, above zero. A contract may allow more, unless this was set explicitly. Streams
  /// and polls have the time that their contract gives them.
  public var timeout = usualTimeout
  /// The largest body of an answer, in bytes after decoding: 32 MiB unless set. A larger body is a finding. Streams
  /// have separate limits.
  public var mostBody = TransferLimits.usualBody
  /// The memory for what a run keeps of responses, in bytes: 64 MiB unless set. As much is kept of each stream and poll, as
  /// much of what later steps read, and as much of secrets; what goes beyond it cannot be judged.
  public var mostMemory = usualMemory
  /// The longest time for any stream or poll, above zero, regardless of the contract.
  public var maxWait: Duration?
  /// The time between two polls, above zero, regardless of the contract.
  public var pollEvery: Duration?
  /// The number of concurrent scenarios, from 1 to 4,096. Each may have a connection open, within the limits of the
  /// system.
  public var jobs = 4
  /// The number of times that a failed scenario is run again, from 0; a check that then passes is flaky.
  public var retries = 0

  /// Makes the default limits of the command line.
  public init() {}

  package static let usualTimeout = Duration.seconds(30)
  package static let usualMemory = 64 << 20
}
