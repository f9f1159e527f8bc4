import AssayContract
import AssayFindings
import AssayJSON

/// What scenarios promise differently: rules over several calls, what a broken call gets, and what is tried at all.
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
    if old != nil, new != nil {
      compareSequences(before, now, subject, places(around, "steps"))
      compareParallels(before, now, subject, places(around, "steps"))
    }
    for id in before.map(\.id) + now.map(\.id).filter({ id in !before.contains { $0.id == id } }) {
      let pair = (before.first { $0.id == id }, now.first { $0.id == id })
      operation = (pair.1 ?? pair.0)?.operation ?? ""
      compareSteps("\(subject) step \(id)", pair.0, pair.1, holders, isWhole: old != nil && new != nil)
    }
  }

  /// Steps that stand in another order.
  private mutating func compareSequences(_ old: [Step], _ new: [Step], _ subject: String, _ places: Places) {
    let before = old.map(\.id).filter { id in new.contains { $0.id == id } }
    let now = new.map(\.id).filter { id in old.contains { $0.id == id } }
    guard before != now else { return }
    let message = "the steps come as \(now.joined(separator: ", ")) now, came as \(before.joined(separator: ", "))"
    note([], subject, message, places)
  }

  /// Steps that are made at the same time, and were not, or the other way around.
  private mutating func compareParallels(_ old: [Step], _ new: [Step], _ subject: String, _ places: Places) {
    func together(_ steps: [Step], _ others: [Step]) -> [[String]] {
      steps.batches.filter(\.isParallel).map { batch in
        steps[batch.positions].map(\.id).filter { id in others.contains { $0.id == id } }
      }.filter { $0.count > 1 }
    }
    let (before, now) = (together(old, new), together(new, old))
    for ids in now where !before.contains(ids) {
      note([], subject, "the steps \(ids.joined(separator: ", ")) are begun at the same time now", places)
    }
    for ids in before where !now.contains(ids) {
      note([], subject, "the steps \(ids.joined(separator: ", ")) were begun at the same time", places)
    }
  }

  private mutating func compareSteps(
    _ subject: String,
    _ old: Step?,
    _ new: Step?,
    _ holders: (Promise, Promise),
    isWhole: Bool
  ) {
    let inner = (old?.promise ?? holders.0, new?.promise ?? holders.1)
    let places = Places(inner.0, inner.1)
    if let old, let new {
      compare(Compared.step, subject, old, new, places)
    } else if isWhole, self.old.operation(named: operation) != nil, self.new.operation(named: operation) != nil {
      // With the operation goes the step that calls it.
      note([], subject, "the step is \(new == nil ? "gone" : "new")", places)
    }
    compareRules(subject, old?.invariants ?? [], new?.invariants ?? [], inner)
    compareEnds(old?.finalStates ?? [], new?.finalStates ?? [], subject, self.places(places, "finalState"))
    for response in old?.responses ?? [] {
      guard let counterpart = new?.responses?.first(where: { $0.status == response.status }) else { continue }
      comparePromises(response, counterpart, "\(subject) answer \(response.status)", in: inner)
    }
    compareProbes(old?.responses ?? [], new?.responses ?? [], subject, places)
  }

  /// The final states a scenario needs: fewer ask more of the backend; none at all means any will do.
  private mutating func compareEnds(_ old: [String], _ new: [String], _ subject: String, _ places: Places) {
    guard Set(old) != Set(new) else { return }
    var breaks: Parties = []
    if !old.isEmpty, new.isEmpty || !Set(new).isSubset(of: old) { breaks.insert(.clients) }
    if !new.isEmpty, old.isEmpty || !Set(old).isSubset(of: new) { breaks.insert(.backend) }
    func text(_ states: [String]) -> String { states.isEmpty ? "anyhow" : "as \(states.joined(separator: " or "))" }
    note(breaks, subject, "the job ends \(text(new)) now, ended \(text(old))", places)
  }

  private mutating func compareProbes(
    _ old: [ResponsePromise],
    _ new: [ResponsePromise],
    _ subject: String,
    _ places: Places
  ) {
    let (before, now) = (old.map(\.status.description).sorted(), new.map(\.status.description).sorted())
    guard before != now else { return }
    let (were, are) = (before.joined(separator: " or "), now.joined(separator: " or "))
    if before.isEmpty {
      note([.backend], subject, "a broken call is promised \(are)", places)
    } else if now.isEmpty {
      note([.clients], subject, "a broken call is promised \(were) no longer", places)
    } else {
      var breaks: Parties = []
      if now.contains(where: { !before.contains($0) }) { breaks.insert(.clients) }
      if before.contains(where: { !now.contains($0) }) { breaks.insert(.backend) }
      note(breaks, subject, "a broken call gets \(are) now, got \(were)", places)
    }
  }
}
