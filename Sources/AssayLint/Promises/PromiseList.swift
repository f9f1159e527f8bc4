import AssayContract
import AssayFindings
import AssayJSON
import AssaySchema
import AssayText

/// A collection of the promises of one operation or step, in which the same promise about several events or states is
/// one entry.
struct PromiseList {
  let schemas: SchemaSet
  /// The fields that each schema describes, with their promises, by the byte offset of the schema in the contract.
  private(set) var fields: [Int: SchemaFields] = [:]
  /// The number of the operation's events or states, so that a promise about all of them need not list them.
  var placeCount = 0
  private var entries = OrderedDictionary<Key, Entry>()

  private struct Key: Hashable, Sendable {
    var sentence: String
    var level: Level
    /// The words that precede the names in ``places``: `in`, `while the job is`; empty for a promise about the whole
    /// response.
    var relation: String
  }

  private struct Entry {
    var promise: CataloguedPromise
    var relation: String
    /// The events or states to which the promise applies.
    var places: [String]
  }

  init(schemas: SchemaSet) { self.schemas = schemas }

  /// Adds a promise that applies only in a place, such as a state: `relation` and `place` name it, as in `while the job
  /// is` and `pending`.
  mutating func add(_ promise: CataloguedPromise, _ relation: String = "", _ place: String? = nil) {
    let key = Key(sentence: promise.sentence, level: promise.level, relation: relation)
    let names = place.map { [$0] } ?? []
    entries.add(Entry(promise: promise, relation: relation, places: names), for: key) { entry in
      entry.places += names.filter { !entry.places.contains($0) }
      entry.promise.sources += promise.sources.filter { !entry.promise.sources.contains($0) }
      entry.promise.pointers += promise.pointers.filter { !entry.promise.pointers.contains($0) }
      entry.promise.sites += promise.sites.filter { !entry.promise.sites.contains($0) }
    }
  }

  mutating func add(
    _ sentence: String,
    _ promise: Promise,
    _ aspect: PromiseSite.Aspect = .whole,
    level: Level? = nil
  ) {
    add(CataloguedPromise(sentence, promise, aspect, level: level))
  }

  /// Adds the promises of a schema about a value named `subject`.
  mutating func add(
    _ schema: SchemaPromise?,
    subject: String,
    _ relation: String = "",
    _ place: String? = nil
  ) {
    guard let promise = schema?.promise, let view = schemas.view(at: promise.pointer) else { return }
    let fields = SchemaFields(of: view)
    self.fields[promise.offset] = fields
    for field in FieldPromises.all(of: fields, by: promise, subject: subject) { add(field, relation, place) }
  }

  mutating func add(_ invariants: [Invariant], _ relation: String = "", _ place: String? = nil) {
    for invariant in invariants {
      let sentence = invariant.message.isEmpty ? "`\(invariant.expression.text)`" : invariant.message
      add(CataloguedPromise(sentence, invariant.promise), relation, place)
    }
  }

  /// Returns the promises with the ids of their checks; each sentence names the places to which it applies.
  func promises(checkedIn checks: [String]) -> [CataloguedPromise] {
    // Most steps promise nothing of their own.
    if entries.count == 0 { return [] }
    return entries.values.map { entry in
      var promise = entry.promise
      promise.checks = checks
      if !entry.relation.isEmpty {
        promise.sentence = "\(place(of: entry)): \(promise.sentence)"
      }
      return promise
    }
  }

  private func place(of entry: Entry) -> String {
    if entry.places.count > 1, entry.places.count == placeCount, entry.relation == "in" { return "in every event" }
    return "\(entry.relation) \(entry.places.quoted.either)"
  }
}

/// The promises of responses.
extension PromiseList {
  /// Adds all promises of an operation about the response to a valid call.
  mutating func add(_ operation: Operation) {
    addStatus(operation.successes, operation.promise)
    for response in operation.successes { add(response) }
    add(operation.invariants)
    if let within = operation.within {
      add("the complete answer takes no more than \(within.duration.spoken)", within.promise)
    }
    switch operation.interaction {
    case .exchange: break
    case .poll(let poll): add(poll)
    case .stream(let stream): add(stream)
    }
  }

  /// Adds the promises of a step in addition to its operation's, or instead of them if its call is invalid on purpose.
  mutating func add(_ step: Step) {
    if let responses = step.expects.responses {
      let statuses = responses.map { "`\($0.status)`" }.joined(separator: " or ")
      let call =
        responses.contains { $0.status.isSuccess } ? "`\(step.id)`" : "`\(step.id)`, a call that cannot succeed,"
      if let first = responses.first { add("\(call) is answered \(statuses)", first.promise, .answer) }
      for response in responses {
        add(response)
      }
    }
    if !step.expects.finalStates.isEmpty {
      let states = step.expects.finalStates.map { "`\($0)`" }.joined(separator: " or ")
      add("the job of `\(step.id)` ends as \(states)", step.promise, .ending, level: .must)
    }
    if !step.expects.finalEvents.isEmpty {
      add(
        "the stream of `\(step.id)` ends with \(step.expects.finalEvents.quoted.either)",
        step.promise,
        .ending,
        level: .must
      )
    }
    if let pagination = step.loop.pagination {
      add("each page of `\(step.id)` leads to one that was not there yet", pagination.promise)
    }
    if let again = step.loop.again {
      add("`\(step.id)`, made again, is answered as it was the first time", again.promise)
    }
    if let repetition = step.loop.repetition {
      let most = repetition.atMost.counted("call")
      add("`\(step.id)` ends within \(most): `\(repetition.until.text)`", repetition.promise)
    }
    add(step.expects.invariants)
  }

