import AssayContract
import AssayFindings
import AssayJSON

/// What is promised differently of one operation.
enum OperationDiff {
  static func compare(_ old: ContractNode, _ new: ContractNode, _ log: inout ChangeLog) {
    log.compareLevels(.answer, "", old, new)
    if old.string("server") != new.string("server"), let before = old.string("server"), let now = new.string("server") {
      log.note([.clients], "server", "it is on the server \(now) now, was on \(before)", old, new)
    }
    if let before = old["request"], let now = new["request"] { RequestDiff.compare(before, now, &log) }
    ResponseDiff.compare(old, new, &log)
    ValueDiff.compareRules("answer", old, new, around: (old, new), &log)
    LimitDiff.compare("within", "answer", old, new, &log)
    compareInteractions(old, new, &log)
  }

  private static func compareInteractions(_ old: ContractNode, _ new: ContractNode, _ log: inout ChangeLog) {
    func kind(_ node: ContractNode) -> String {
      node["poll"] != nil ? "polled" : node["stream"] != nil ? "a stream" : "one answer"
    }
    guard kind(old) == kind(new) else {
      log.note([.clients, .backend], "", "it is \(kind(new)) now, was \(kind(old))", old, new)
      return
    }
    if let before = old["poll"], let now = new["poll"] { PollDiff.compare(before, now, &log) }
    if let before = old["stream"], let now = new["stream"] { StreamDiff.compare(before, now, &log) }
  }
}
