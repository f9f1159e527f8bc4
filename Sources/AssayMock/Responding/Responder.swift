package import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayObservation

/// Answers requests from a contract's examples, and remembers what calls made: pure but for what it is given.
package struct Responder: Sendable {
  let contract: Contract
  package private(set) var surroundings: MockSurroundings
  private let router: Router
  private let plays: [OperationPlay]
  var resources = ResourceStore()
  /// The number of calls of each operation, by its place in the contract.
  private var calls: [Int]
  /// Wrong values faults gave clients, which clients are not to blame for sending back.
  var givenOut: Set<String> = []
  /// The answers to calls that say by a key which call they are.
  private var keyed: [CallKey: Response] = [:]
  /// The streams whose rest a different operation gives.
  var interrupted = InterruptedStreams()
  /// The number of answers given about each resource.
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

  /// The responder in other surroundings and with other faults, before its first call.
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

  /// The answer to `request`, which came to the server named `server`.
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

  /// Remembers a success by its call's key; a client that never stops is not remembered for ever.
  private mutating func keep(_ response: Response, of call: IncomingCall, _ index: Int) {
    guard let key = CallKey(call, index), StatusPattern.isSuccess(response.reply.status) else { return }
    if keyed.count >= 1_000 { keyed = [:] }
    keyed[key] = response
  }

  /// Returns the answer to a compressed body where a fault has the server undo no coding; `nil` for any other body, or
  /// without such a fault.
  private func refusal(ofCoding call: IncomingCall) -> Reply? {
    guard let coding = call.received.headers["Content-Encoding"], !faults.takesCodings(call.operation.name) else {
      return nil
    }
    return Reply(.unknownCoding(coding, accepted: "identity"))
  }

  /// Returns the answer to a request the contract does not allow: the contract's own error, or else a problem that
  /// names each mistake.
  private func refusal(of call: IncomingCall, _ mistakes: [Finding]) -> Reply {
    let problem = Problem(
      status: 400,
      title: "The request is not what the contract describes",
      detail: mistakes.first?.message ?? "",
      errors: mistakes.map { "\($0.location): \($0.message)" }
    )
    return errorReply(call, statuses: [400, 422], otherwise: problem)
  }

  /// The contract's example for the first of `statuses` that it documents with one.
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

  /// `$mock` and `$data`, for an operation that reads them.
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

  /// A text of `request` as it is shown, without secrets.
  private func shown(_ text: String, of request: ServerRequest) -> String {
    surroundings.shown(text, of: request, path: pathParameters(of: request))
  }

  /// The parameters in the path of a request that calls no known operation, by each path of the contract that fits.
  func pathParameters(of request: ServerRequest) -> [(name: String, value: String)] {
    router.parameters(in: request.path)
  }
}

/// The key by which a client identifies a call: with the same key an operation does a thing once, and repeats its first
/// answer (the IETF's draft-ietf-httpapi-idempotency-key-header).
private struct CallKey: Hashable {
  let operation: Int
  let key: String

  /// `nil` where the client says no key.
  init?(_ call: IncomingCall, _ operation: Int) {
    guard let key = call.received.headers["Idempotency-Key"] else { return nil }
    (self.operation, self.key) = (operation, key)
  }
}
