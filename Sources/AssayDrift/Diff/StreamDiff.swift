import AssayContract
import AssayJSON

/// What is promised differently of a stream of events.
enum StreamDiff {
  static func compare(_ old: ContractNode, _ new: ContractNode, _ log: inout ChangeLog) {
    let further = compareOrders(old, new, &log)
    compareEvents(old, new, further, &log)
    ValueDiff.compare("stream", old, new, &log)
    for key in ["first", "silence", "within"] { LimitDiff.compare(key, "stream", old, new, &log) }
  }

  /// Compares event by event; an event that comes or goes breaks `further` parties by what it does to the order.
  private static func compareEvents(
    _ old: ContractNode,
    _ new: ContractNode,
    _ further: Set<ContractChange.Party>,
    _ log: inout ChangeLog
  ) {
    let (before, now) = (old.table("events"), new.table("events"))
    for event in before {
      let subject = "event \(event.name)"
      guard let counterpart = now.first(where: { $0.name == event.name }) else {
        log.note(further.union([.backend]), subject, "the event is gone", event, new["events"] ?? new)
        continue
      }
      log.compareLevels(.answer, subject, event, counterpart)
      func ending(_ node: ContractNode) -> String {
        node.value["final"]?.bool == true ? "always" : node.string("finalWhen").map { "where \($0)" } ?? "never"
      }
      if ending(event) != ending(counterpart) {
        let message = "it ends the stream \(ending(counterpart)) now, did \(ending(event))"
        log.note([.clients, .backend], subject, message, event, counterpart)
      }
      ResponseDiff.compareBodies(event["data"], counterpart["data"], subject, (event, counterpart), &log)
      ValueDiff.compareRules(subject, event, counterpart, &log)
    }
    for event in now where !before.contains(where: { $0.name == event.name }) {
      log.note(further.union([.clients]), "event \(event.name)", "the event is new", old["events"] ?? old, event)
    }
  }

  /// Returns whom the order breaks where it changed by the events that come or go, and is not told by itself.
  private static func compareOrders(
    _ old: ContractNode,
    _ new: ContractNode,
    _ log: inout ChangeLog
  ) -> Set<ContractChange.Party> {
    func text(_ node: ContractNode) -> String? { node["order"]?.value.string ?? node["order"]?.string("expression") }
    switch (text(old), text(new)) {
    case (nil, nil): break
    case (let was?, nil):
      log.note([.clients], "stream order", "the order `\(was)` is promised no longer", old["order"] ?? old, new)
    case (nil, let order?):
      log.note([.backend], "stream order", "the order `\(order)` is promised now", old, new["order"] ?? new)
    case (let was?, let order?):
      let places = (old["order"] ?? old, new["order"] ?? new)
      log.compareLevels(.answer, "stream order", places.0, places.1)
      guard let before = try? EventOrder(parsing: was), let now = try? EventOrder(parsing: order) else { break }
      var breaks: Set<ContractChange.Party> = []
      if !before.allowsAll(of: now) { breaks.insert(.clients) }
      if !now.allowsAll(of: before) { breaks.insert(.backend) }
      guard !breaks.isEmpty else { break }
      let events = Set(old.table("events").map(\.name)).symmetricDifference(new.table("events").map(\.name))
      let isSame = [EventOrder.Omission.forbidden, .overlooked].contains { omission in
        before.allowsAll(of: now, omitting: events, omission) && now.allowsAll(of: before, omitting: events, omission)
      }
      if isSame { return breaks }
      log.note(breaks, "stream order", "the order is `\(order)` now, was `\(was)`", places.0, places.1)
    }
    return []
  }
}
