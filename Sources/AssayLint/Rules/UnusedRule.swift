import AssayContract
import AssayJSON
import AssaySchema

/// The rule that reports unused parts: operations that no scenario calls, and shared schemas that nothing refers to.
enum UnusedRule: LintRule {
  static func check(_ run: inout LintRun) {
    let called = run.contract.scenarios.flatMap(\.steps).reduce(into: Set<String>()) { called, step in
      called.insert(step.operation)
      called.formUnion(run.contract.operation(named: step.operation)?.furtherOperations(of: step) ?? [])
    }
    for operation in run.root.table("operations") where !called.contains(operation.name) {
      run.log.add(
        .unusedOperation,
        "no scenario calls the operation `\(operation.name)`, so it is never verified",
        help: "add a step `{ \"operation\": \(JSONEscapes.quote(operation.name)) }` to a scenario",
        range: operation.range,
        pointer: operation.pointer
      )
    }
    let scenarios = run.root.table("scenarios")
    let lists = ["before", "steps", "after"].flatMap { key in ([run.root] + scenarios).flatMap { $0.list(key) } }
    let named = Set(lists.compactMap { $0.string("group") })
    for group in run.root.table("groups") where !named.contains(group.name) {
      run.log.add(
        .unusedDefinition,
        "no scenario runs the steps of the group `\(group.name)`",
        help: "delete it, or use it as a step: { \"group\": \(JSONEscapes.quote(group.name)) }",
        range: group.range,
        pointer: group.pointer
      )
    }
    let needed = schemesNeeded(run.contract)
    for scheme in run.root.table("securitySchemes") where !needed.contains(scheme.name) {
      run.log.add(
        .unusedDefinition,
        "no call needs the security scheme `\(scheme.name)`",
        help: "delete it, or name it in `security`: `[ { \(JSONEscapes.quote(scheme.name)): [] } ]`",
        range: scheme.range,
        pointer: scheme.pointer
      )
    }
    let read = Set(run.uses(in: run.root).flatMap { $0.expression.references.compactMap(\.variableName) })
    for variable in run.root.table("variables") where !read.contains(variable.name) {
      run.log.add(
        .unusedDefinition,
        "nothing reads the variable `\(variable.name)`",
        help: "delete it, or write `$variables.\(variable.name)` where its value belongs",
        range: variable.range,
        pointer: variable.pointer
      )
    }
    let used = usedDefinitions(run)
    for definition in run.root.table("$defs") where !used.contains(definition.name) {
      run.log.add(
        .unusedDefinition,
        "nothing refers to `#/$defs/\(definition.name)`",
        help: "delete it, or use it with `\"$ref\"`",
        range: definition.range,
        pointer: definition.pointer
      )
    }
  }

  private static func schemesNeeded(_ contract: Contract) -> Set<String> {
    let steps = contract.scenarios.flatMap { $0.before + $0.steps + $0.after }.flatMap { $0.call.security ?? [] }
    return Set((contract.operations.flatMap { $0.security.flatMap { $0 } } + steps).map(\.scheme))
  }

  /// Returns the names of the definitions in `$defs` that operations and steps use, directly or through other
  /// definitions.
  private static func usedDefinitions(_ run: LintRun) -> Set<String> {
    var used: Set<String> = []
    var pending = run.sites.filter { $0.node.pointer.tokens.first != "$defs" }.compactMap(\.schema)
    // What tells events apart promises nothing, and is a use all the same.
    for event in run.root.table("operations").flatMap({ $0["stream"]?.table("events") ?? [] }) {
      guard let condition = event["when"] else { continue }
      pending += run.contract.schemas.view(at: condition.pointer)?.written ?? []
    }
    while let schema = pending.popLast() {
      for target in schema.targets where target.pointer.tokens.first == "$defs" {
        guard let name = target.pointer.tokens.dropFirst().first, used.insert(name).inserted,
          let definition = run.contract.schemas.view(at: JSONPointer(tokens: ["$defs", name]))
        else { continue }
        pending += definition.written
      }
    }
    return used
  }
}

extension Reference {
  /// The name of the contract's variable that the reference reads; `nil` if it reads none.
  fileprivate var variableName: String? {
    guard case .variable(let names) = subject, names.first == "variables", names.count > 1 else { return nil }
    return names[1]
  }
}
