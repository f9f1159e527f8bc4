import AssayJSON
import AssayText

/// Reading of an operation's `mock` section.
extension ContractReader {
  mutating func mock(
    _ node: ContractNode,
    _ interaction: Operation.Interaction,
    within: TimeLimit?
  ) -> MockSection {
    checkDelays(node, within)
    checkEnds(node)
    let stream: StreamPromise? = if case .stream(let promise) = interaction { promise } else { nil }
    return MockSection(
      creates: node.string("creates"),
      key: expression(node["key"], in: .mock),
      ends: node.string("ends"),
      uses: node.table("uses").compactMap { entry in expression(entry, in: .mock).map { (kind: entry.name, key: $0) } },
      sets: sets(node),
      headers: templates(node, "headers", in: .mock),
      delay: duration(node["delay"]) ?? .zero,
      cases: node.list("cases").compactMap { item in
        checkTemplate(item["example"], in: .mock)
        let events = script(item["events"], of: stream)
        return expression(item["when"], in: .mock).map {
          MockCase(
            when: $0,
            sets: sets(item),
            status: item.value["status"]?.int,
            example: item.value["example"],
            headers: templates(item, "headers", in: .mock),
            events: events,
            delay: duration(item["delay"])
          )
        }
      }
    )
  }

  /// Reports delays with which the mock would break the operation's own time limit.
  private mutating func checkDelays(_ node: ContractNode, _ within: TimeLimit?) {
    guard let within else { return }
    for delay in ([node] + node.list("cases")).compactMap({ $0["delay"] }) {
      guard let text = delay.value.string, let duration = Duration(written: text), duration >= within.duration else {
        continue
      }
      log.add(
        .wrongValue,
        "the mock would take \(text), and the operation promises its answer within \(within.text)",
        help: "give it less; a fault of the mock's answers too late",
        range: delay.value.byteRange,
        pointer: delay.pointer
      )
    }
  }

  /// Reports a resource in `ends` that `uses` does not look up.
  private mutating func checkEnds(_ node: ContractNode) {
    guard let ends = node["ends"], let kind = ends.value.string,
      !node.table("uses").contains(where: { $0.name == kind })
    else { return }
    log.add(
      .wrongValue,
      "`ends` names the resource `\(kind)`, which `uses` does not look up",
      help: "add it to `uses` with the expression of its key",
      range: ends.value.byteRange,
      pointer: ends.pointer
    )
  }

  private mutating func sets(_ node: ContractNode) -> [(name: String, value: Expression)] {
    node.table("set").compactMap { entry in expression(entry, in: .mock).map { (name: entry.name, value: $0) } }
  }
}
