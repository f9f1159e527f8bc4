/// The result of one check.
public struct CheckResult: Sendable, Hashable, Codable {
  /// The status of a check after a run.
  public enum Status: String, Sendable, Hashable, CaseIterable, Codable {
    /// Every promise was kept, or only `may` findings were made.
    case passed
    /// A `must` was broken, or a `should` under `--strict`.
    case failed
    /// A `should` was broken.
    case warned
    /// Nothing was judged: none of the check's promises applied to what was received. A failure under `--strict`.
    case unjudged
    /// The check was not run; the result's `reason` says why.
    case skipped
    /// A `must` of the check could not be judged: no server answered, the request could not be made, or a different
    /// fault prevented it.
    case error
  }

  /// The check's stable id: `scenario/step`, `scenario/step/poll`, `scenario/step/stream`, `scenario`.
  public var id: String
  /// The operation's name; empty for a check over a whole scenario.
  public var operation: String
  /// The scenario's name.
  public var scenario: String
  /// The verdict.
  public var status: Status
  /// The time from the check's first request to the end of its last answer, including the pauses of a poll.
  public var duration: Duration
  /// The reason why the check was skipped, not judged or not fully requested; empty otherwise.
  public var reason: String
  /// True if none of the check's `must`s could be judged, so that conformance is unknown.
  public var isBlocked = false
  /// The reason why a part of a failed check could not be judged; `nil` if all of it was judged.
  package var obstacle: String?
  /// What its promises that could not be judged follow from, if all of them follow from something and nothing in it failed.
  package var causes: [UnjudgedPromise.Cause]?
  /// The place of the step in the contract.
  public var place: ContractPlace?
  /// The request and the response as a short text, for reports that show them; empty unless there is a finding.
  public var transcript: String
  /// Drawings of the received data, such as a time line of events, for graphical reports; empty unless there is a
  /// finding.
  public var illustrations: [Illustration]

  /// The request as a shell command, with secrets as variables; kept only if there is a finding.
  public var command = ""
  /// The ids of the checks whose calls must be made before ``command``, in order.
  public var needs: [String] = []
  /// The faults of earlier attempts, one entry per attempt; empty if there was only one attempt.
  public var earlier: [String] = []

  /// The start of the check, and the checks that ran at the same time; `nil` if it ran alone.
  public var concurrency: Concurrency?

  /// Checks that started at the same time.
  public struct Concurrency: Sendable, Hashable, Codable {
    /// The time from the beginning of the run to the first call of the check.
    public var start: Duration
    /// The ids of the other checks.
    public var others: [String]

    /// Makes the concurrency of a check.
    public init(start: Duration, others: [String]) {
      self.start = start
      self.others = others
    }
  }

  /// True if an earlier attempt failed and the last one passed.
  public var isFlaky: Bool { !earlier.isEmpty && (status == .passed || status == .warned) }

  /// Makes a result.
  public init(
    id: String,
    operation: String = "",
    scenario: String = "",
    status: Status,
    duration: Duration = .zero,
    reason: String = "",
    place: ContractPlace? = nil,
    transcript: String = "",
    illustrations: [Illustration] = []
  ) {
    self.id = id
    self.operation = operation
    self.scenario = scenario
    self.status = status
    self.duration = duration
    self.reason = reason
    self.place = place
    self.transcript = transcript
    self.illustrations = illustrations
  }
}
