import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayObservation
import AssaySchema

/// The generator of mutants (wrong responses) from conforming observations: one of each kind at each place of an
/// operation.
struct ObservationMutation {
  private let contract: Contract
  private(set) var mutants: [Mutant] = []
  private var seen: Set<Key> = []

  /// The key that identifies equal mutants.
  private struct Key: Hashable {
    var operation: String
    /// The name of the response within its operation: the status and, for a poll, the state.
    var response: String
    var place: String
    var change: MutationOperator
  }

  /// A response to be changed.
  private struct Answer {
    var position: Int
    var operation: AssayContract.Operation
    /// The name of the response within its operation.
    var name: String
    var exchange: Exchange
    var promise: ResponsePromise?
    /// The responses among which ``promise`` was chosen.
    var responses: [ResponsePromise]
    /// Further schemas of the response's body, such as that of a job's state.
    var bodies: [SchemaPromise] = []
    /// The function that returns the observation with a different exchange in place of this response.
    var replacing: (Exchange) -> Observation.Content
  }

  init(of contract: Contract) { self.contract = contract }

  /// Makes the mutants of `observation`, at `position` among all observations; `responses` are those that its step
  /// expects, if it lists any.
  mutating func change(_ observation: Observation, at position: Int, responses: [ResponsePromise]?) {
    guard let operation = contract.operation(named: observation.operation) else { return }
    func answer(_ exchange: Exchange, _ replacing: @escaping (Exchange) -> Observation.Content) -> Answer? {
      guard let head = exchange.response?.head else { return nil }
      let responses = responses ?? operation.responses
      let promise = responses.promise(for: head.status)
      return Answer(
        position: position,
        operation: operation,
        name: String(head.status),
        exchange: exchange,
        promise: promise?.form(of: exchange),
        responses: responses,
        replacing: replacing
      )
    }
    switch observation.content {
    case .exchange(let exchange): answer(exchange) { .exchange($0) }.map { change($0) }
    case .poll(let poll):
      guard case .poll(let promise) = operation.interaction else { return }
      for index in poll.answers.indices {
        let found = answer(poll.answers[index].exchange) { exchange in
          var changed = poll
          changed.answers[index].exchange = exchange
          return .poll(changed)
        }
        guard var found else { continue }
        let state = promise.state(in: found.exchange) ?? ""
        found.name = "\(found.name) \(state)"
        if let body = promise.state(named: state)?.body { found.bodies.append(body) }
        change(found)
      }
      change(poll, promise, operation, position)
    case .stream(let stream):
      guard case .stream(let promise) = operation.interaction else { return }
      let head = answer(stream.exchange) { exchange in
        var changed = stream
        changed.head = exchange.response?.head
        return .stream(changed)
      }
      head.map { changeHead($0) }
      change(stream, promise, operation, position)
    case .absent: break
    }
  }

  private mutating func add(_ mutant: Mutant, of response: String) {
    let key = Key(operation: mutant.operation, response: response, place: mutant.place, change: mutant.change)
    if seen.insert(key).inserted { mutants.append(mutant) }
  }

  // MARK: One response

  private mutating func change(_ answer: Answer) {
    changeHead(answer)
    guard let body = answer.exchange.reading(answer.responses, in: contract).json else { return }
    let promises = [answer.promise?.body].compactMap(\.self) + answer.bodies
    for changed in ValueMutation(of: body, described: schema(promises)).all {
      guard let exchange = answer.exchange.with(changed.body, answer.responses, in: contract) else { continue }
      add(
        Mutant(
          change: changed.change,
          position: answer.position,
          operation: answer.operation.name,
          place: changed.value.path.steps.isEmpty ? "the body" : changed.value.path.description,
          content: answer.replacing(exchange),
          value: changed.value,
          promise: answer.promise?.promise
        ),
        of: answer.name
      )
    }
  }

