package import AssayFindings

/// One thing that is promised differently in a newer contract.
package struct ContractChange: Hashable, Sendable {
  /// Whom a change can break: who was written for the old contract and meets the new one.
  package enum Party: String, CaseIterable, Hashable, Sendable {
    /// An app written for the old contract, on a backend that keeps the new one.
    case clients
    /// A backend that keeps the old contract, held against the new one.
    case backend = "the backend"
  }

  /// Whom it breaks; nobody where it is compatible.
  package var breaks: Set<Party>
  /// The operations it touches; none for what belongs to no operation.
  package var operations: [String]
  /// What is promised differently: `answer 200 /results/*/rank`, `state processing`, `request`.
  package var subject: String
  package var message: String
  /// The place in the old contract; of what is new, the place around it.
  package var old: ContractPlace
  /// The place in the new contract; of what is gone, the place around it.
  package var new: ContractPlace

  package init(
    breaks: Set<Party>,
    operations: [String],
    subject: String,
    message: String,
    old: ContractPlace,
    new: ContractPlace
  ) {
    self.breaks = breaks
    self.operations = operations
    self.subject = subject
    self.message = message
    self.old = old
    self.new = new
  }

  /// `breaking for clients`, `compatible`.
  package var verdict: String {
    let parties = Party.allCases.filter(breaks.contains).map(\.rawValue)
    return parties.isEmpty ? "compatible" : "breaking for \(parties.joined(separator: " and "))"
  }
}
