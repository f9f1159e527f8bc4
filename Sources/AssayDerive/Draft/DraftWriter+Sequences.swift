import AssayJSON

/// Streams and polls.
extension DraftWriter {
  func stream(_ operation: OperationDraft, _ writer: inout JSONWriter) {
    let index =
      operations.firstIndex {
        $0.target == operation.target && $0.method == operation.method && $0.server == operation.server
      } ?? 0
    writer.key("stream")
    writer.beginObject()
    SchemaWriter.write(operation.sources, &writer)
    if operation.stream.isLines {
      writer.key("format")
      writer.string("ndjson")
    }
    writer.key("events")
    writer.beginObject()
    for event in operation.stream.events { write(event, isLines: operation.stream.isLines, &writer) }
    writer.endObject()
    writer.key("order")
    writer.beginObject()
    writer.key("expression")
    writer.string(order(operation))
    let named = operation.stream.events.filter { !$0.isUnnamed || $0.mark != nil }.flatMap { $0.sources.prefix(1) }
    // An example shows one order; it does not rule out others.
    if !operation.stream.events.allSatisfy({ $0.isListed && $0.isStated }) {
      writer.key("level")
      writer.string("should")
    }
    SchemaWriter.write(named, &writer)
    writer.endObject()
    echoes(operation, operation.stream.events.map(\.shape), &writer)
    examples(of: operation, index, &writer)
    writer.endObject()
  }

  private func write(_ event: OperationDraft.Event, isLines: Bool, _ writer: inout JSONWriter) {
    writer.key(event.name)
    writer.beginObject()
    if !event.isStated {
      writer.key("level")
      writer.string("should")
    }
    if !event.isUnnamed || event.mark != nil { SchemaWriter.write(event.sources, &writer) }
    kind(event, isLines: isLines, &writer)
    if !event.shape.isEmpty {
      var data = event.shape
      // Data without members says nothing of its own: the lines are those that name the event.
      if data.members.isEmpty, data.items.isEmpty, !event.isUnnamed { data.sources = event.sources }
      writer.key("data")
      SchemaWriter().write(data, isMild: false, isInMild: !event.isStated, &writer)
    }
    if event.isFinal {
      writer.key("final")
      writer.bool(true)
    }
    writer.endObject()
  }

  /// The events the mock plays: all that are not final, and the final one that is not a failure.
  private func examples(of operation: OperationDraft, _ index: Int, _ writer: inout JSONWriter) {
    writer.key("examples")
    writer.beginArray()
    let last =
      operation.stream.events.first {
        $0.isFinal && !$0.name.lowercased().contains("err") && !$0.name.lowercased().contains("fail")
      } ?? operation.stream.events.first(where: \.isFinal)
    for event in operation.stream.events.filter({ !$0.isFinal }) + [last].compactMap({ $0 }) {
      writer.beginObject()
      writer.key("event")
      writer.string(event.name)
      writer.key("data")
      if let mark = event.mark {
        writer.raw(ExampleWriter().string(mark.text))
      } else {
        writer.raw(event.shape.isEmpty ? "{}" : examples(index).json(event.shape, event.shape.sample))
      }
      writer.endObject()
    }
    writer.endArray()
  }

  /// Writes the members that distinguish an event from others with the same name or with none.
  private func kind(_ event: OperationDraft.Event, isLines: Bool, _ writer: inout JSONWriter) {
    if !isLines, event.discriminator != nil || event.mark != nil && event.isUnnamed {
      writer.key("name")
      writer.string("message")
    }
    if let member = event.discriminator {
      writer.key("when")
      writer.string("$event.data#/\(member) == '\(event.name)'")
    }
    if let mark = event.mark {
      writer.key("text")
      writer.string(mark.text)
    }
  }

  /// Whatever comes in between, the first first and one of the last at the end.
  func order(_ operation: OperationDraft) -> String {
    let names = operation.stream.events.filter { !$0.isFinal }.map(\.name)
    let lasts = operation.stream.events.filter(\.isFinal).map(\.name)
    let opens: Set<String> = [
      "connected", "open", "opened", "start", "started", "init", "ready", "hello", "accepted", "session",
      "message_start", "begin", "created",
    ]
    var first = ""
    var middle = names
    if let name = names.first, opens.contains(name.lowercased()), names.count + lasts.count > 1 {
      first = Self.quoted(name)
      middle.removeFirst()
    }
    let repeated = middle.isEmpty ? "" : "(" + middle.map(Self.quoted).joined(separator: " | ") + ")*"
    let end =
      lasts.isEmpty
      ? "" : lasts.count == 1 ? Self.quoted(lasts[0]) : "(" + lasts.map(Self.quoted).joined(separator: " | ") + ")"
    return [first, repeated, end].filter { !$0.isEmpty }.joined(separator: " ")
  }

