package import AssayContract
package import AssayMock
import AssayText

/// The faults with which a mock can break a contract's promises.
package enum Faults {
  /// Returns all faults of `contract`, in the contract's order; the result is always the same.
  package static func all(of contract: Contract) async -> [Fault] {
    await withTaskGroup(of: (Int, [Fault]).self) { group in
      let trial = MockTrial(contract: contract)
      for (index, operation) in contract.operations.enumerated() {
        group.addTask { (index, await FaultDerivation.faults(of: operation, trial)) }
      }
      var faults = [[Fault]](repeating: [], count: contract.operations.count)
      for await (index, derived) in group { faults[index] = derived }
      return faults.flatMap { $0 }
    }
  }

  /// Returns the faults named `names`, each once, after a test that a mock can show them at once. Faults are derived
  /// only for the operations named.
  ///
  /// - Throws: ``MockError/unknown(kind:name:nearest:)`` and ``MockError/clash(_:)``.
  package static func named(_ names: [String], in contract: Contract) async throws(MockError) -> [Fault] {
    let trial = MockTrial(contract: contract)
    var derived: [String: [Fault]] = [:]
    var chosen: [Fault] = []
    for name in names where !chosen.contains(where: { $0.name == name }) {
      for operation in contract.operations where name.hasPrefix(operation.name + ".") {
        if derived[operation.name] == nil {
          derived[operation.name] = await FaultDerivation.faults(of: operation, trial)
        }
      }
      guard let fault = derived.values.lazy.flatMap({ $0 }).first(where: { $0.name == name }) else {
        let all = await all(of: contract).map(\.name)
        throw .unknown(kind: "fault", name: name, nearest: SpellingSuggestion.nearest(to: name, among: all))
      }
      chosen.append(fault)
    }
    if chosen.count > 1, let clash = await FaultCombiner(contract: contract).clash(among: chosen) {
      throw .clash(clash)
    }
    return chosen
  }
}
