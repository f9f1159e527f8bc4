import AssayContract
import AssayFindings
import AssayText

/// The promises of polled jobs and of streams.
extension PromiseList {
  mutating func add(_ poll: PollPromise, _ node: ContractNode?) {
    let names = poll.states.map { "`\($0.name)`" }.joined(separator: ", ")
    add("`\(poll.state.field)` is one of the states \(names)", poll.promise)
    if !poll.initial.isEmpty {
      add("a job begins as \(poll.initial.quoted.either)", poll.promise)
    }
    for state in poll.states {
      add(Self.sentence(of: state), state.promise)
    }
    for (state, stateNode) in zip(poll.states, node?.table("states") ?? []) {
      let relation = "while the job is"
      if let body = state.body {
        add(schema: stateNode["body"], body.promise, subject: "the body", relation, state.name)
      }
      add(state.invariants, relation, state.name)
    }
    add(constant: poll.constant, "in every answer of a poll")
    for rising in poll.nondecreasing { add("`\(rising.pointer.field)` never falls from poll to poll", rising.promise) }
    add(poll.invariants)
    add("a job reaches a final state within \(poll.within.duration.spoken)", poll.within.promise, level: .must)
    if let stable = poll.stable { add("a job that has ended answers the same ever after", stable) }
    if let progress = poll.progress { add("a poll is answered while the job runs, not once it is done", progress) }
  }

  mutating func add(_ stream: StreamPromise, _ node: ContractNode?) {
    placeCount = stream.events.count
    if let order = stream.order { add("the events come in the order `\(order.order.text)`", order.promise) }
    for event in stream.events where event.isFinal { add("`\(event.name)` ends the stream", event.promise) }
    for (event, eventNode) in zip(stream.events, node?.table("events") ?? []) {
      add(CataloguedPromise("the data is JSON", event.promise), "in", event.name)
      if let data = event.data { add(schema: eventNode["data"], data.promise, subject: "the data", "in", event.name) }
      add(event.invariants, "in", event.name)
    }
    add(constant: stream.constant, "in every event")
    for rising in stream.nondecreasing {
      add("`\(rising.pointer.field)` never falls from event to event", rising.promise)
    }
    if let first = stream.first { add("the first event comes within \(first.duration.spoken)", first.promise) }
    if let silence = stream.silence { add("no pause is longer than \(silence.duration.spoken)", silence.promise) }
    if let within = stream.within {
      add("the stream reaches its final event within \(within.duration.spoken)", within.promise, level: .must)
    }
    add(stream.invariants)
  }

  private mutating func add(constant promises: [PointerPromise], _ place: String) {
    for constant in promises {
      let same = constant.equals.map { "equals `\($0.text)`" } ?? "is the same"
      add("`\(constant.pointer.field)` \(same) \(place)", constant.promise)
    }
  }

  private static func sentence(of state: StatePromise) -> String {
    if state.isFinal, state.next.isEmpty { return "`\(state.name)` is final" }
    let next = state.next.isEmpty ? "by nothing" : "only by \(state.next.quoted.either)"
    return "`\(state.name)` is followed \(next)" + (state.isFinal ? ", and may be final" : "")
  }
}