  static func quoted(_ name: String) -> String { name }

  /// Values that repeat a parameter of the path.
  func echoes(_ operation: OperationDraft, _ shapes: [Shape], _ writer: inout JSONWriter) {
    var found: [(String, String, [Source])] = []
    for name in operation.parameters {
      guard
        let shape = shapes.lazy.compactMap({ shape in shape.members.first { $0.name.folded == name.folded } }).first,
        shape.shape.types.isSubset(of: ["string"])
      else { continue }
      found.append((shape.name, name, shape.shape.sources))
    }
    guard !found.isEmpty else { return }
    writer.key("constant")
    writer.beginArray()
    for (member, parameter, sources) in found {
      writer.beginObject()
      writer.key("pointer")
      writer.string("/\(member)")
      writer.key("equals")
      writer.string("$request.path.\(parameter)")
      writer.key("level")
      writer.string("should")
      SchemaWriter.write(sources, &writer)
      writer.endObject()
    }
    writer.endArray()
  }

  func poll(_ index: Int, _ writer: inout JSONWriter) {
    let operation = operations[index]
    writer.key("poll")
    writer.beginObject()
    var sources: [Source] = []
    for source in operation.poll.states.compactMap(\.sources.first) where !sources.contains(source) {
      sources.append(source)
    }
    SchemaWriter.write(sources, &writer)
    writer.key("state")
    writer.string("/" + operation.poll.member.joined(separator: "/"))
    writer.key("states")
    writer.beginObject()
    for state in operation.poll.states {
      writer.key(state.name)
      writer.beginObject()
      if state.isFinal ? !state.isEndStated : state.next.isEmpty {
        writer.key("level")
        writer.string("should")
      }
      SchemaWriter.write(state.sources, &writer)
      if state.isFinal {
        writer.key("final")
        writer.bool(true)
      } else {
        writer.key("next")
        writer.beginArray()
        for name in operation.following(state) { writer.string(name) }
        writer.endArray()
      }
      writer.endObject()
    }
    writer.endObject()
    if let shape = operation.success?.shape { echoes(operation, [shape], &writer) }
    if let interval = operation.poll.interval {
      writer.key("every")
      writer.beginObject()
      writer.key("limit")
      writer.string(interval.text)
      SchemaWriter.write([interval.source], &writer)
      writer.endObject()
    }
    // Guides seldom say how long a job may take; the wait is to end all the same.
    writer.key("within")
    writer.raw("{ \"limit\": \"60s\", \"level\": \"should\" }")
    if let shape = operation.success?.shape {
      writer.key("examples")
      writer.beginArray()
      var filler = examples(index)
      for state in course(operation) {
        filler.members[operation.poll.member] = JSONEscapes.quote(state.name)
        writer.raw(filler.json(shape, shape.sample))
      }
      writer.endArray()
    }
    writer.endObject()
  }

  /// The final state in which a job has done what it was for.
  func goal(_ operation: OperationDraft) -> OperationDraft.State? {
    let good = [
      "completed", "complete", "done", "finished", "success", "succeeded", "ready", "delivered", "approved",
      "published",
    ]
    return operation.poll.states.first { $0.isFinal && good.contains($0.name.lowercased()) }
      ?? operation.poll.states.first(where: \.isFinal)
  }

  /// The states the mock passes through: where arrows lead, from the first of them; from each the first that is stated to follow and was not there yet, the goal last.
  func course(_ operation: OperationDraft) -> [OperationDraft.State] {
    let open = operation.poll.states.filter { !$0.isFinal }
    let behindArrows = Set(open.flatMap(\.next))
    let first =
      open.first { !$0.next.isEmpty && !behindArrows.contains($0.name) } ?? open.first { !$0.next.isEmpty }
      ?? open.first
    var course = [first].compactMap { $0 }
    while let last = course.last {
      let names = operation.following(last)
      guard
        let next = operation.poll.states.first(where: { state in
          !state.isFinal && names.contains(state.name) && !course.contains { $0.name == state.name }
        })
      else { break }
      course.append(next)
    }
    return course + [goal(operation)].compactMap { $0 }
  }
}

extension OperationDraft {
  /// The states that may follow: what arrows tell, and any end, since failures are seldom drawn; any other where nothing is stated.
  func following(_ state: State) -> [String] {
    guard !state.next.isEmpty else { return poll.states.map(\.name).filter { $0 != state.name } }
    return state.next + poll.states.filter { $0.isFinal && !state.next.contains($0.name) }.map(\.name)
  }
}
