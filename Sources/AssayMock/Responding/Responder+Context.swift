import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
import AssayText

extension Responder {
  /// Answers a valid call: finds the resources it uses, sets variables, chooses and renders the response, and stores
  /// the resource it makes.
  mutating func perform(_ context: inout ResponseContext) -> Reply {
    let operation = context.operation
    context.scope.exchange = context.call.exchange
    context.scope.variables = variables(for: operation, count: context.count)
    if !context.play.listed.isEmpty {
      context.scope.variables["resources"] = resources.json(of: context.play.listed)
    }
    if let missing = lookUp(&context) { return missing }
    if let mock = operation.mock {
      if let kind = mock.creates { make(kind, &context) }
      set(mock.sets, &context)
    }
    let chosen = operation.mock?.cases.first { $0.when.evaluate(in: context.scope).isTrue }
    if let chosen { set(chosen.sets, &context) }
    if let own = context.own, !own.isNew { resources.update(own.resource, foundUnder: own.key, kind: own.kind) }
    var reply = answer(chosen, &context)
    reply.pause = chosen?.delay ?? operation.mock?.delay ?? .zero
    return reply
  }

  /// Finds the resources that the call uses; returns a reply if one is unknown.
  private func lookUp(_ context: inout ResponseContext) -> Reply? {
    for (kind, expression) in context.operation.mock?.uses ?? [] {
      guard case .value(let value) = expression.evaluate(in: context.scope) else {
        let problem = Problem(
          status: 400,
          title: "The request names no \(kind)",
          detail: "\(expression.text) has no value; a \(kind) is found by it."
        )
        return errorReply(context.call, statuses: [400, 404, 422], otherwise: problem)
      }
      guard let resource = resources.resource(kind, value.string ?? value.text) else {
        let problem = Problem(
          status: 404,
          title: "Not found",
          detail: "\(kind) \(expression.text) does not exist; create it with a call first."
        )
        return errorReply(context.call, statuses: [404, 400, 422], otherwise: problem)
      }
      context.scope.variables[kind] = resource.json
      if context.own == nil {
        context.own = OwnResource(kind: kind, key: value.string ?? value.text, isNew: false, resource: resource)
      }
    }
    return nil
  }

  private func make(_ kind: String, _ context: inout ResponseContext) {
    let made = MockResource(
      number: resources.nextNumber(of: kind),
      request: context.call.json,
      size: context.call.exchange.request.body.count
    )
    context.own = OwnResource(kind: kind, key: "", isNew: true, resource: made)
    context.scope.variables[kind] = made.json
  }

  /// Sets variables in order, each with access to the earlier ones. An expression without a value leaves its variable
  /// unchanged.
  private func set(_ sets: [(name: String, value: Expression)], _ context: inout ResponseContext) {
    guard var own = context.own, !sets.isEmpty else { return }
    var new: [(String, JSONValue)] = []
    let keep = { (context: inout ResponseContext) in
      own.resource.set(new)
      new = []
      context.scope.variables[own.kind] = own.resource.json
    }
    for (name, expression) in sets {
      // The resource is written again only where it is read.
      let isRead = expression.references.contains {
        if case .variable(let names) = $0.subject { names.first == own.kind } else { false }
      }
      if isRead, !new.isEmpty { keep(&context) }
      guard case .value(let value) = expression.evaluate(in: context.scope) else { continue }
      new.append((name, value))
    }
    keep(&context)
    context.own = own
  }

