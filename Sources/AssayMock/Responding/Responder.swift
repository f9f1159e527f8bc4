package import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayObservation

/// Answers requests from a contract's examples, and stores the resources that calls create. It is pure except for its
/// surroundings.
package struct Responder: Sendable {
  let contract: Contract
  package private(set) var surroundings: MockSurroundings
  private let router: Router
  private let plays: [OperationPlay]
  var resources = ResourceStore()
  /// The number of calls so far of each operation, by the operation's index in the contract.
  private var calls: [Int]
  /// The wrong values that faults sent to clients. A client that sends one of them back has made no mistake.
  var givenOut: Set<String> = []
  /// The first responses to calls with an idempotency key, by that key.
  private var keyed: [CallKey: Response] = [:]
  /// The streams whose rest a different operation gives.
  var interrupted = InterruptedStreams()
  /// The number of responses sent so far about each resource.
  var turns = TurnCounts()
  var faults: ActiveFaults

  package init(contract: Contract, surroundings: MockSurroundings, faults: [PlayedFault] = []) {
    self.contract = contract
    self.surroundings = surroundings
    router = Router(contract: contract)
    var seen: Set<String> = []
    let kinds = contract.operations.compactMap { $0.mock?.creates }.filter { seen.insert($0).inserted }
    plays = contract.operations.map { OperationPlay($0, contract: contract, kinds: kinds) }
    calls = Array(repeating: 0, count: contract.operations.count)
    self.faults = ActiveFaults(faults)
  }

  /// Returns a copy without any calls or resources, with other `surroundings` and `faults`.
  package func restarted(in surroundings: MockSurroundings, faults: [PlayedFault]) -> Responder {
    var restarted = self
    restarted.surroundings = surroundings
    restarted.resources = ResourceStore()
    restarted.calls = Array(repeating: 0, count: contract.operations.count)
    restarted.givenOut = []
    restarted.keyed = [:]
    restarted.interrupted = InterruptedStreams()
    restarted.turns = TurnCounts()
    restarted.faults = ActiveFaults(faults)
    return restarted
  }

  /// Returns the response to `request`, received by the server named `server`.
  package mutating func respond(to request: ServerRequest, server: String) -> Response {
    let path = request.path
    switch router.match(request, server: server) {
    case .notFound(let nearest):
      if let reply = tokenReply(to: request, path: path, server: server) { return Response(reply: reply) }
      let query = request.query.map { $0.isEmpty ? "" : "?" + $0 } ?? ""
      return .refusing(
        .unknownPath(request.method, shown(request.shownPath + query, of: request), server, nearest: nearest)
      )
    case .methodNotAllowed(let methods):
      if let reply = tokenReply(to: request, path: path, server: server) { return Response(reply: reply) }
      return .refusing(.wrongMethod(request.method, shown(path, of: request), allowed: methods))
    case .unlisted(let part, let received, let listed):
      let call = "\(request.method) \(shown(path, of: request))"
      let known = listed.map { shown($0, of: request) }
      return .refusing(.unknownOperation(call, part, received: shown(received, of: request), listed: known))
    case .operation(let index, let parameters):
      var call = IncomingCall(
        request,
        operation: contract.operations[index],
        path: parameters,
        query: request.query,
        url: (surroundings.baseURLs[server] ?? "") + request.target
      )
      return respond(to: &call, index) { [surroundings] in
        surroundings.hide($0, request, parameters.map { (name: $0.key, value: $0.value) })
      }
    }
  }

  private mutating func respond(
    to call: inout IncomingCall,
    _ index: Int,
    hiding hide: ([Finding]) -> [Finding]
  ) -> Response {
    calls[index] += 1
    if var reply = refusal(ofStranger: call) {
      faults.apply(toRefusal: &reply, of: call.operation.name)
      return Response(reply: reply, operation: index)
    }
    let found = CallJudge(contract: contract).mistakes(in: &call) { resources.isAlias($0) || givenOut.contains($0) }
    // In front of the answer, which tells of them, too.
    let mistakes = found.isEmpty ? [] : hide(found)
    var response = Response(reply: Reply(status: 500, content: .bytes([])), operation: index, findings: mistakes)
    if mistakes.contains(where: { $0.level == .must }) {
      response.reply = refusal(of: call, mistakes)
      faults.apply(toRefusal: &response.reply, of: call.operation.name)
    } else if let reply = refusal(ofCoding: call) {
      // After the mistakes: what is wrong for its own sake is refused as it was.
      response.reply = reply
      faults.apply(toRefusal: &response.reply, of: call.operation.name)
    } else if let kept = CallKey(call, index).flatMap({ keyed[$0] }), !faults.countsTurns(of: call.operation.name) {
      (response.reply, response.exchange) = (kept.reply, kept.exchange)
    } else {
      var context = ResponseContext(
        call: call,
        play: plays[index],
        count: calls[index],
        scope: Scope(templates: contract.templates)
      )
      response.reply = perform(&context)
      if response.reply.status / 100 == 4 { faults.apply(toRefusal: &response.reply, of: call.operation.name) }
      response.exchange = context.exchange
      response.findings += context.mistakes
      keep(response, of: call, index)
    }
    return response
  }

  /// Stores a successful response under the idempotency key of its call, to repeat it. Only a limited number of
  /// responses is kept.
  private mutating func keep(_ response: Response, of call: IncomingCall, _ index: Int) {
    guard let key = CallKey(call, index), StatusPattern.isSuccess(response.reply.status) else { return }
    if keyed.count >= 1_000 { keyed = [:] }
    keyed[key] = response
  }

  /// Returns the refusal of a compressed body if a fault makes the server decode none; `nil` for any other body, or
  /// without such a fault.
  private func refusal(ofCoding call: IncomingCall) -> Reply? {
    guard let coding = call.received.headers["Content-Encoding"], !faults.takesCodings(call.operation.name) else {
      return nil
    }
    return Reply(.unknownCoding(coding, accepted: "identity"))
  }

  /// Returns the error response to an invalid request: the contract's example for status 400 or 422, otherwise a
  /// problem that lists all mistakes.
  private func refusal(of call: IncomingCall, _ mistakes: [Finding]) -> Reply {
    let problem = Problem(
      status: 400,
      title: "The request is not what the contract describes",
      detail: mistakes.first?.message ?? "",
      errors: mistakes.map { "\($0.location): \($0.message)" }
    )
    return errorReply(call, statuses: [400, 422], otherwise: problem)
  }

  /// Returns an error response: the contract's example for the first of `statuses` that has one, otherwise `problem`.
  func errorReply(_ call: IncomingCall, statuses: [Int], otherwise problem: Problem) -> Reply {
    for status in statuses {
      guard let promise = call.operation.responses.promise(for: status), let example = promise.example else { continue }
      var scope = Scope(templates: contract.templates)
      scope.exchange = call.exchange
      scope.variables = variables(for: call.operation, count: 0)
      if case .success(let rendered) = AnswerContent.render(example, promise, in: scope, files: surroundings.files) {
        return rendered.reply(status: status)
      }
    }
    return Reply(problem)
  }

  /// Returns the variables that the templates of `operation` can read, such as `$mock` and `$data`.
  func variables(for operation: Operation, count: Int) -> [String: JSONValue] {
    var variables: [String: JSONValue] = [:]
    if let data = contract.mockData { variables["data"] = data }
    variables["variables"] = contract.variableValues
    variables["mock"] = .building { writer in
      writer.beginObject()
      writer.key("uuid")
      writer.string(surroundings.uuid())
      writer.key("now")
      writer.string(surroundings.now())
      writer.key("count")
      writer.integer(count)
      writer.key("server")
      writer.beginObject()
      for (name, url) in surroundings.baseURLs.sorted(by: { $0.key < $1.key }) {
        writer.key(name)
        writer.string(url)
      }
      writer.endObject()
      writer.endObject()
    }
    return variables
  }

  /// Returns a text of `request` for display, without secrets.
  private func shown(_ text: String, of request: ServerRequest) -> String {
    surroundings.shown(text, of: request, path: pathParameters(of: request))
  }

  /// Returns the parameters in the path of a request that calls no known operation, for each path of the contract that
  /// matches.
  func pathParameters(of request: ServerRequest) -> [(name: String, value: String)] {
    router.parameters(in: request.path)
  }
}

/// The key by which a client identifies a call. An operation is performed once for a key; its first response is
/// repeated (the IETF's draft-ietf-httpapi-idempotency-key-header).
private struct CallKey: Hashable {
  let operation: Int
  let key: String

  /// Creates the key of a call; `nil` if the client sends none.
  init?(_ call: IncomingCall, _ operation: Int) {
    guard let key = call.received.headers["Idempotency-Key"] else { return nil }
    (self.operation, self.key) = (operation, key)
  }
}