  private mutating func addStatus(_ responses: [ResponsePromise], _ promise: Promise) {
    let statuses = responses.map { $0.status == .default ? "`2XX`" : "`\($0.status)`" }
    let named = statuses.isEmpty ? "`2XX`" : statuses.joined(separator: " or ")
    let first = responses.first?.promise ?? promise
    add("a valid call is answered \(named)", first, .answer, level: .must)
  }

  private mutating func add(_ response: ResponsePromise) {
    if let content = response.content { add("the answer is `\(content.mediaRange)`", content.promise) }
    for header in response.headers {
      let name = "the header field `\(header.name)`"
      if header.isRequired { add("\(name) is there", header.schema.promise, .presence) }
      add(header.schema, subject: name)
    }
    addBody(response)
    for other in response.alternatives {
      guard let content = other.content else { continue }
      add("the answer is `\(content.mediaRange)` where `Accept` asks for that", content.promise)
      addBody(other, "as \(content.mediaRange)")
    }
  }

  private mutating func addBody(_ response: ResponsePromise, _ form: String = "") {
    add(response.body, subject: form.isEmpty ? "the body" : "the body \(form)")
    guard let text = response.text else { return }
    if let promise = text.nonEmpty { add("the body is not empty", promise) }
    if let promise = text.notJSON { add("the body is not JSON", promise) }
    for pattern in text.patterns {
      add(
        pattern.message.isEmpty ? "the body matches `\(pattern.pattern)`" : "the body has \(pattern.message)",
        pattern.promise
      )
    }
  }
}

/// The promises of polled jobs and of streams.
extension PromiseList {
  mutating func add(_ poll: PollPromise) {
    let names = poll.states.map { "`\($0.name)`" }.joined(separator: ", ")
    let state = poll.state.pointer.map { Self.subject($0, "the body") } ?? "`\(poll.state.description)`"
    add("\(state) is one of the states \(names)", poll.promise, .states)
    if !poll.initial.isEmpty {
      add("a job begins as \(poll.initial.quoted.either)", poll.promise, .initial)
    }
    for state in poll.states {
      add(Self.sentence(of: state), state.promise)
    }
    for state in poll.states {
      let relation = "while the job is"
      add(state.body, subject: "the body", relation, state.name)
      add(state.invariants, relation, state.name)
    }
    add(constant: poll.constant, "the body", "in every answer of a poll")
    for rising in poll.nondecreasing {
      add("\(Self.subject(rising.pointer, "the body")) never falls from poll to poll", rising.promise)
    }
    add(poll.invariants)
    add("a job reaches a final state within \(poll.within.duration.spoken)", poll.within.promise)
    if let stable = poll.stable { add("a job that has ended answers the same ever after", stable) }
    if let progress = poll.progress { add("a poll is answered while the job runs, not once it is done", progress) }
  }

  mutating func add(_ stream: StreamPromise) {
    placeCount = stream.events.count
    if let order = stream.order { add("the events have the order `\(order.order.text)`", order.promise) }
    for event in stream.events where event.isFinal { add("`\(event.name)` ends the stream", event.promise, .ending) }
    for event in stream.events {
      if let text = event.text {
        add(CataloguedPromise("the data is \(text.described)", text.promise), "in", event.name)
      } else {
        add(CataloguedPromise("the data is JSON", event.promise, .json), "in", event.name)
      }
      add(event.data, subject: "the data", "in", event.name)
      add(event.invariants, "in", event.name)
    }
    add(constant: stream.constant, "the data", "in every event")
    for rising in stream.nondecreasing {
      add("\(Self.subject(rising.pointer, "the data")) never falls from event to event", rising.promise)
    }
    if let first = stream.first { add("the first event is sent within \(first.duration.spoken)", first.promise) }
    if let silence = stream.silence { add("no pause is longer than \(silence.duration.spoken)", silence.promise) }
    if let within = stream.within {
      add("the stream reaches its final event within \(within.duration.spoken)", within.promise)
    }
    if let resume = stream.resume {
      add("a client that was cut off and asks with `Last-Event-ID` gets the rest, and nothing twice", resume.promise)
    }
    add(stream.invariants)
  }

  private mutating func add(constant promises: [PointerPromise], _ whole: String, _ place: String) {
    for constant in promises {
      let same = constant.equals.map { "equals `\($0.text)`" } ?? "is the same"
      add("\(Self.subject(constant.pointer, whole)) \(same) \(place)", constant.promise)
    }
  }

  /// Returns the field at `pointer` with which a sentence begins; for the root, `whole`.
  private static func subject(_ pointer: JSONPointer, _ whole: String) -> String {
    pointer.tokens.isEmpty ? whole : "`\(pointer.field)`"
  }

  private static func sentence(of state: StatePromise) -> String {
    if state.isFinal, state.next.isEmpty { return "`\(state.name)` is final" }
    let next = state.next.isEmpty ? "by nothing" : "only by \(state.next.quoted.either)"
    return "`\(state.name)` is followed \(next)" + (state.isFinal ? ", and may be final" : "")
  }
}