  private mutating func answer(_ chosen: MockCase?, _ context: inout ResponseContext) -> Reply {
    let play = context.play
    let status = chosen?.status ?? play.status
    let documented =
      status == play.status
      ? play.success : context.operation.responses.promise(for: status) ?? play.success
    let format: StreamFormat? =
      if case .stream(let stream) = context.operation.interaction { stream.format } else { nil }
    let accept = context.call.exchange.request.headers["Accept"]
    let other = documented?.alternative(accepting: accept, besides: format)
    let promise = other ?? documented
    if status / 100 == 2 || status == StreamFormat.webSocket.status {
      switch context.operation.interaction {
      case .stream(let stream) where chosen?.example == nil && other == nil:
        context.headers = chosen?.headers ?? []
        return self.stream(stream, chosen?.events ?? play.events, status, &context)
      case .poll(let poll) where chosen?.example == nil && !poll.examples.isEmpty:
        return self.poll(poll, status, &context)
      default: break
      }
    }
    context.headers = chosen?.headers ?? []
    // An example of one media type is not one of another.
    let isOther = other?.content.flatMap { MediaType($0.mediaRange) }.map { !$0.isJSON && !$0.isXML } ?? false
    guard let example = other?.example ?? (isOther ? nil : chosen?.example ?? documented?.example) else {
      let sample = promise.flatMap { AnswerContent.sample(of: $0, in: contract) }
      return finish(sample ?? .least(of: promise), status, &context)
    }
    switch AnswerContent.render(example, promise, in: context.scope, files: surroundings.files) {
    case .failure(let input): return Self.failure(input, context.operation)
    case .success(let content): return finish(content, status, &context)
    }
  }

  /// Stores what the call made, applies the faults to the response, and records the exchange as the client will see it.
  mutating func finish(_ content: AnswerContent, _ status: Int, _ context: inout ResponseContext) -> Reply {
    var content = content
    let original = content.json
    if StatusPattern.isSuccess(status), let json = content.json {
      let name = context.operation.name
      let turn = faults.countsTurns(of: name) ? turns.next(operation: name, key: context.resourceName) : 0
      if let edited = faults.edited(json, of: name, turn: turn, call: context.count) {
        content.replace(json: edited)
        if givenOut.count > 10_000 { givenOut.removeAll() }
        for place in faults.places(of: name) { givenOut.formUnion(edited[place].map { [$0.string ?? $0.text] } ?? []) }
      }
    }
    var reply = content.reply(status: status)
    let promise = context.operation.responses.promise(for: status)
    // As the body was made: a fault in it breaks no other field.
    if let missing = addHeaders(to: &reply, promise, context, beside: original) { return missing }
    let meant = reply
    if StatusPattern.isSuccess(status) { faults.apply(to: &reply, of: context.operation.name) }
    settle((original, meant), (content.json, reply), context)
    context.exchange = Self.exchange(context.call.exchange, reply)
    return reply
  }

  /// Adds the header fields that the contract gives, which may refer to `body`, and those it promises; returns a reply
  /// if one cannot be filled in.
  func addHeaders(
    to reply: inout Reply,
    _ promise: ResponsePromise?,
    _ context: ResponseContext,
    beside body: JSONValue? = nil
  ) -> Reply? {
    var scope = context.scope
    scope.responseBody = body
    let general = StatusPattern.isSuccess(reply.status) ? context.operation.mock?.headers ?? [] : []
    for header in general + context.headers {
      switch Template.render(header.template, in: scope) {
      case .failure(let input): return Self.failure(input, context.operation)
      case .success(let value): reply.headers.set(header.name, value.string ?? value.text)
      }
    }
    for header in promise?.headers ?? [] where reply.headers[header.name] == nil {
      reply.headers.append(HTTPHeader(header.name, PromisedHeader.value(of: header, in: contract)))
    }
    let isTypeGiven = (general + context.headers).contains { HTTPHeader($0.name, "").isNamed("Content-Type") }
    if let promise, !isTypeGiven, let type = PromisedHeader.contentType(of: reply, promise, in: contract) {
      reply.headers.set("Content-Type", type)
    }
    return nil
  }

