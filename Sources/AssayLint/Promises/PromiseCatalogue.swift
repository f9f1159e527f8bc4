package import AssayContract
import AssayFindings
import AssayJSON
package import AssaySchema

/// All promises of a contract about its backend, in the contract's order, each in words.
package struct PromiseCatalogue: Sendable {
  /// The groups of promises, one for each operation and then one for each scenario; those without a promise are left
  /// out.
  package let groups: [PromiseGroup]
  /// The fields that each schema describes, with their promises, by the byte offset of the schema in the contract.
  package let fields: [Int: SchemaFields]

  /// Lists the promises of `contract`.
  package init(of contract: Contract) {
    var fields: [Int: SchemaFields] = [:]
    let operationsByName = Dictionary(contract.operations.map { ($0.name, $0) }) { first, _ in first }
    let checks = Self.checks(in: contract, operationsByName)
    var operations = contract.operations.filter { checks[$0.name] != [] }.map { operation in
      var list = PromiseList(schemas: contract.schemas)
      list.add(operation)
      fields.merge(list.fields) { first, _ in first }
      let checks = checks[operation.name] ?? []
      return PromiseGroup(
        name: operation.name,
        about: "`\(operation.request.method) \(operation.request.path)`",
        promises: list.promises(checkedIn: checks),
        checks: checks
      )
    }
    let positions = Dictionary(operations.enumerated().map { ($1.name, $0) }) { first, _ in first }
    let scenarios = contract.scenarios.map { scenario in
      PromiseGroup(
        name: scenario.name,
        about: scenario.summary,
        promises: Self.promises(of: scenario, contract, operationsByName, positions, &operations, &fields)
      )
    }
    self.fields = fields
    groups = (operations + scenarios).filter { !$0.promises.isEmpty }
  }

  /// The promises of all groups.
  package var promises: [CataloguedPromise] { groups.flatMap(\.promises) }

  /// Returns, for each operation that steps call, the ids of the checks that judge responses by the operation's own
  /// promises; empty if all steps expect errors instead.
  private static func checks(in contract: Contract, _ operations: [String: Operation]) -> [String: [String]] {
    var checks: [String: [String]] = [:]
    for scenario in contract.scenarios {
      for step in scenario.steps {
        let own = step.isErrorProbe ? [] : ids(of: step, in: scenario, operations[step.operation])
        checks[step.operation, default: []] += own
        for name in step.isErrorProbe ? [] : operations[step.operation]?.furtherOperations(of: step) ?? [] {
          checks[name, default: []] += own
        }
      }
    }
    return checks
  }

  /// Returns the ids of a step's checks: one for each row of its scenario, or a single one.
  private static func ids(of step: Step, in scenario: Scenario, _ operation: Operation?) -> [String] {
    let suffix =
      switch operation?.interaction {
      case .stream where !step.isErrorProbe: "/stream"
      case .poll where !step.isErrorProbe: "/poll"
      default: ""
      }
    return scenario.runNames.map { "\($0)/\(step.id)\(suffix)" }
  }

  /// Returns the promises that a scenario makes itself. If an operation already makes one of them, the scenario's
  /// checks are added to the operation's promise instead.
  private static func promises(
    of scenario: Scenario,
    _ contract: Contract,
    _ operationsByName: [String: Operation],
    _ positions: [String: Int],
    _ operations: inout [PromiseGroup],
    _ fields: inout [Int: SchemaFields]
  ) -> [CataloguedPromise] {
    var own: [CataloguedPromise] = []
    for step in scenario.steps {
      var list = PromiseList(schemas: contract.schemas)
      list.add(step)
      fields.merge(list.fields) { first, _ in first }
      let checks = ids(of: step, in: scenario, operationsByName[step.operation])
      let group = positions[step.operation]
      for promise in list.promises(checkedIn: checks) {
        let same = group.flatMap { group in operations[group].promises.firstIndex { $0.says(promise) } }
        if let group, let same { operations[group].promises[same].checks += checks } else { own.append(promise) }
      }
    }
    var list = PromiseList(schemas: contract.schemas)
    list.add(scenario.invariants)
    return own + list.promises(checkedIn: scenario.runNames.map { "\($0)/invariants" })
  }
}
