/// The contract's verdicts on wrong responses: conforming ones, each with one change.
public struct ContractAudit: Hashable, Sendable {
  /// The contract's verdict on a wrong response.
  public enum Verdict: String, CaseIterable, Hashable, Sendable {
    /// The run fails.
    case killed
    /// A `should` is broken.
    case noticed
    /// Every promise is kept.
    case survived
    /// Every promise is kept, and rightly: what changed is left open.
    case equivalent
  }

  /// One wrong response, and what became of it.
  public struct Mutant: Hashable, Sendable {
    /// The operation whose response is wrong.
    public var operation: String
    /// The wrong place, the same for all items of a list: `/results/*/score`, `status`, `event progress /percent`.
    public var place: String
    /// The fault at that place, such as `is left out`.
    public var change: String
    /// The contract's verdict on it.
    public var verdict: Verdict
    /// Why it is equivalent; otherwise empty.
    public var reason: String
    /// The promise to add so that the contract fails it; `nil` unless it survived.
    public var remedy: Remedy?
    /// The lines of documents that the wrong place rests on.
    public var sources: [Citation] = []
    /// The rank of the place for a client: 0 for data it is documented to use, 1 for required data, 2 for the rest.
    public var rank = 1

    /// Makes a mutant.
    public init(
      operation: String,
      place: String,
      change: String,
      verdict: Verdict,
      reason: String = "",
      remedy: Remedy? = nil
    ) {
      self.operation = operation
      self.place = place
      self.change = change
      self.verdict = verdict
      self.reason = reason
      self.remedy = remedy
    }
  }

  /// A promise to add to the contract.
  public struct Remedy: Hashable, Sendable {
    /// The members to add, as JSON: `"minLength": 1`.
    public var text: String
    /// The object of the contract to add them to.
    public var place: ContractPlace

    /// Makes a remedy.
    public init(_ text: String, at place: ContractPlace) {
      self.text = text
      self.place = place
    }
  }

  /// The contract's `service`.
  public var service: String
  /// The contract's file.
  public var file: String
  /// All mutants, in the order of the responses they are made of.
  public var mutants: [Mutant]
  /// The `must`s that no scenario judges, with the reasons.
  public var unjudged: [UnjudgedPromise]
  /// The promises without which no verdict changes: another one of at least their level always broke with them.
  public var redundant: [ContractPlace]
  /// The checks whose own responses do not keep the contract; nothing is changed in them.
  public var broken: [String]

  /// Makes an audit.
  public init(
    service: String,
    file: String,
    mutants: [Mutant] = [],
    unjudged: [UnjudgedPromise] = [],
    redundant: [ContractPlace] = [],
    broken: [String] = []
  ) {
    self.service = service
    self.file = file
    self.mutants = mutants
    self.unjudged = unjudged
    self.redundant = redundant
    self.broken = broken
  }

  /// The mutants that survived, those first that a client meets first.
  public var survivors: [Mutant] {
    let survivors = mutants.filter { $0.verdict == .survived }
    return (0...2).flatMap { rank in survivors.filter { $0.rank == rank } }
  }

  /// Returns the number of mutants with `verdict`.
  public func count(_ verdict: Verdict) -> Int { mutants.count { $0.verdict == verdict } }

  /// The percentage of mutants, without the equivalent ones, that fail or warn; 0 without any.
  public var score: Double {
    let caught = count(.killed) + count(.noticed)
    let all = caught + count(.survived)
    return all == 0 ? 0 : Double(caught) * 100 / Double(all)
  }
}