  private mutating func changeHead(_ answer: Answer) {
    guard let head = answer.exchange.response?.head else { return }
    func add(_ change: MutationOperator, _ place: String, _ edit: (inout HTTPResponse) -> Void) {
      self.add(
        Mutant(
          change: change,
          position: answer.position,
          operation: answer.operation.name,
          place: place,
          content: answer.replacing(answer.exchange.with(edit)),
          promise: answer.promise?.promise,
          isDescribed: answer.promise?.body != nil
        ),
        of: answer.name
      )
    }
    let other = [2: head.status == 200 ? 201 : 200, 4: head.status == 400 ? 404 : 400][head.status / 100]
    for status in [other, head.status < 500 ? 500 : 200].compactMap(\.self) {
      add(.status(status), "status \(head.status)") { $0.head.status = status }
    }
    if let type = head.headers["Content-Type"].flatMap(MediaType.init) {
      let other = type.isJSON ? "text/plain" : "application/json"
      add(.mediaType(other), "header Content-Type") { $0.head.headers.set("Content-Type", other) }
    }
    for header in answer.promise?.headers ?? [] where head.headers[header.name] != nil {
      add(.headerLeftOut, "header \(header.name)") { response in
        response.head.headers.removeAll { $0.isNamed(header.name) }
      }
      add(.headerChanged, "header \(header.name)") { $0.head.headers.set(header.name, "") }
    }
  }

  private func schema(_ promises: [SchemaPromise]) -> ValueSchema {
    ValueSchema(promises.compactMap { contract.schemas.view(at: $0.promise.pointer) })
  }

  // MARK: Several responses

  private mutating func change(
    _ poll: PollObservation,
    _ promise: PollPromise,
    _ operation: AssayContract.Operation,
    _ position: Int
  ) {
    func add(_ change: MutationOperator, _ changed: PollObservation, at place: String = "the final state") {
      let mutant = Mutant(
        change: change,
        position: position,
        operation: operation.name,
        place: place,
        content: .poll(changed),
        promise: promise.promise
      )
      self.add(mutant, of: "")
    }
    if let echo = poll.answers.lazy.compactMap({ RequestEcho(in: $0.exchange) }).first {
      var other = poll
      for index in other.answers.indices {
        let exchange = other.answers[index].exchange
        guard let body = exchange.json.flatMap(echo.replaced) else { continue }
        other.answers[index].exchange = exchange.with { $0.body = Array(body.text.utf8) }
      }
      add(.otherID, other, at: echo.member)
    }
    let states = poll.answers.map { promise.state(in: $0.exchange) ?? "" }
    guard let end = states.firstIndex(where: { promise.state(named: $0)?.isFinal ?? false }), end > 0 else { return }
    var stuck = poll
    stuck.answers.removeSubrange(end...)
    (stuck.end, stuck.elapsed) = (.deadline, max(poll.elapsed, poll.allowance.total))
    add(.stuck, stuck)
    if let changed = poll.changedAfter(end, schema: finalSchema(states[end], promise)) {
      add(.changesAfterEnd, changed)
    }
    guard Set(states[..<end]).count > 1 else { return }
    var back = poll
    let again = PollAnswer(index: end + 1, time: poll.answers[end].time, exchange: poll.answers[0].exchange)
    back.answers.insert(again, at: end)
    for index in (end + 1)..<back.answers.count { back.answers[index].index += 1 }
    add(.goesBack, back)
  }

  private mutating func change(
    _ stream: StreamObservation,
    _ promise: StreamPromise,
    _ operation: AssayContract.Operation,
    _ position: Int
  ) {
    let events = stream.events
    addOtherID(stream, promise, operation, position)
    for (index, observed) in events.enumerated() {
      func add(_ change: MutationOperator, _ changed: [ObservedEvent], _ value: MutatedValue? = nil) {
        var copy = stream
        copy.events = changed.enumerated().map { $1.numbered($0 + 1) }
        let path = value.map(\.path.description) ?? ""
        let mutant = Mutant(
          change: change,
          position: position,
          operation: operation.name,
          place: "event \(observed.name)\(path.isEmpty ? "" : " \(path)")",
          content: .stream(copy),
          value: value,
          promise: promise.promise
        )
        self.add(mutant, of: "")
      }
      let (before, after) = (events[..<index], events[(index + 1)...])
      if let json = observed.json, let data = promise.event(named: observed.name)?.data {
        for changed in ValueMutation(of: json, described: schema([data])).all {
          add(changed.change, before + [observed.carrying(changed.body.text)] + after, changed.value)
        }
      }
      add(.eventLeftOut, Array(before + after))
      add(.eventDoubled, before + [observed, observed] + after)
      add(.eventRenamed, before + [observed.renamed] + after)
      if let previous = before.last, previous.name != observed.name {
        add(.eventsSwapped, before.dropLast() + [observed, previous] + after)
      }
      if !after.isEmpty { add(.cut, before + [observed]) }
      if index == 0, !after.isEmpty { add(.eventAfterEnd, events + [observed]) }
    }
  }

