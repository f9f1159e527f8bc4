import AssayContract
import AssayJSON

/// The rule that operations with the same method and path can be distinguished by their requests.
enum OperationRule: LintRule {
  static func check(_ run: inout LintRun) {
    let operations = run.root.table("operations")
    for (name, first) in OperationSelector(run.contract).indistinguishable {
      guard let node = operations.first(where: { $0.name.isExactly(name) }) else { continue }
      run.log.add(
        .indistinguishableOperation,
        "`\(name)` and `\(first)` have the same method and path",
        help:
          "give each a constant of its own: a header field's value, or `const` in the schema of a query parameter or a member "
          + "of the body",
        range: node.range,
        pointer: node.pointer
      )
    }
  }
}
