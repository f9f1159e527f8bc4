import AssayJSON
import AssayText

/// Writing of the promises about streams and polls.
extension DraftWriter {
  func stream(_ index: Int) -> DraftTree {
    let operation = operations[index]
    let events = operation.stream.events
    var tree = DraftTree(citing: operation.sources)
    if operation.stream.isLines { tree["format"] = "ndjson" }
    tree["events"] = .object(events.map { ($0.name, event($0, isLines: operation.stream.isLines)) })
    var order: DraftTree = ["expression": .string(Self.order(operation))]
    // An example shows one order; it does not rule out others.
    if !events.allSatisfy({ $0.isListed && $0.isStated }) { order["level"] = "should" }
    order.cite(events.filter { !$0.isUnnamed || $0.mark != nil }.flatMap { $0.sources.prefix(1) })
    tree["order"] = order
    tree.add("constant", echoes(operation, events.map(\.shape)))
    tree["examples"] = .array(played(operation).map { example($0, index) })
    return tree
  }

  private func event(_ event: OperationDraft.Event, isLines: Bool) -> DraftTree {
    var tree: DraftTree = event.isStated ? [:] : ["level": "should"]
    if !event.isUnnamed || event.mark != nil { tree.cite(event.sources) }
    // The members that distinguish it from others with the same name or with none.
    if !isLines, event.discriminator != nil || event.mark != nil && event.isUnnamed { tree["name"] = "message" }
    if let member = event.discriminator {
      tree["when"] = .string("$event.data#/\(member) == " + (event.isFlag ? "true" : "'\(event.name)'"))
    }
    if let mark = event.mark { tree["text"] = .string(mark.text) }
    if !event.shape.isEmpty {
      var data = event.shape
      // Data without members says nothing of its own: the lines are those that name the event.
      if data.members.isEmpty, data.items.isEmpty, !event.isUnnamed { data.sources = event.sources }
      tree["data"] = SchemaWriter().tree(data, isInMild: !event.isStated)
    }
    if event.isFinal { tree["final"] = true }
    return tree
  }

  /// The events the mock plays: all that are not final, and the final one that is not a failure.
  private func played(_ operation: OperationDraft) -> [OperationDraft.Event] {
    let finals = operation.stream.events.filter(\.isFinal)
    let last = finals.first { !$0.isFailure } ?? finals.first
    return operation.stream.events.filter { !$0.isFinal } + [last].compactMap(\.self)
  }

  private func example(_ event: OperationDraft.Event, _ index: Int) -> DraftTree {
    var data = event.discriminator.map { "{\(JSONEscapes.quote($0)):\(JSONEscapes.quote(event.name))}" } ?? "{}"
    if let mark = event.mark {
      data = ExampleWriter().string(mark.text)
    } else if !event.shape.isEmpty {
      data = examples(index).json(event.shape, event.shape.sample)
    }
    return ["event": .string(event.name), "data": .raw(data)]
  }

  private static let opens = CommaSeparated.set(
    """
    connected, open, opened, start, started, init, ready, hello, accepted, session, message_start, begin,
    created
    """
  )

