package import AssayContract

/// The faults a contract's promises can be broken by.
package enum Faults {
  /// All faults of `contract`, in the contract's order; the same ones each time.
  package static func all(of contract: Contract) -> [Fault] {
    contract.operations.flatMap { faults(of: $0, in: contract) }
  }

  /// The fault named `name`, found without deriving those of other operations.
  package static func named(_ name: String, in contract: Contract) -> Fault? {
    for operation in contract.operations where name.hasPrefix(operation.name + ".") {
      if let fault = faults(of: operation, in: contract).first(where: { $0.name == name }) { return fault }
    }
    return nil
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
