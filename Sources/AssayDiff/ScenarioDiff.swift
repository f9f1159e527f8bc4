import AssayContract
import AssayFindings
import AssayJSON

/// What scenarios promise differently: rules over several calls, and what a broken call gets.
enum ScenarioDiff {
  static func compare(_ old: ContractNode, _ new: ContractNode, _ log: inout ChangeLog) {
    let (before, now) = (old.table("scenarios"), new.table("scenarios"))
    let around = (old["scenarios"] ?? old, new["scenarios"] ?? new)
    for scenario in before {
      let counterpart = now.first { $0.name == scenario.name }
      compare(scenario.name, scenario, counterpart, around, &log)
    }
    for scenario in now where !before.contains(where: { $0.name == scenario.name }) {
      compare(scenario.name, nil, scenario, around, &log)
    }
    log.operation = ""
  }

  private static func compare(
    _ name: String,
    _ old: ContractNode?,
    _ new: ContractNode?,
    _ around: (ContractNode, ContractNode),
    _ log: inout ChangeLog
  ) {
    let places = (old ?? around.0, new ?? around.1)
    let subject = "scenario \(name)"
    log.operation = ""
    ValueDiff.compareRules(subject, old, new, around: places, &log)
    let (before, now) = (steps(old), steps(new))
    for id in before.map(\.id) + now.map(\.id).filter({ id in !before.contains { $0.id == id } }) {
      let pair = (before.first { $0.id == id }?.node, now.first { $0.id == id }?.node)
      log.operation = (pair.1 ?? pair.0)?.string("operation") ?? ""
      compareStep("\(subject) step \(id)", pair.0, pair.1, places, &log)
    }
  }

  private static func compareStep(
    _ subject: String,
    _ old: ContractNode?,
    _ new: ContractNode?,
    _ around: (ContractNode, ContractNode),
    _ log: inout ChangeLog
  ) {
    let places = (old ?? around.0, new ?? around.1)
    ValueDiff.compareRules(subject, old, new, around: places, &log)
    func statuses(_ node: ContractNode?) -> [String] { node?.table("responses").map(\.name).sorted() ?? [] }
    let (before, now) = (statuses(old), statuses(new))
    for response in old?.table("responses") ?? [] {
      guard let counterpart = new?.table("responses").first(where: { $0.name == response.name }) else { continue }
      ResponseDiff.comparePromises(response, counterpart, "\(subject) answer \(response.name)", &log)
    }
    guard before != now else { return }
    if before.isEmpty {
      log.note([.backend], subject, "a broken call is promised \(now.joined(separator: " or "))", places.0, places.1)
    } else if now.isEmpty {
      let was = before.joined(separator: " or ")
      log.note([.clients], subject, "a broken call is promised \(was) no longer", places.0, places.1)
    } else {
      var breaks: Set<ContractChange.Party> = []
      if now.contains(where: { !before.contains($0) }) { breaks.insert(.clients) }
      if before.contains(where: { !now.contains($0) }) { breaks.insert(.backend) }
      let message = "a broken call gets \(now.joined(separator: " or ")) now, got \(before.joined(separator: " or "))"
      log.note(breaks, subject, message, places.0, places.1)
    }
  }

  private static func steps(_ scenario: ContractNode?) -> [(id: String, node: ContractNode)] {
    scenario?.list("steps").map { ($0.string("stepId") ?? $0.string("operation") ?? "", $0) } ?? []
  }
}