  /// Adds a mutant in which all events have the id of a different job.
  private mutating func addOtherID(
    _ stream: StreamObservation,
    _ promise: StreamPromise,
    _ operation: AssayContract.Operation,
    _ position: Int
  ) {
    let exchange = stream.exchange
    guard let echo = stream.events.lazy.compactMap({ RequestEcho(of: $0.json, in: exchange) }).first else { return }
    var other = stream
    other.events = stream.events.map { event in
      event.json.flatMap(echo.replaced).map { event.carrying($0.text) } ?? event
    }
    let mutant = Mutant(
      change: .otherID,
      position: position,
      operation: operation.name,
      place: "event data \(echo.member)",
      content: .stream(other),
      promise: promise.promise
    )
    add(mutant, of: "")
  }

  /// Returns the schema of a poll response in the final state `name`.
  private func finalSchema(_ name: String, _ promise: PollPromise) -> ValueSchema {
    schema([promise.state(named: name)?.body].compactMap(\.self))
  }

  // MARK: Responses of several observations

  /// Makes a mutant of each operation in which the response is the one to an earlier, different request.
  mutating func exchange(among observations: [Observation], of positions: [Int]) {
    var first: [String: (position: Int, exchange: Exchange)] = [:]
    for position in positions {
      guard case .exchange(let exchange) = observations[position].content, let json = exchange.json,
        let head = exchange.response?.head, StatusPattern.isSuccess(head.status)
      else { continue }
      let name = observations[position].operation
      guard let other = first[name] else {
        first[name] = (position, exchange)
        continue
      }
      let isAsked =
        other.exchange.request.url != exchange.request.url
        || other.exchange.request.body != exchange.request.body
      guard isAsked, other.exchange.json != json, let response = other.exchange.response else { continue }
      let promise = contract.operation(named: name)?.responses.promise(for: head.status)
      add(
        Mutant(
          change: .earlierAnswer,
          position: position,
          operation: name,
          place: "the response",
          content: .exchange(exchange.with { $0 = response }),
          promise: promise?.promise
        ),
        of: ""
      )
    }
  }
}

extension Exchange {
  /// Returns the exchange with `change` applied to its response.
  fileprivate func with(_ change: (inout HTTPResponse) -> Void) -> Exchange {
    guard var response else { return self }
    change(&response)
    var changed = Exchange(request: request, parameters: parameters, response: response, end: end)
    (changed.first, changed.hidden) = (first, hidden)
    return changed
  }

  /// Returns the exchange with a different body in the notation of its own; `nil` if that is XML and cannot say `body`,
  /// for example a number where the schema has a string.
  fileprivate func with(_ body: JSONValue, _ responses: [ResponsePromise], in contract: Contract) -> Exchange? {
    guard isXML else { return with { $0.body = Array(body.text.utf8) } }
    guard let text = XMLValueWriter.text(of: body) else { return nil }
    let changed = with { $0.body = Array(text.utf8) }.reading(responses, in: contract)
    return changed.json == body ? changed : nil
  }
}

extension PollObservation {
  /// Returns the poll with one value changed in the responses after the final one, which is at `end`; `nil` if there is
  /// no such response.
  fileprivate func changedAfter(_ end: Int, schema: ValueSchema) -> PollObservation? {
    guard end + 1 < answers.count, let body = answers[end + 1].exchange.json else { return nil }
    let wanted: Set<MutationOperator> = [.otherText, .otherListed, .flipped]
    let changes = ValueMutation(of: body, described: schema).all
    guard let changed = changes.first(where: { wanted.contains($0.change) }) ?? changes.first else { return nil }
    var poll = self
    for index in (end + 1)..<answers.count {
      poll.answers[index].exchange = answers[index].exchange.with { $0.body = Array(changed.body.text.utf8) }
    }
    return poll
  }
}

extension ObservedEvent {
  fileprivate func numbered(_ number: Int) -> ObservedEvent {
    var changed = self
    changed.index = number
    return changed
  }

  fileprivate func carrying(_ data: String) -> ObservedEvent {
    var event = event
    event.bytes = Array(data.utf8)
    return with(event)
  }

  fileprivate var renamed: ObservedEvent {
    var event = event
    (event.name, event.isNamed) = ("other-\(event.name)", true)
    return with(event)
  }

  private func with(_ event: ServerSentEvent) -> ObservedEvent {
    var changed = ObservedEvent(index: index, time: time, event: event)
    changed.pause = pause
    return changed
  }
}
