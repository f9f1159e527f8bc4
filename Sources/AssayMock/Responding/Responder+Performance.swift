import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation

extension Responder {
  /// Answers a call that is in order: looks up what it uses, sets variables, chooses and renders, keeps what it made.
  mutating func perform(_ performance: inout Performance) -> Reply {
    let operation = performance.operation
    performance.scope.exchange = performance.call.exchange
    performance.scope.variables = variables(for: operation, count: performance.count)
    if !performance.play.listed.isEmpty {
      performance.scope.variables["resources"] = resources.json(of: performance.play.listed)
    }
    if let missing = lookUp(&performance) { return missing }
    if let mock = operation.mock {
      if let kind = mock.creates { make(kind, &performance) }
      set(mock.sets, &performance)
    }
    let chosen = operation.mock?.cases.first { $0.when.evaluate(in: performance.scope).isTrue }
    if let chosen { set(chosen.sets, &performance) }
    if let own = performance.own, !own.isNew { resources.update(own.resource, foundUnder: own.key, kind: own.kind) }
    var reply = answer(chosen, &performance)
    reply.pause = chosen?.delay ?? operation.mock?.delay ?? .zero
    return reply
  }

  /// Finds the resources the call uses; a reply where one is not known.
  private func lookUp(_ performance: inout Performance) -> Reply? {
    for (kind, expression) in performance.operation.mock?.uses ?? [] {
      guard case .value(let value) = expression.evaluate(in: performance.scope),
        let resource = resources.resource(kind, value.string ?? value.text)
      else {
        let problem = Problem(
          status: 404,
          title: "Not found",
          detail: "There is no \(kind) under \(expression.text); it is known once a call has made it."
        )
        return errorReply(performance.call, statuses: [404, 400, 422], otherwise: problem)
      }
      performance.scope.variables[kind] = resource.json
      if performance.own == nil {
        performance.own = OwnResource(kind: kind, key: value.string ?? value.text, isNew: false, resource: resource)
      }
    }
    return nil
  }

  private func make(_ kind: String, _ performance: inout Performance) {
    let made = MockResource(
      number: resources.nextNumber(of: kind),
      request: performance.call.json,
      size: performance.call.exchange.request.body.count
    )
    performance.own = OwnResource(kind: kind, key: "", isNew: true, resource: made)
    performance.scope.variables[kind] = made.json
  }

  /// Sets variables in order, each seeing those before it. What has no value leaves its variable as it was.
  private func set(_ sets: [(name: String, value: Expression)], _ performance: inout Performance) {
    guard var own = performance.own, !sets.isEmpty else { return }
    var new: [(String, JSONValue)] = []
    let keep = { (performance: inout Performance) in
      own.resource.set(new)
      new = []
      performance.scope.variables[own.kind] = own.resource.json
    }
    for (name, expression) in sets {
      // The resource is written again only where it is read.
      let isRead = expression.references.contains {
        if case .variable(let names) = $0.subject { names.first == own.kind } else { false }
      }
      if isRead, !new.isEmpty { keep(&performance) }
      guard case .value(let value) = expression.evaluate(in: performance.scope) else { continue }
      new.append((name, value))
    }
    keep(&performance)
    performance.own = own
  }

  private mutating func answer(_ chosen: MockCase?, _ performance: inout Performance) -> Reply {
    let play = performance.play
    let status = chosen?.status ?? play.status
    let documented =
      status == play.status
      ? play.success : performance.operation.responses.first { $0.status.matches(status) } ?? play.success
    let other = documented?.alternative(accepting: performance.call.exchange.request.headers["Accept"])
    let promise = other ?? documented
    if status / 100 == 2 || status == StreamFormat.webSocket.status {
      switch performance.operation.interaction {
      case .stream(let stream) where chosen?.example == nil:
        performance.headers = chosen?.headers ?? []
        return self.stream(stream, chosen?.events ?? stream.examples, status, &performance)
      case .poll(let poll) where chosen?.example == nil && !poll.examples.isEmpty:
        return self.poll(poll, status, &performance)
      default: break
      }
    }
    performance.headers = chosen?.headers ?? []
    // What is an example of one media type is none of another.
    let isOther = other?.content.map { MediaType($0.mediaRange)?.isJSON != true } ?? false
    guard let example = other?.example ?? (isOther ? nil : chosen?.example ?? documented?.example) else {
      let sample = promise.flatMap { AnswerContent.sample(of: $0, in: contract) }
      return finish(sample ?? .least(of: promise), status, &performance)
    }
    switch AnswerContent.render(example, promise, in: performance.scope, files: surroundings.files) {
    case .failure(let input): return Self.failure(input, performance.operation)
    case .success(let content): return finish(content, status, &performance)
    }
  }

  /// Keeps what the call made, lets the faults at the answer, and notes what the client will see.
  mutating func finish(_ content: AnswerContent, _ status: Int, _ performance: inout Performance) -> Reply {
    var content = content
    let original = content.json
    if StatusPattern.isSuccess(status), let json = content.json {
      let name = performance.operation.name
      let turn = faults.countsTurns(of: name) ? turns.next(operation: name, key: performance.resourceName) : 0
      if let edited = faults.edited(json, of: name, turn: turn, call: performance.count) {
        content.replace(json: edited)
        if givenOut.count > 10_000 { givenOut.removeAll() }
        for place in faults.places(of: name) { givenOut.formUnion(edited[place].map { [$0.string ?? $0.text] } ?? []) }
      }
    }
    if let own = performance.own, own.isNew, StatusPattern.isSuccess(status) {
      keep(own, original, content.json, performance)
    }
    var reply = content.reply(status: status)
    let promise = performance.operation.responses.first { $0.status.matches(status) }
    // As the body was made: what a fault makes of it breaks no field beside it.
    if let missing = addHeaders(to: &reply, promise, performance, beside: original) { return missing }
    if StatusPattern.isSuccess(status) { faults.apply(to: &reply, of: performance.operation.name) }
    performance.exchange = Self.exchange(performance.call.exchange, reply)
    return reply
  }

