package import AssayContract
import AssayHTTP
import AssayJSON
import AssayJudging
package import AssayObservation
import AssaySchema
import AssayText
package import AssayVerifier

/// The behaviour of a backend in a run, summarised from observations; its size is limited by the contract.
package struct ObservedBackend: Sendable {
  let contract: Contract
  let hide: @Sendable (String) -> String
  /// The steps that say themselves how they are answered, by check id.
  private let ownAnswers: [String: OwnAnswers]
  /// For each probe, by check id, a phrase that says how its request differs from that of the documented step.
  let probes: [String: String]
  /// The ids of probes whose responses say nothing about the operation: those with a different method, or whose request
  /// may be refused.
  private var ignored: Set<String> = []
  private var calls: CallCount
  package private(set) var operations: [String: ObservedOperation] = [:]
  /// The names of the first events of each check, in order, so that a finding about event 4 can state its name.
  private(set) var eventNames: [String: [String]] = [:]
  /// The choices that the documents leave to a client in the request of each operation.
  let choices: [String: DocumentedChoices]
  /// The texts that were sent; a value that repeats one says nothing about the backend.
  private(set) var sent: Set<String> = []
  /// The checks of which a call ran next to others of the run, so that its time is not the backend's alone.
  private(set) var shared: Set<String> = []
  /// The calls that show which inputs change nothing.
  private(set) var trials: InputTrials
  /// The jobs that were created with a switch turned.
  private(set) var courses: JobCourses
  /// The places in responses and events that the contract's expressions read.
  private let reads: ReadPlaces

  /// The responses that a step documents for itself.
  private struct OwnAnswers: Sendable {
    var operation: String
    var responses: [ResponsePromise]
    /// True if the step makes an invalid call on purpose, so that its responses do not count as successes.
    var isOfWrongCall: Bool { !responses.contains { $0.status.isSuccess } }
  }

  /// The maximum number of undocumented events, and of unknown states, kept by name for each operation.
  static let mostUnknown = 64
  /// More texts that were sent are not kept.
  private static let mostSent = 10_000
  private static let mostEventNames = 1000

  /// Makes a summary without observations. `hide` removes secrets from a text; it is needed for text that only became
  /// visible by parsing JSON.
  ///
  /// `probing` are the runs of the probes.
  package init(
    contract: Contract,
    probing: [Plan.Run] = [],
    hide: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.contract = contract
    self.hide = hide
    reads = ReadPlaces(of: contract)
    var ownAnswers: [String: OwnAnswers] = [:]
    let runs = Plan(contract: contract, settings: RunSettings()).runs
    let probes = probing.flatMap(\.probes)
    trials = InputTrials(runs + probing, of: contract)
    courses = JobCourses(probing)
    calls = CallCount(checks: runs.flatMap { $0.steps.map(\.id) } + probes.map(\.check.id))
    for run in runs {
      for (check, step) in zip(run.steps, run.scenario.steps) {
        guard let responses = step.expects.responses else { continue }
        ownAnswers[check.id] = OwnAnswers(operation: step.operation, responses: responses)
      }
    }
    self.probes = Dictionary(probes.map { ($0.check.id, $0.step.probe?.about ?? "") }) { first, _ in first }
    for (check, step) in probes {
      switch step.probe?.expectation {
      case .refusal(let responses, _):
        ownAnswers[check.id] = OwnAnswers(operation: step.operation, responses: responses)
      case .anyAnswer, .course, .end(_, isRight: false): ignored.insert(check.id)
      case .success, .end, nil: break
      }
    }
    self.ownAnswers = ownAnswers
    let documented = contract.operations.map { ($0.name, DocumentedChoices(of: $0, in: contract)) }
    choices = Dictionary(documented) { first, _ in first }
  }

  /// True if nothing was received.
  package var isEmpty: Bool { operations.values.allSatisfy { $0.answers == 0 } }

  /// Adds one observation; those of the same run may be added in any order.
  package mutating func add(_ observation: Observation) {
    courses.add(observation)
    guard let operation = contract.operation(named: observation.operation), !ignored.contains(observation.check) else {
      return
    }
    var seen = operations.removeValue(forKey: operation.name) ?? ObservedOperation()
    seen.calls.current = calls.call(of: observation, hide: hide)
    if let first = observation.firstExchange, sent.count < Self.mostSent {
      sent.formUnion(first.sentTexts.map { hide($0).shortened(to: ObservedShape.longestText) })
    }
    let isWrong = ownAnswers[observation.check]?.isOfWrongCall ?? false
    if !isWrong, let first = observation.firstExchange,
      let choices = choices[operation.name]
    {
      seen.choices.formUnion(choices.made(in: first))
      if !observation.isAskedAgain { trials.add(observation, choices) }
    }
    let timings = observation.timings
    if timings.contains(where: \.isShared) { shared.insert(observation.check) }
    switch observation.content {
    case .exchange(let exchange):
      // A call that is as late alone says nothing of the calls next to it.
      let isTimed = exchange.end.timings.isShared || !exchange.isLate(for: operation)
      if !isWrong, !observation.isAskedAgain, isTimed {
        timings.forEach { seen.times.add($0) }
      }
      add(exchange, check: observation.check, operation, &seen)
    case .poll(let poll):
      for answer in poll.answers { add(answer.exchange, check: observation.check, operation, &seen) }
      noteTransitions(of: poll, operation, &seen)
    case .stream(let stream):
      if let head = stream.head {
        seen.answers += 1
        seen.statuses[head.status, default: 0] += 1
        let own = ownAnswers[observation.check]
        if !isWrong || head.status / 100 != 2 {
          let found = ((own?.responses ?? []) + operation.responses).promise(for: head.status)
          noteHeaders(of: head, stream.exchange, found, operation, &seen)
          if let found, Self.isAlternative(stream.exchange, found) { break }
          let json = stream.otherBody.isEmpty ? nil : (try? JSONDocument(parsing: stream.otherBody))?.root
          noteBody(head, isEmpty: stream.otherBody.isEmpty, json, found, operation, &seen)
        }
      }
      eventNames[observation.check] = stream.events.prefix(Self.mostEventNames).map(\.name)
      for event in stream.events { add(event, operation, &seen) }
    case .absent: break
    }
    operations[operation.name] = seen
  }

  // MARK: Answers

  private func add(_ exchange: Exchange, check: String, _ operation: Operation, _ seen: inout ObservedOperation) {
    guard let response = exchange.response else { return }
    seen.answers += 1
    let status = response.head.status
    let own = ownAnswers[check]
    seen.statuses[status, default: 0] += 1
    let isSuccess = status / 100 == 2
    let isWrong = own?.isOfWrongCall ?? false
    if case .poll(let poll) = operation.interaction, !isWrong, let state = poll.state(in: exchange),
      // Of a refusal only what the contract has for a state is one.
      isSuccess || poll.state(named: state) != nil,
      seen.job.states[state] != nil || seen.job.states.count < poll.states.count + Self.mostUnknown
    {
      seen.job.states[state, default: 0] += 1
    }
    // What a broken call gets says nothing about how a success looks.
    if isWrong, isSuccess { return }
    let responses = (own?.responses ?? []) + operation.responses
    let found = responses.promise(for: status)
    noteHeaders(of: response.head, exchange, found, operation, &seen)
    noteBody(response.head, isEmpty: response.body.isEmpty, exchange.json, found, operation, &seen)
    guard let promise = found, !Self.isAlternative(exchange, promise) else { return }
    // Of a type that the operation promises, its other calls tell.
    if operation.responses.promise(for: status)?.content == nil {
      noteType(of: response.head, promise, exchange, &seen)
    }
    guard let json = exchange.reading(responses, in: contract).json else { return }
    let known = seen.bodies.removeValue(forKey: promise.status)
    var shape = known ?? ObservedShape(documented: documented(promise.status, of: operation))
    if shape.documented?.schemas.isEmpty == false { shape.add(json, of: seen.calls.current, hide: hide) }
    seen.bodies[promise.status] = shape
  }

  /// Returns true if the response has one of the alternative media types that the contract allows besides the usual
  /// one.
  private static func isAlternative(_ exchange: Exchange, _ promise: ResponsePromise) -> Bool {
    !promise.alternatives.isEmpty && promise.form(of: exchange).alternatives.isEmpty
  }

  /// Returns the documented shape of response bodies with a status. For a polled job it covers all states; for error
  /// statuses, also descriptions in steps that expect an error.
  func documented(_ status: StatusPattern, of operation: Operation) -> DocumentedShape {
    func bodies(_ responses: [ResponsePromise]) -> [SchemaPromise?] {
      responses.filter { $0.status == status }.map(\.body)
    }
    var found = bodies(operation.responses)
    if status.isSuccess {
      if case .poll(let poll) = operation.interaction { found += poll.states.map(\.body) }
    }
    found += ownAnswers.filter { $0.value.operation == operation.name }.sorted { $0.key < $1.key }.flatMap {
      bodies($0.value.responses)
    }
    var places = reads.names(.answer(status), of: operation.name)
    if status.isSuccess || operation.successes.contains(where: { $0.status == status }) {
      places += reads.names(.success, of: operation.name)
    }
    return shape(found, read: ReadNames(places: places))
  }

  private func shape(_ promises: [SchemaPromise?], read: ReadNames) -> DocumentedShape {
    let schemas = promises.compactMap { $0.flatMap { contract.schemas.view(at: $0.promise.pointer) } }
    return DocumentedShape(schemas, read: read)
  }

  /// Records a media type that is not JSON, if JSON is documented but no media type. If a media type is promised, a
  /// difference is already a finding.
  private func noteType(
    of head: HTTPResponseHead,
    _ promise: ResponsePromise,
    _ exchange: Exchange,
    _ seen: inout ObservedOperation
  ) {
    guard promise.content == nil, promise.body != nil, exchange.json != nil, !exchange.isXML,
      let type = head.mediaType, !type.isJSON
    else { return }
    seen.calls.note("type \(promise.status)")
    seen.otherTypes[promise.status, default: LeastTexts(limit: 3)].insert(
      type.essence.shortened(to: ObservedShape.longestText)
    )
  }

  /// The header fields that are usual in any response or concern only the transfer (RFC 9110 sections 6.6, 8.6, 10.2;
  /// RFC 9112), and so are not reported as undocumented.
  private static let ordinaryHeaders: Set<String> = [
    "date", "server", "content-length", "content-type", "connection", "keep-alive", "transfer-encoding", "allow", "age",
    "content-encoding", "vary", "accept-ranges",
  ]
  private static let mostHeaders = 32

  private func noteHeaders(
    of head: HTTPResponseHead,
    _ exchange: Exchange,
    _ promise: ResponsePromise?,
    _ operation: Operation,
    _ seen: inout ObservedOperation
  ) {
    for header in head.headers {
      let name = hide(header.name.lowercased()).shortened(to: ObservedShape.longestText)
      // CORS is between a server and browsers (WHATWG Fetch section 3.3).
      guard !Self.ordinaryHeaders.contains(name), !name.hasPrefix("access-control-"),
        promise?.headers.contains(where: { header.isNamed($0.name) }) != true,
        !reads.readsHeader(name, of: operation.name),
        seen.headers[name] != nil || seen.headers.count < Self.mostHeaders
      else { continue }
      var known = seen.headers[name] ?? (0, LeastTexts(limit: 2))
      known.count += 1
      known.values.insert(hide(header.value).shortened(to: ObservedShape.longestText))
      seen.headers[name] = known
      seen.calls.note("header \(name)")
    }
    guard let promise, let range = promise.content?.mediaRange, let type = head.headers["Content-Type"],
      type.contains(";"), !range.contains(";"), !Self.isAlternative(exchange, promise)
    else { return }
    seen.calls.note("type \(promise.status)")
    seen.fullTypes[promise.status, default: LeastTexts(limit: 3)].insert(
      hide(type).shortened(to: ObservedShape.longestText)
    )
  }

  /// Records a body that the documents do not describe, because its response has no schema or its status is
  /// undocumented.
  private func noteBody(
    _ head: HTTPResponseHead,
    isEmpty: Bool,
    _ json: JSONValue?,
    _ promise: ResponsePromise?,
    _ operation: Operation,
    _ seen: inout ObservedOperation
  ) {
    guard !isEmpty else { return }
    if let promise {
      // A page or a picture is described by its type.
      if !documented(promise.status, of: operation).schemas.isEmpty { return }
      if json == nil, promise.content != nil { return }
    }
    let label = promise?.status.description ?? String(head.status)
    guard seen.undescribed[label] != nil || seen.undescribed.count < Self.mostUnknown else { return }
    seen.calls.note("body \(label)")
    let type = head.mediaType?.essence ?? "no content type"
    seen.undescribed[label, default: SeenBody()].add(json, mediaType: type, hide)
  }

  /// Records the observed changes of a job between states.
  private func noteTransitions(of poll: PollObservation, _ operation: Operation, _ seen: inout ObservedOperation) {
    guard case .poll(let promise) = operation.interaction else { return }
    let most = promise.states.count * promise.states.count
    var former: String?
    for (index, answer) in poll.answers.enumerated() {
      // Between the last answer and those kept in front of it there may have been others.
      if poll.droppedAnswers > 0, index == poll.answers.count - 1 { former = nil }
      guard let state = promise.state(in: answer.exchange) else { continue }
      defer { former = state }
      guard let former, former != state, promise.state(named: state) != nil, promise.state(named: former) != nil else {
        continue
      }
      let change = StateChange(from: former, to: state)
      if seen.job.transitions[change] != nil || seen.job.transitions.count < most {
        seen.job.transitions[change, default: 0] += 1
      }
    }
  }

  // MARK: Events

  private func add(_ observed: ObservedEvent, _ operation: Operation, _ seen: inout ObservedOperation) {
    guard case .stream(let stream) = operation.interaction else { return }
    let name = observed.name
    if stream.event(named: name) != nil {
      seen.events[name, default: 0] += 1
      guard let json = observed.json else { return }
      if seen.data[name] == nil { seen.data[name] = ObservedShape(documented: documented(event: name, of: operation)) }
      seen.data[name]?.add(json, of: seen.calls.current, hide: hide)
      return
    }
    guard seen.events[name] != nil || seen.events.count < stream.events.count + Self.mostUnknown else { return }
    seen.events[name, default: 0] += 1
    let data = observed.json?.canonicalText ?? observed.event.data
    seen.unknownData[name, default: LeastTexts(limit: 2)].insert(hide(data).shortened(to: ObservedShape.longestText))
  }

  func documented(event name: String, of operation: Operation) -> DocumentedShape {
    guard case .stream(let stream) = operation.interaction, let event = stream.event(named: name) else {
      return DocumentedShape([])
    }
    // What tells events of one name apart is tried on each of them.
    let conditions = stream.events.filter { other in
      guard case .schema? = other.condition else { return false }
      return other.wireName.isExactly(event.wireName)
    }.compactMap { contract.schemas.view(at: $0.promise.pointer.appending("when")) }
    let places = reads.names(.event(event.name), of: operation.name)
    return shape([event.data], read: ReadNames(places: places, conditions: conditions))
  }
}

extension Exchange {
  /// The texts of the request: its parameters, and those inside a JSON body.
  var sentTexts: [String] {
    var texts = Array(parameters.path.values) + parameters.query.values + parameters.multipart.values
    var pending = [requestJSON].compactMap { $0 }
    while let value = pending.popLast() {
      if let text = value.string { texts.append(text) }
      pending += Array(value.items) + value.members.map(\.value)
    }
    return texts
  }
}

extension Observation {
  /// The times of its calls.
  fileprivate var timings: [TransferTimings] {
    switch content {
    case .exchange(let exchange): [exchange.end.timings]
    case .poll(let poll): poll.answers.map(\.exchange.end.timings)
    case .stream(let stream): [stream.end.timings]
    case .absent: []
    }
  }

  /// The exchange of the observation's call; for a poll the first, since the others repeat it; `nil` if no call was
  /// made.
  fileprivate var firstExchange: Exchange? {
    switch content {
    case .exchange(let exchange): exchange
    case .poll(let poll): poll.answers.first?.exchange
    case .stream(let stream):
      Exchange(request: stream.request, parameters: stream.parameters, response: nil, end: stream.end)
    case .absent: nil
    }
  }
}