  /// Returns the order of events: an opening event first, any in between, and a final one at the end.
  private static func order(_ operation: OperationDraft) -> String {
    var middle = operation.stream.events.filter { !$0.isFinal }.map(\.name)
    let lasts = operation.stream.events.filter(\.isFinal).map(\.name)
    var first = ""
    if let name = middle.first, opens.contains(name.lowercased()), middle.count + lasts.count > 1 {
      first = name
      middle.removeFirst()
    }
    let repeated = middle.isEmpty ? "" : "(" + middle.joined(separator: " | ") + ")*"
    return [first, repeated, RecordedStream.anyOf(lasts)].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Returns promises that a member of the responses always equals the path parameter of the same name.
  private func echoes(_ operation: OperationDraft, _ shapes: [Shape]) -> DraftTree {
    .array(
      operation.parameters.compactMap { name in
        let members = shapes.lazy.compactMap { shape in shape.members.first { $0.name.folded == name.folded } }
        guard let member = members.first, member.shape.types.isSubset(of: ["string"]) else { return nil }
        return DraftTree(
          [
            "pointer": "/\(member.name)", "equals": "$request.path.\(name)", "level": "should",
          ],
          citing: member.shape.sources
        )
      }
    )
  }

  func poll(_ index: Int) -> DraftTree {
    let operation = operations[index]
    var tree = DraftTree(citing: operation.poll.states.compactMap(\.sources.first))
    if operation.poll.isMemberGuessed { tree["level"] = "should" }
    tree["state"] = operation.poll.isOfStatus ? "$statusCode" : "/\(operation.poll.place)"
    tree["states"] = .object(
      operation.poll.states.map { state in
        var tree: DraftTree = [:]
        if state.isFinal ? !state.isEndStated : state.next.isEmpty { tree["level"] = "should" }
        tree.cite(state.sources)
        if state.isFinal { tree["final"] = true } else { tree["next"] = .strings(operation.following(state)) }
        return (state.name, tree)
      }
    )
    let shape = operation.success?.shape
    tree.add("constant", echoes(operation, [shape].compactMap(\.self)))
    if let interval = operation.poll.interval {
      tree["every"] = DraftTree(["limit": .string(interval.text)], citing: [interval.source])
    }
    // Guides seldom say how long a job may take; the wait is to end all the same.
    tree["within"] = .raw("{ \"limit\": \"60s\", \"level\": \"should\" }")
    var filler = examples(index)
    tree["examples"] = .array(
      course(operation).map { state in
        if operation.poll.isOfStatus { return answer(state.name, index) }
        filler.members[operation.poll.member] = state.json
        if operation.poll.isMemberGuessed { return .raw("{\(JSONEscapes.quote(operation.poll.place)):\(state.json)}") }
        return .raw(shape.map { filler.json($0, $0.sample) } ?? "{}")
      }
    )
    return tree
  }

  /// Returns a response of the mock with a status of its own.
  private func answer(_ status: String, _ index: Int) -> DraftTree {
    var tree: DraftTree = ["status": .raw(status)]
    if let shape = operations[index].answers.first(where: { $0.status == status })?.shape, !shape.isEmpty {
      tree["body"] = .raw(examples(index).json(shape, shape.sample))
    }
    return ["$answer": tree]
  }

  /// Returns the final state in which a job has succeeded.
  func goal(_ operation: OperationDraft) -> OperationDraft.State? {
    let good = [
      "completed", "complete", "done", "finished", "success", "succeeded", "ready", "delivered", "approved",
      "published",
    ]
    let finals = operation.poll.states.filter(\.isFinal)
    return finals.first { good.contains($0.word) } ?? finals.first
  }

  /// Returns the states that the mock's poll passes through. It begins with the first state, continues with the first
  /// listed follower that was not yet visited, and ends with the desired final state.
  private func course(_ operation: OperationDraft) -> [OperationDraft.State] {
    let open = operation.poll.states.filter { !$0.isFinal }
    let behindArrows = Set(open.flatMap(\.next))
    let first =
      open.first { !$0.next.isEmpty && !behindArrows.contains($0.name) } ?? open.first { !$0.next.isEmpty }
      ?? open.first
    var course = [first].compactMap(\.self)
    while let last = course.last {
      let names = operation.following(last)
      guard
        let next = open.first(where: { state in
          names.contains(state.name) && !course.contains { $0.name == state.name }
        })
      else { break }
      course.append(next)
    }
    return course + [goal(operation)].compactMap(\.self)
  }
}

extension OperationDraft {
  /// Returns the states that may follow: those that arrows lead to, and any final state, since failures are seldom
  /// drawn. If nothing is stated, any other state may follow.
  fileprivate func following(_ state: State) -> [String] {
    guard !state.next.isEmpty else { return poll.states.map(\.name).filter { $0 != state.name } }
    return state.next + poll.states.filter { $0.isFinal && !state.next.contains($0.name) }.map(\.name)
  }
}
