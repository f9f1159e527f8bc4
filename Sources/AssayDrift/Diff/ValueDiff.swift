import AssayContract
import AssayJSON

/// What is promised differently of values over several answers or events.
enum ValueDiff {
  static func compare(_ subject: String, _ old: ContractNode, _ new: ContractNode, _ log: inout ChangeLog) {
    for (key, what) in [("constant", "constant value at"), ("nondecreasing", "never falling value at")] {
      log.comparePromises(what, subject, old.list(key), new.list(key), around: (old, new)) { node in
        let pointer = node.value.string ?? node.string("pointer") ?? ""
        return node.string("equals").map { "\(pointer), equal to \($0)," } ?? pointer
      }
    }
    compareRules(subject, old, new, &log)
  }

  static func compareRules(_ subject: String, _ old: ContractNode, _ new: ContractNode, _ log: inout ChangeLog) {
    log.comparePromises("rule", subject, old.list("invariants"), new.list("invariants"), around: (old, new)) {
      $0.string("rule") ?? ""
    }
  }
}
