import AssayJSON
import AssayText

/// Writing of the promises about streams and polls.
extension DraftWriter {
  func stream(_ operation: OperationDraft, _ writer: inout JSONWriter) {
    let index =
      operations.firstIndex {
        $0.target == operation.target && $0.method == operation.method && $0.server == operation.server
      } ?? 0
    writer.beginObject("stream")
    SchemaWriter.write(operation.sources, &writer)
    if operation.stream.isLines {
      writer.member("format", "ndjson")
    }
    writer.beginObject("events")
    for event in operation.stream.events { write(event, isLines: operation.stream.isLines, &writer) }
    writer.endObject()
    writer.beginObject("order")
    writer.member("expression", order(operation))
    let named = operation.stream.events.filter { !$0.isUnnamed || $0.mark != nil }.flatMap { $0.sources.prefix(1) }
    // An example shows one order; it does not rule out others.
    if !operation.stream.events.allSatisfy({ $0.isListed && $0.isStated }) {
      writer.member("level", "should")
    }
    SchemaWriter.write(named, &writer)
    writer.endObject()
    echoes(operation, operation.stream.events.map(\.shape), &writer)
    examples(of: operation, index, &writer)
    writer.endObject()
  }

  private func write(_ event: OperationDraft.Event, isLines: Bool, _ writer: inout JSONWriter) {
    writer.beginObject(event.name)
    if !event.isStated {
      writer.member("level", "should")
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
      writer.member("final", true)
    }
    writer.endObject()
  }

  /// The events the mock plays: all that are not final, and the final one that is not a failure.
  private func examples(of operation: OperationDraft, _ index: Int, _ writer: inout JSONWriter) {
    writer.beginArray("examples")
    let last =
      operation.stream.events.first {
        $0.isFinal && !$0.name.lowercased().contains("err") && !$0.name.lowercased().contains("fail")
      } ?? operation.stream.events.first(where: \.isFinal)
    for event in operation.stream.events.filter({ !$0.isFinal }) + [last].compactMap({ $0 }) {
      writer.beginObject()
      writer.member("event", event.name)
      writer.key("data")
      if let mark = event.mark {
        writer.raw(ExampleWriter().string(mark.text))
      } else {
        let least = event.discriminator.map { "{\(JSONEscapes.quote($0)):\(JSONEscapes.quote(event.name))}" } ?? "{}"
        writer.raw(event.shape.isEmpty ? least : examples(index).json(event.shape, event.shape.sample))
      }
      writer.endObject()
    }
    writer.endArray()
  }

  /// Writes the members that distinguish an event from others with the same name or with none.
  private func kind(_ event: OperationDraft.Event, isLines: Bool, _ writer: inout JSONWriter) {
    if !isLines, event.discriminator != nil || event.mark != nil && event.isUnnamed {
      writer.member("name", "message")
    }
    if let member = event.discriminator {
      writer.member("when", "$event.data#/\(member) == '\(event.name)'")
    }
    if let mark = event.mark {
      writer.member("text", mark.text)
    }
  }

  private static let opens = CommaSeparated.set(
    """
    connected, open, opened, start, started, init, ready, hello, accepted, session, message_start, begin,
    created
    """
  )

  /// Returns the order of events: an opening event first, any in between, and a final one at the end.
  func order(_ operation: OperationDraft) -> String {
    let names = operation.stream.events.filter { !$0.isFinal }.map(\.name)
    let lasts = operation.stream.events.filter(\.isFinal).map(\.name)

    var first = ""
    var middle = names
    if let name = names.first, Self.opens.contains(name.lowercased()), names.count + lasts.count > 1 {
      first = name
      middle.removeFirst()
    }
    let repeated = middle.isEmpty ? "" : "(" + middle.joined(separator: " | ") + ")*"
    let end = lasts.count > 1 ? "(" + lasts.joined(separator: " | ") + ")" : lasts.first ?? ""
    return [first, repeated, end].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Writes promises that a member of the responses always equals the path parameter of the same name.
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
    writer.beginArray("constant")
    for (member, parameter, sources) in found {
      writer.beginObject()
      writer.member("pointer", "/\(member)")
      writer.member("equals", "$request.path.\(parameter)")
      writer.member("level", "should")
      SchemaWriter.write(sources, &writer)
      writer.endObject()
    }
    writer.endArray()
  }

  func poll(_ index: Int, _ writer: inout JSONWriter) {
    let operation = operations[index]
    writer.beginObject("poll")
    var sources: [Source] = []
    for source in operation.poll.states.compactMap(\.sources.first) where !sources.contains(source) {
      sources.append(source)
    }
    SchemaWriter.write(sources, &writer)
    writer.member("state", "/" + operation.poll.member.joined(separator: "/"))
    writer.beginObject("states")
    for state in operation.poll.states {
      writer.beginObject(state.name)
      if state.isFinal ? !state.isEndStated : state.next.isEmpty {
        writer.member("level", "should")
      }
      SchemaWriter.write(state.sources, &writer)
      if state.isFinal {
        writer.member("final", true)
      } else {
        writer.member("next", operation.following(state))
      }
      writer.endObject()
    }
    writer.endObject()
    if let shape = operation.success?.shape { echoes(operation, [shape], &writer) }
    if let interval = operation.poll.interval {
      writer.beginObject("every")
      writer.member("limit", interval.text)
      SchemaWriter.write([interval.source], &writer)
      writer.endObject()
    }
    // Guides seldom say how long a job may take; the wait is to end all the same.
    writer.member("within", raw: "{ \"limit\": \"60s\", \"level\": \"should\" }")
    if let shape = operation.success?.shape {
      writer.beginArray("examples")
      var filler = examples(index)
      for state in course(operation) {
        filler.members[operation.poll.member] = JSONEscapes.quote(state.name)
        writer.raw(filler.json(shape, shape.sample))
      }
      writer.endArray()
    }
    writer.endObject()
  }

  /// Returns the final state in which a job has succeeded.
  func goal(_ operation: OperationDraft) -> OperationDraft.State? {
    let good = [
      "completed", "complete", "done", "finished", "success", "succeeded", "ready", "delivered", "approved",
      "published",
    ]
    return operation.poll.states.first { $0.isFinal && good.contains($0.name.lowercased()) }
      ?? operation.poll.states.first(where: \.isFinal)
  }

  /// Returns the states that the mock's poll passes through. It begins with the first state, continues with the first
  /// listed follower that was not yet visited, and ends with the desired final state.
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
  /// Returns the states that may follow: those that arrows lead to, and any final state, since failures are seldom
  /// drawn. If nothing is stated, any other state may follow.
  func following(_ state: State) -> [String] {
    guard !state.next.isEmpty else { return poll.states.map(\.name).filter { $0 != state.name } }
    return state.next + poll.states.filter { $0.isFinal && !state.next.contains($0.name) }.map(\.name)
  }
}
