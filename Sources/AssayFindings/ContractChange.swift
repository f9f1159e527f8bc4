/// A difference between the promises of two versions of a contract.
public struct ContractChange: Hashable, Sendable {
  /// A party that was written for the old contract and can break because of a change.
  public enum Party: String, CaseIterable, Hashable, Sendable {
    /// An app written for the old contract, on a backend that keeps the new one.
    case clients
    /// A backend that keeps the old contract, checked against the new one.
    case backend = "the backend"
  }

  /// A part of an operation.
  public struct Subject: Hashable, Sendable {
    /// The operation's name; empty if the promise belongs to no operation.
    public var operation: String
    /// The part of the operation: `answer 200 /results/*/rank`, `state processing`, `request`; empty for the operation
    /// itself.
    public var part: String

    /// Makes a subject.
    public init(operation: String, part: String) {
      self.operation = operation
      self.part = part
    }
  }

  /// The parties that the change breaks; empty if it is compatible.
  public var breaks: Set<Party>
  /// The operations and parts to which the difference applies; several if they share the changed text of the contract.
  public var subjects: [Subject]
  /// The difference, in a sentence.
  public var message: String
  /// The place in the old contract; for an addition, the enclosing place.
  public var old: ContractPlace
  /// The place in the new contract; for a removal, the enclosing place.
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

  /// The operations and parts that differ: `search: answer 200 /total; upload, status: answer 404`.
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

  /// The verdict in words: `breaking for clients`, `compatible`.
  public var verdict: String {
    let parties = Party.allCases.filter(breaks.contains).map(\.rawValue)
    return parties.isEmpty ? "compatible" : "breaking for \(parties.joined(separator: " and "))"
  }
}
