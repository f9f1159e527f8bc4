import AssayHTTP

/// The limits of a run: its waiting times, the amount it reads and the number of concurrent scenarios.
public struct RunLimits: Hashable, Sendable {
  /// The longest time for one exchange, above zero; unless another was chosen, a contract may allow more. A stream and a poll have the
  /// time their contract gives them.
  public var timeout = usualTimeout
  /// The largest body of an answer, in bytes after decoding: 32 MiB unless set. What is larger is a finding. Streams have limits of
  /// their own.
  public var mostBody = TransferLimits.usualBody
  /// The memory for what a run keeps of responses, in bytes: 64 MiB unless set. As much is kept of each stream and poll, as
  /// much of what later steps read, and as much of secrets; what goes beyond it cannot be judged.
  public var mostMemory = usualMemory
  /// The longest time for any stream or poll, above zero, whatever the contract allows.
  public var maxWait: Duration?
  /// The time between two polls, above zero, whatever the contract says.
  public var pollEvery: Duration?
  /// The number of concurrent scenarios, from 1 to 4,096; each may have a connection open, as far as the system allows.
  public var jobs = 4
  /// The number of times a broken scenario is run again, from 0; a check that passes then is flaky.
  public var retries = 0

  /// The limits of the command line where it names none.
  public init() {}

  package static let usualTimeout = Duration.seconds(30)
  package static let usualMemory = 64 << 20
}
