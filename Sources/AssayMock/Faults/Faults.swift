package import AssayContract

/// The faults a contract's promises can be broken by.
package enum Faults {
  /// All faults of `contract`, in the contract's order; the same ones each time.
  package static func all(of contract: Contract) -> [Fault] {
    contract.operations.flatMap { faults(of: $0, in: contract) }
  }

  /// The faults named `names`, `nil` for a name of none; those of an operation are derived once, and of others never.
  package static func named(_ names: [String], in contract: Contract) -> [Fault?] {
    var derived: [String: [Fault]] = [:]
    return names.map { name in
      for operation in contract.operations where name.hasPrefix(operation.name + ".") {
        let own = derived[operation.name] ?? faults(of: operation, in: contract)
        derived[operation.name] = own
        if let fault = own.first(where: { $0.name == name }) { return fault }
      }
      return nil
    }
  }

  private static func faults(of operation: Operation, in contract: Contract) -> [Fault] {
    var derivation = FaultDerivation(contract: contract, operation: operation)
    switch operation.interaction {
    case .exchange: derivation.deriveAnswers()
    case .stream(let promise): derivation.deriveStream(promise)
    case .poll(let promise): derivation.derivePoll(promise)
    }
    return derivation.faults
  }
}
