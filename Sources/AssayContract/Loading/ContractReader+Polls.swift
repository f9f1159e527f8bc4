import AssayFindings
import AssayJSON
import AssayText

extension ContractReader {
  mutating func poll(_ node: ContractNode) -> PollPromise? {
    let stateNodes = node.table("states")
    let names = stateNodes.map(\.name)
    let isState = Set(names.map { ExactText($0) })
    checkStates(node.value["initial"], names, isState, at: node.pointer.appending("initial"))
    for state in stateNodes {
      checkStates(state.value["next"], names, isState, at: state.pointer.appending("next"))
    }
    let examples = node.list("examples").map { pollExample($0) }
    let every = limit(node["every"])
    let within = limit(node["within"])
    guard let state = statePlace(node["state"]) else { return nil }
    // The wait ends somewhere: a default time is a `must`, so that it cannot go on past it.
    var ending = node.promise
    ending.level = .must
    return PollPromise(
      state: state,
      states: stateNodes.map { self.state($0) },
      initial: node.value["initial"].map { $0.items.compactMap(\.string) } ?? [],
      constant: pointerPromises(node.list("constant")),
      nondecreasing: pointerPromises(node.list("nondecreasing")),
      invariants: invariants(node.list("invariants")),
      pace: PollPromise.Pace(
        after: duration(node["after"]) ?? .zero,
        every: every ?? TimeLimit(duration: .seconds(1), text: "1s", promise: node.promise)
      ),
      within: within ?? TimeLimit(duration: .seconds(60), text: "60s", promise: ending),
      stable: promiseSwitch(node["stable"]),
      progress: promiseSwitch(node["progress"]),
      ignoresCase: node.bool("ignoreCase") ?? false,
      tolerance: node["retry"].map { tolerance($0) },
      examples: examples,
      promise: node.promise
    )
  }

  /// Reads the place that contains a job's state: a JSON Pointer into the body, `$statusCode`, or a header field.
  /// Reports any other expression.
  private mutating func statePlace(_ node: ContractNode?) -> StatePlace? {
    guard let node, node.value.string?.hasPrefix("$") == true else {
      return pointer(node?.value, at: node?.pointer ?? JSONPointer()).map { .body($0) }
    }
    guard let expression = expression(node) else { return nil }
    switch expression.references.first?.subject {
    case .exchange(.statusCode) where expression.references.count == 1: return .head(expression)
    case .exchange(.responseHeader) where expression.references.count == 1: return .head(expression)
    case .exchange(.responseBody) where expression.isReference:
      return expression.references.first.map { .body($0.pointer) }
    default:
      log.add(
        .badExpression,
        "`\(expression.text)` is not a valid place for a state",
        help: "write a JSON Pointer into the body, `$statusCode`, or `$response.header.NAME`",
        range: node.value.byteRange,
        pointer: node.pointer
      )
      return nil
    }
  }

  mutating func tolerance(_ node: ContractNode) -> Tolerance {
    let statuses = node.list("on").compactMap { item in
      StatusPattern(item.value.string ?? item.value.int.map(String.init) ?? "")
    }
    return Tolerance(statuses: statuses, atMost: node.value["atMost"]?.int ?? 3)
  }

  /// Reads an answer of the mock: a body, or `$answer` next to a status and header fields.
  private mutating func pollExample(_ node: ContractNode) -> PollExample {
    guard let answer = node["$answer"] else {
      checkTemplate(node, in: .mock)
      return PollExample(body: node.value)
    }
    checkTemplate(answer["body"], in: .mock)
    return PollExample(
      status: answer.value["status"]?.int,
      headers: templates(answer, "headers", in: .mock),
      body: answer.value["body"]
    )
  }

  private mutating func state(_ node: ContractNode) -> StatePromise {
    StatePromise(
      name: node.name,
      next: node.value["next"].map { $0.items.compactMap(\.string) } ?? [],
      isFinal: node.bool("final") ?? false,
      body: schema(node["body"]),
      invariants: invariants(node.list("invariants")),
      promise: node.promise
    )
  }

  private mutating func checkStates(
    _ list: JSONValue?,
    _ known: [String],
    _ isState: Set<ExactText>,
    at pointer: JSONPointer
  ) {
    guard let list else { return }
    for item in list.items where item.kind == .string && !isState.contains(ExactText(item.string ?? "")) {
      noteUnknown("state", plural: "states", .unknownState, item, known: known, at: pointer)
    }
  }

  /// Reads a promise without parameters: its value is a level such as `"must"`, or an object with level and source.
  private func promiseSwitch(_ node: ContractNode?) -> Promise? {
    guard let node else { return nil }
    var promise = node.promise
    if let level = node.value.string.flatMap(Level.init(rawValue:)) { promise.level = level }
    return promise
  }
}
