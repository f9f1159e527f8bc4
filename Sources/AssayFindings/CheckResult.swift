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
    /// Nothing in it was judged: none of its promises applied to what was received. A failure under `--strict`.
    case unjudged
    /// It was not run; the reason says why.
    case skipped
    /// A `must` of it could not be judged: no server answered, the request could not be made, or another fault stood in
    /// the way.
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
  /// The time from its first request to the end of its last answer, the waits of a poll included.
  public var duration: Duration
  /// The reason why it was skipped, not judged or not fully requested; empty otherwise.
  public var reason: String
  /// True if none of its `must`s could be judged, so that its conformance is unknown.
  public var isBlocked = false
  /// The part that could not be judged, besides what failed; `nil` if all of it was judged.
  package var obstacle: String?
  /// What its promises that could not be judged follow from, if all of them follow from something and nothing in it failed.
  package var causes: [UnjudgedPromise.Cause]?
  /// The place of the step in the contract.
  public var place: ContractPlace?
  /// The request and the answer in a few lines, for reports that show them; kept only where a finding was made.
  public var transcript: String
  /// The drawings of the observed data, for reports that draw; kept only if there is a finding.
  public var illustrations: [Illustration]

  /// The request as a command line for a shell, secrets as variables; kept only where a finding was made.
  public var command = ""
  /// The ids of the checks whose calls have to be made before ``command``, in order.
  public var needs: [String] = []
  /// The faults of the attempts before this one, one entry an attempt; empty if it was made once.
  public var earlier: [String] = []

  /// Its start, and the checks that ran at the same time; `nil` if it ran alone.
  public var concurrency: Concurrency?

  /// Checks that started at the same time.
  public struct Concurrency: Sendable, Hashable, Codable {
    /// When the first call of the check began, from the beginning of the run.
    public var start: Duration
    /// The ids of the others.
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
