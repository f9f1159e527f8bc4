import AssayContract
import AssayFindings
import AssayJSON

/// What is promised differently of a stream of events.
enum StreamDiff {
  static func compare(_ old: ContractNode, _ new: ContractNode, _ log: inout ChangeLog) {
    let order = orderChange(old, new)
    compareEvents(old, new, order.isByEvents ? order.breaks : [], &log)
    compareOrders(old, new, order, &log)
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
      ValueDiff.compareRules(subject, event, counterpart, around: (event, counterpart), &log)
    }
    for event in now where !before.contains(where: { $0.name == event.name }) {
      log.note(further.union([.clients]), "event \(event.name)", "the event is new", old["events"] ?? old, event)
    }
  }

  /// What sequences of events are allowed that were not, or the other way round.
  private struct OrderChange {
    var breaks: Set<ContractChange.Party> = []
    /// Whether it is the same order but for the events that come or go, and told with them.
    var isByEvents = false
  }

  private static func order(_ node: ContractNode) -> String? {
    node["order"].flatMap { $0.value.string ?? $0.string("expression") }
  }

  private static func orderChange(_ old: ContractNode, _ new: ContractNode) -> OrderChange {
    guard let before = order(old).flatMap({ try? EventOrder(parsing: $0) }),
      let now = order(new).flatMap({ try? EventOrder(parsing: $0) })
    else { return OrderChange() }
    var change = OrderChange()
    if !before.allowsAll(of: now) { change.breaks.insert(.clients) }
    if !now.allowsAll(of: before) { change.breaks.insert(.backend) }
    let events = Set(old.table("events").map(\.name)).symmetricDifference(new.table("events").map(\.name))
    guard !change.breaks.isEmpty, !events.isEmpty else { return change }
    change.isByEvents = [EventOrder.Omission.forbidden, .overlooked].contains { omission in
      before.allowsAll(of: now, omitting: events, omission) && now.allowsAll(of: before, omitting: events, omission)
    }
    return change
  }

  private static func compareOrders(
    _ old: ContractNode,
    _ new: ContractNode,
    _ change: OrderChange,
    _ log: inout ChangeLog
  ) {
    let places = (old["order"] ?? old, new["order"] ?? new)
    switch (order(old), order(new)) {
    case (nil, nil): break
    case (let was?, nil):
      log.note([.clients], "stream order", "the order `\(was)` is promised no longer", places.0, places.1)
    case (nil, let order?):
      log.note([.backend], "stream order", "the order `\(order)` is promised now", places.0, places.1)
    case (let was?, let order?):
      log.compareLevels(.answer, "stream order", places.0, places.1)
      guard !change.breaks.isEmpty, !change.isByEvents else { break }
      log.note(change.breaks, "stream order", "the order is `\(order)` now, was `\(was)`", places.0, places.1)
    }
  }
}
