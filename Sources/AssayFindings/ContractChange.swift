/// One thing that is promised differently in a newer contract.
public struct ContractChange: Hashable, Sendable {
  /// The party a change can break: one written for the old contract that meets the new one.
  public enum Party: String, CaseIterable, Hashable, Sendable {
    /// An app written for the old contract, on a backend that keeps the new one.
    case clients
    /// A backend that keeps the old contract, held against the new one.
    case backend = "the backend"
  }

  /// A part of an operation.
  public struct Subject: Hashable, Sendable {
    /// Empty for what belongs to no operation.
    public var operation: String
    /// `answer 200 /results/*/rank`, `state processing`, `request`; empty for the operation itself.
    public var part: String

    /// Makes a subject.
    public init(operation: String, part: String) {
      self.operation = operation
      self.part = part
    }
  }

  /// The parties it breaks; empty if it is compatible.
  public var breaks: Set<Party>
  /// The promises that differ, in every place where the contract uses the same words.
  public var subjects: [Subject]
  /// The difference, in a sentence.
  public var message: String
  /// The place in the old contract; of what is new, the place around it.
  public var old: ContractPlace
  /// The place in the new contract; of what is gone, the place around it.
  public var new: ContractPlace

  /// Makes a change.
  public init(
    breaks: Set<Party>,
    subjects: [Subject],
    message: String,
    old: ContractPlace,
    new: ContractPlace
  ) {
    self.breaks = breaks
    self.subjects = subjects
    self.message = message
    self.old = old
    self.new = new
  }

  /// `search: answer 200 /total; upload, status: answer 404`.
  public var place: String {
    var parts: [String] = []
    for subject in subjects where !parts.contains(subject.part) { parts.append(subject.part) }
    return parts.map { part in
      let operations = subjects.filter { $0.part == part }.map(\.operation)
      return [operations.filter { !$0.isEmpty }.joined(separator: ", "), part].filter { !$0.isEmpty }.joined(
        separator: ": "
      )
    }.joined(separator: "; ")
  }

  /// `breaking for clients`, `compatible`.
  public var verdict: String {
    let parties = Party.allCases.filter(breaks.contains).map(\.rawValue)
    return parties.isEmpty ? "compatible" : "breaking for \(parties.joined(separator: " and "))"
  }
}
