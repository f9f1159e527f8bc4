import AssayContract
import AssayFindings
import AssayJSON

/// What is promised differently of values over several answers or events.
enum ValueDiff {
  static func compare(_ subject: String, _ old: ContractNode, _ new: ContractNode, _ log: inout ChangeLog) {
    for (key, what) in [("constant", "constant value at"), ("nondecreasing", "never falling value at")] {
      func pointer(_ node: ContractNode) -> String { node.value.string ?? node.string("pointer") ?? "" }
      log.comparePromises(
        what,
        subject,
        old.list(key),
        new.list(key),
        around: (old, new),
        text: { node in node.string("equals").map { "\(pointer(node)), equal to \($0)," } ?? pointer(node) },
        key: pointer
      )
    }
    compareRules(subject, old, new, around: (old, new), &log)
  }

  /// Compares the rules of two nodes, `around` which one of them is where the other has none.
  static func compareRules(
    _ subject: String,
    _ old: ContractNode?,
    _ new: ContractNode?,
    around: (ContractNode, ContractNode),
    _ log: inout ChangeLog
  ) {
    log.comparePromises(
      "rule",
      subject,
      old?.list("invariants") ?? [],
      new?.list("invariants") ?? [],
      around: around,
      text: { $0.string("rule") ?? "" }
    )
  }
}
