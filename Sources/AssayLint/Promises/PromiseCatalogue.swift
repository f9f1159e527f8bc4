package import AssayContract
import AssayFindings
import AssayJSON
import AssaySchema

/// Everything a contract promises of its backend, in the contract's order: one entry a promise a person would name.
package struct PromiseCatalogue: Sendable {
  /// The operations, then the scenarios, those without a promise of their own left out.
  package let groups: [PromiseGroup]

  /// Lists the promises of `contract`.
  package init(of contract: Contract) {
    var operations = contract.operations.filter { Self.isHeld(to: $0, in: contract) }.map { operation in
      var list = PromiseList(schemas: contract.schemas)
      list.add(operation)
      return PromiseGroup(
        name: operation.name,
        about: "`\(operation.request.method) \(operation.request.path)`",
        promises: list.promises(checkedIn: Self.checks(of: operation, in: contract))
      )
    }
    let scenarios = contract.scenarios.map { scenario in
      PromiseGroup(
        name: scenario.name,
        about: scenario.summary,
        promises: Self.promises(of: scenario, contract, &operations)
      )
    }
    groups = (operations + scenarios).filter { !$0.promises.isEmpty }
  }

  /// The promises of all groups.
  package var promises: [CataloguedPromise] { groups.flatMap(\.promises) }

  /// Whether answers are held to the operation's own promises: not where each step that calls it has others.
  private static func isHeld(to operation: Operation, in contract: Contract) -> Bool {
    let steps = contract.scenarios.flatMap(\.steps).filter { $0.operation == operation.name }
    return steps.isEmpty || steps.contains { !$0.isErrorProbe }
  }

  /// The checks that hold answers of `operation` to its own promises; error probes hold them to others.
  private static func checks(of operation: Operation, in contract: Contract) -> [String] {
    contract.scenarios.flatMap { scenario in
      scenario.steps.filter { $0.operation == operation.name && !$0.isErrorProbe }.map { step in
        id(of: step, in: scenario, operation)
      }
    }
  }

  private static func id(of step: Step, in scenario: Scenario, _ operation: Operation?) -> String {
    let base = "\(scenario.name)/\(step.id)"
    guard !step.isErrorProbe else { return base }
    switch operation?.interaction {
    case .stream: return base + "/stream"
    case .poll: return base + "/poll"
    case .exchange, nil: return base
    }
  }

  /// What a scenario promises on top of its operations; what it promises as they do is noted there as checked here, too.
  private static func promises(
    of scenario: Scenario,
    _ contract: Contract,
    _ operations: inout [PromiseGroup]
  ) -> [CataloguedPromise] {
    var own: [CataloguedPromise] = []
    for step in scenario.steps {
      var list = PromiseList(schemas: contract.schemas)
      list.add(step)
      let check = id(of: step, in: scenario, contract.operation(named: step.operation))
      let group = operations.firstIndex { $0.name == step.operation }
      for promise in list.promises(checkedIn: [check]) {
        let same = group.flatMap { group in operations[group].promises.firstIndex { $0.says(promise) } }
        if let group, let same { operations[group].promises[same].checks.append(check) } else { own.append(promise) }
      }
    }
    var list = PromiseList(schemas: contract.schemas)
    list.add(scenario.invariants)
    return own + list.promises(checkedIn: ["\(scenario.name)/invariants"])
  }
}
