import AssayContract
import AssayJSON
import AssayText

/// The rule that the order of a stream names the same events as its list of events.
enum EventOrderRule: LintRule {
  static func check(_ run: inout LintRun) {
    for operation in run.contract.operations {
      guard case .stream(let stream) = operation.interaction, let order = stream.order,
        let node = run.root.descendant(stream.promise.pointer)
      else { continue }
      checkNames(of: order.order, in: node, &run)
      let ordered = Set(order.order.names)
      for event in node.table("events") where !ordered.containsExactly(event.name) {
        run.log.add(
          .unorderedEvent,
          "the order does not mention the event `\(event.name)`, so it may never be sent",
          help: "add it to `order`, or delete the event",
          range: event.range,
          pointer: event.pointer
        )
      }
    }
  }

  private static func checkNames(of order: EventOrder, in stream: ContractNode, _ run: inout LintRun) {
    let known = stream.table("events").map(\.name)
    let value = stream.value["order"].flatMap { $0.kind == .object ? $0["expression"] : $0 }
    for name in order.names where !known.containsExactly(name) {
      guard let value else { continue }
      run.log.add(
        .unknownEvent,
        "the order names the event `\(name)`, which is not in `events`",
        help: SpellingSuggestion.help(for: name, among: known, noun: "the events there are"),
        range: value.byteRange(ofWord: name),
        pointer: stream.pointer.appending("order")
      )
    }
  }
}