  /// Adds the header fields the contract gives, which may speak of `body`, and those it promises; a reply where one cannot be
  /// filled in.
  func addHeaders(
    to reply: inout Reply,
    _ promise: ResponsePromise?,
    _ performance: Performance,
    beside body: JSONValue? = nil
  ) -> Reply? {
    var scope = performance.scope
    scope.responseBody = body
    let general = StatusPattern.isSuccess(reply.status) ? performance.operation.mock?.headers ?? [] : []
    for header in general + performance.headers {
      switch Template.render(header.template, in: scope) {
      case .failure(let input): return Self.failure(input, performance.operation)
      case .success(let value): reply.headers.set(header.name, value.string ?? value.text)
      }
    }
    for header in promise?.headers ?? [] where reply.headers[header.name] == nil {
      reply.headers.append(HTTPHeader(header.name, PromisedHeader.value(of: header, in: contract)))
    }
    let isTypeGiven = (general + performance.headers).contains { HTTPHeader($0.name, "").isNamed("Content-Type") }
    if let promise, !isTypeGiven, let type = PromisedHeader.contentType(of: reply, promise, in: contract) {
      reply.headers.set("Content-Type", type)
    }
    return nil
  }

  /// Remembers a resource under the key its answer gives it, and under the one a fault made of that.
  private mutating func keep(_ own: OwnResource, _ original: JSONValue?, _ sent: JSONValue?, _ performance: Performance)
  {
    guard let key = performance.operation.mock?.key else { return }
    var made = own.resource
    made.remember(response: original)
    let seen = performance.scope
    let find = { (body: JSONValue?) -> String? in
      var scope = seen
      scope.responseBody = body
      guard case .value(let value) = key.evaluate(in: scope) else { return nil }
      return value.string ?? value.text
    }
    guard let name = find(original) else { return }
    made.key = name
    resources.insert(made, kind: own.kind)
    if let alias = find(sent) { resources.addAlias(alias, of: name, kind: own.kind) }
  }

  static func exchange(_ request: Exchange, _ reply: Reply) -> Exchange {
    var body: [UInt8] = []
    if case .bytes(let bytes) = reply.content { body = bytes }
    let response = HTTPResponse(head: HTTPResponseHead(status: reply.status, headers: reply.headers), body: body)
    return Exchange(
      request: request.request,
      parameters: request.parameters,
      response: response,
      end: TransferEnd(.complete)
    )
  }

  /// An example that cannot be rendered is the contract's mistake, which its author must see.
  static func failure(_ input: MissingInput, _ operation: Operation) -> Reply {
    Reply(
      Problem(
        status: 500,
        title: "The contract's example cannot be filled in",
        detail: "\(operation.name): \(input.expression): \(input.reason)"
      )
    )
  }
}

extension Evaluation {
  /// Whether it came out true.
  var isTrue: Bool { if case .value(let value) = self { value.bool == true } else { false } }
}

/// One call while it is answered.
struct Performance {
  let call: IncomingCall
  let play: OperationPlay
  let count: Int
  var scope: Scope
  /// The resource the call's variables belong to.
  var own: OwnResource?
  /// Header fields of the case that was chosen; templates.
  var headers: [NamedTemplate] = []
  /// What the client does wrong that shows only here.
  var mistakes: [Finding] = []
  /// What the client will see.
  var exchange: Exchange?

  init(call: IncomingCall, play: OperationPlay, count: Int, scope: Scope) {
    self.scope = scope
    self.call = call
    self.play = play
    self.count = count
  }

  var operation: Operation { call.operation }

  /// What tells the resource at hand from others.
  var resourceName: String { own.map { "\($0.kind) \($0.key)" } ?? call.exchange.request.url }
}

/// What an operation's answers are made from, found once.
struct OperationPlay: Sendable {
  let operation: Operation
  /// The response a successful call gets.
  let success: ResponsePromise?
  /// The kinds of resources its templates list, in the contract's order.
  let listed: [String]

  /// `kinds` are those of resources that operations of `contract` make, each once.
  init(_ operation: Operation, contract: Contract, kinds: [String]) {
    self.operation = operation
    let successes = operation.responses.filter(\.status.isSuccess)
    success =
      successes.first { $0.example != nil } ?? successes.first ?? operation.responses.first { $0.status == .default }
    let text = contract.document.root[operation.promise.pointer]?.text ?? ""
    listed = text.contains("$resources") ? kinds : []
  }

  /// The status of a successful answer.
  var status: Int {
    switch success?.status {
    case .exact(let code)?: code
    case .class(let digit)?: digit * 100
    case .default?, nil: 200
    }
  }
}

/// The resource a call makes, or the first it uses, while the call is answered.
struct OwnResource {
  let kind: String
  /// The key it was looked up under; empty for one that is being made.
  let key: String
  let isNew: Bool
  var resource: MockResource
}
