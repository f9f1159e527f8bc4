import AssayContract
import AssayFindings
import AssayJSON

/// Comparisons of the promises of scenarios: rules over several calls, the answers to invalid calls, and the scenarios
/// themselves.
extension ChangeLog {
  mutating func compareScenarios(_ around: Places) {
    operation = ""
    compareEntries(
      old.scenarios,
      new.scenarios,
      name: \.name,
      gone: { $0.compare($1.name, $1, nil, around.from($1.promise)) },
      come: { $0.compare($1.name, nil, $1, around.to($1.promise)) },
      both: { $0.compare($1.name, $1, $2, Places($1.promise, $2.promise)) }
    )
    operation = ""
  }

  private mutating func compare(_ name: String, _ old: Scenario?, _ new: Scenario?, _ around: Places) {
    let subject = "scenario \(name)"
    let holders = (old?.promise ?? Promise(pointer: around.old), new?.promise ?? Promise(pointer: around.new))
    operation = ""
    if old == nil { note([], subject, "the scenario is new", around) }
    if new == nil { note([], subject, "the scenario is gone", around) }
    compareRules(subject, old?.invariants ?? [], new?.invariants ?? [], holders)
    let (before, now) = (old?.steps ?? [], new?.steps ?? [])
    if let old, let new {
      let keys = ["before", "after", "cookies", "tags"]
      compareSurroundings(subject, self.old.value(of: old), self.new.value(of: new), keys, around)
      claim(around, "examples")
      claimGroups(around)
      compareRows(old.rows, new.rows, subject, places(around, "examples"))
      compareSequences(before, now, subject, places(around, "steps"))
      compareParallels(before, now, subject, places(around, "steps"))
    }
    let ids = before.map(\.id)
    let (steps, others) = (Self.byID(before), Self.byID(now))
    for id in ids + now.map(\.id).filter({ steps[$0] == nil }) {
      let pair = (steps[id], others[id])
      operation = (pair.1 ?? pair.0)?.operation ?? ""
      compareSteps("\(subject) step \(id)", pair.0, pair.1, holders, isWhole: old != nil && new != nil)
    }
  }

  /// Marks references to groups of steps as compared. The steps of a group are compared as steps of the scenario.
  private mutating func claimGroups(_ around: Places) {
    let places = around.inside("steps")
    for position in 0..<(old.document.root[places.old]?.count ?? 0) {
      claims.old.insert(["group"], of: places.old.appending(position))
    }
    for position in 0..<(new.document.root[places.new]?.count ?? 0) {
      claims.new.insert(["group"], of: places.new.appending(position))
    }
  }

  private static func byID(_ steps: [Step]) -> [String: Step] {
    Dictionary(steps.map { ($0.id, $0) }) { first, _ in first }
  }

  /// Compares the rows of a scenario. The values that rules read from them are part of the promise, so that either
  /// party may break.
  private mutating func compareRows(_ old: [ExampleRow], _ new: [ExampleRow], _ subject: String, _ places: Places) {
    compareEntries(
      old,
      new,
      name: \.name,
      gone: { $0.note([], subject, "the row `\($1.name)` is gone", places) },
      come: { $0.note([], subject, "the row `\($1.name)` is new", places) },
      both: { log, before, now in
        guard before.value != now.value else { return }
        let message = "the row `\(now.name)` is \(now.value.brief) now, was \(before.value.brief)"
        log.note([.clients, .backend], subject, message, places)
      }
    )
  }

  /// Compares the order of steps.
  private mutating func compareSequences(_ old: [Step], _ new: [Step], _ subject: String, _ places: Places) {
    let (olds, news) = (old.map(\.id), new.map(\.id))
    let before = olds.filter(Set(news).contains)
    let now = news.filter(Set(olds).contains)
    guard before != now else { return }
    let message = "the order of steps is now \(now.joined(separator: ", ")), was \(before.joined(separator: ", "))"
    note([], subject, message, places)
  }

  /// Compares which steps run in parallel.
  private mutating func compareParallels(_ old: [Step], _ new: [Step], _ subject: String, _ places: Places) {
    func together(_ steps: [Step], _ others: [Step]) -> [[String]] {
      let ids = Set(others.map(\.id))
      return steps.batches.filter(\.isParallel).map { batch in
        steps[batch.positions].map(\.id).filter(ids.contains)
      }.filter { $0.count > 1 }
    }
    let (before, now) = (together(old, new), together(new, old))
    for ids in now where !before.contains(ids) {
      note([], subject, "the steps \(ids.joined(separator: ", ")) now start at the same time", places)
    }
    for ids in before where !now.contains(ids) {
      note([], subject, "the steps \(ids.joined(separator: ", ")) started at the same time", places)
    }
  }
}

extension Contract {
  /// Returns the JSON value of the scenario in the contract.
  fileprivate func value(of scenario: Scenario) -> JSONValue? { document.root[scenario.promise.pointer] }
}
