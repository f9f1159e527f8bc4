/// The results of a mutation test of a contract: its verdicts on wrong responses (mutants), each made by one change to
/// a conforming response.
public struct ContractAudit: Hashable, Sendable {
  /// The contract's verdict on a wrong response.
  public enum Verdict: String, CaseIterable, Hashable, Sendable {
    /// The contract rejects the mutant: the run fails.
    case killed
    /// The contract only warns: the mutant breaks a `should`.
    case noticed
    /// The contract accepts the mutant: every promise is kept, although the response is wrong.
    case survived
    /// The contract accepts the mutant, correctly, since it does not restrict what changed.
    case equivalent
  }

  /// A wrong response, and the contract's verdict on it.
  public struct Mutant: Hashable, Sendable {
    /// The operation whose response is wrong.
    public var operation: String
    /// The changed place in the response; the same text for all items of a list: `/results/*/score`, `status`, `event
    /// progress /percent`.
    public var place: String
    /// The change at ``place``, to continue a sentence: `is left out`.
    public var change: String
    /// The contract's verdict on the mutant.
    public var verdict: Verdict
    /// The reason why the mutant is equivalent; otherwise empty.
    public var reason: String
    /// The promise to add so that the contract rejects the mutant; `nil` unless it survived.
    public var remedy: Remedy?
    /// The value that was received at the changed place before the change; long values are cut. Empty if the change is
    /// not one of a value, or the mutant did not survive.
    public var received = ""
    /// The document lines that describe the changed place.
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
    /// The object of the contract to which the members are added.
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
  /// All mutants, in the order of the responses they are made from.
  public var mutants: [Mutant]
  /// The `must`s that no scenario judges, with the reasons.
  public var unjudged: [UnjudgedPromise]
  /// The places of promises without which no verdict would change: whenever a mutant broke one, it also broke a
  /// different promise of at least the same level.
  public var redundant: [ContractPlace]
  /// The checks whose original responses do not keep the contract; these are not mutated.
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

  /// The mutants that survived, ordered by their importance for a client.
  public var survivors: [Mutant] {
    let survivors = mutants.filter { $0.verdict == .survived }
    return (0...2).flatMap { rank in survivors.filter { $0.rank == rank } }
  }

  /// Returns the number of mutants with `verdict`.
  public func count(_ verdict: Verdict) -> Int { mutants.count { $0.verdict == verdict } }

  /// The percentage of mutants, except the equivalent ones, that cause a failure or a warning; 0 without mutants.
  public var score: Double {
    let caught = count(.killed) + count(.noticed)
    let all = caught + count(.survived)
    return all == 0 ? 0 : Double(caught) * 100 / Double(all)
  }
}