  /// Stores the resource that a successful call made, and removes the one it ended. `meant` is the intended response,
  /// `sent` the one changed by faults.
  ///
  /// A new resource is known by the key in the intended response, and by the key in the response changed by faults.
  mutating func settle(
    _ meant: (body: JSONValue?, reply: Reply),
    _ sent: (body: JSONValue?, reply: Reply),
    _ context: ResponseContext
  ) {
    guard let mock = context.operation.mock, StatusPattern.isSuccess(meant.reply.status) else { return }
    if let use = mock.uses.first(where: { $0.kind == mock.ends }),
      case .value(let key) = use.key.evaluate(in: context.scope)
    {
      resources.remove(use.kind, key.string ?? key.text)
    }
    guard let own = context.own, own.isNew, let key = mock.key else { return }
    var made = own.resource
    made.remember(response: meant.body)
    let find = { (answer: (body: JSONValue?, reply: Reply)) -> String? in
      var scope = context.scope
      scope.exchange = Self.exchange(context.call.exchange, answer.reply)
      scope.responseBody = answer.body
      guard case .value(let value) = key.evaluate(in: scope) else { return nil }
      return value.string ?? value.text
    }
    guard let name = find(meant) else { return }
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

  /// Returns the error for an example that cannot be rendered; this is a mistake in the contract, which its author must
  /// see.
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
  /// True if the result is the value `true`.
  var isTrue: Bool { if case .value(let value) = self { value.bool == true } else { false } }
}

/// The state of a call while the mock makes its response.
struct ResponseContext {
  let call: IncomingCall
  let play: OperationPlay
  let count: Int
  var scope: Scope
  /// The resource that the call creates or uses, in which its variables are stored.
  var own: OwnResource?
  /// The header fields of the mock's case that applies to the call; templates.
  var headers: [NamedTemplate] = []
  /// The client's mistakes that are found only while the call is answered.
  var mistakes: [Finding] = []
  /// The exchange with the response as the client will receive it, after faults; `nil` until the response is made.
  var exchange: Exchange?

  init(call: IncomingCall, play: OperationPlay, count: Int, scope: Scope) {
    self.scope = scope
    self.call = call
    self.play = play
    self.count = count
  }

  var operation: Operation { call.operation }

  /// The kind and key of the current resource, or the request's URL without one; it identifies what the response is
  /// about.
  var resourceName: String { own.map { "\($0.kind) \($0.key)" } ?? call.exchange.request.url }
}

/// The parts that an operation's answers are made from, found once.
struct OperationPlay: Sendable {
  let operation: Operation
  /// The documented response to a successful call; `nil` if none is documented.
  let success: ResponsePromise?
  /// The example events that the operation's stream plays.
  let events: [EventExample]
  /// The kinds of resources that `$resources` contains for the operation's templates, in the contract's order; empty if
  /// the templates do not read it.
  let listed: [String]

  /// Creates the parts for `operation`; `kinds` has the kinds of resources that operations of `contract` make, each
  /// once.
  init(_ operation: Operation, contract: Contract, kinds: [String]) {
    self.operation = operation
    let successes = operation.responses.filter(\.status.isSuccess)
    var streamType: String?
    if case .stream(let stream) = operation.interaction {
      streamType = stream.format.mediaType
      events = stream.examples.isEmpty ? contract.sample(of: stream).events : stream.examples
    } else {
      events = []
    }
    let streamed = streamType.flatMap { type in
      successes.first { $0.content.map { MediaType(type)?.matches($0.mediaRange) ?? false } ?? false }
    }
    success =
      streamed ?? successes.first { $0.example != nil } ?? successes.first
      ?? operation.responses.first { $0.status == .default }
    let text = contract.document.root[operation.promise.pointer]?.text ?? ""
    listed = text.contains("$resources") ? kinds : []
  }

  /// The status of a successful answer.
  var status: Int {
    success.flatMap { operation.responses.status(under: $0.status) } ?? 200
  }
}

/// The resource that a call creates, or the first one it uses, until the call is answered.
struct OwnResource {
  let kind: String
  /// The key used to find the resource; empty for one that is being created.
  let key: String
  let isNew: Bool
  var resource: MockResource
}
