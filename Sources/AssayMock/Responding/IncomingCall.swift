import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayObservation

/// A request to an operation, with its parts separated as contracts refer to them.
struct IncomingCall: Sendable {
  let operation: Operation
  private(set) var exchange: Exchange
  /// The request in the form that ``RequestJudge`` checks.
  let received: ReceivedRequest

  init(_ request: ServerRequest, operation: Operation, path: [String: String], query: String?, url: String) {
    self.operation = operation
    var received = ReceivedRequest(
      method: request.method,
      path: path,
      query: FormPairs.read(query ?? ""),
      headers: request.headers,
      body: request.body
    )
    // Without a percent sign nothing is written other than it is read, but for a plus in the query.
    if let query, query.contains("%") { received.writtenQuery = FormPairs.written(query) }
    if request.path.contains("%") { received.writtenPath = operation.request.path.matchWritten(request.path) }
    self.received = received
    let texts = operation.request.queryTexts(of: query ?? "")
    let parameters = RequestParameters(path: path, query: texts, multipart: Self.form(of: request))
    exchange = Exchange(
      request: HTTPRequest(method: request.method, url: url, headers: request.headers, body: request.body),
      parameters: parameters,
      response: nil,
      end: TransferEnd(.complete)
    )
  }

  /// Returns the parts of a form as text: parts of the same name joined by commas, a file as its name. The result is
  /// empty for any other body.
  private static func form(of request: ServerRequest) -> [String: String] {
    guard let form = MultipartForm(request.body, contentType: request.headers["Content-Type"]) else { return [:] }
    return form.parts.map { (name: $0.name, value: $0.text) }.textsByName
  }

  /// Replaces the value at `place` in the request's JSON body by the string `text`.
  mutating func replace(at place: Place, by text: String) {
    guard let place = place.value?.pointer, let body = exchange.requestJSON else { return }
    exchange.requestJSON = JSONEdit.replace(place, .string(text)).applied(to: body) ?? body
  }

  /// Replaces the body of a form by the JSON value that its pairs represent, as `judge` reads it.
  mutating func readForm(by judge: RequestJudge) {
    if let form = judge.formValue(of: exchange.request) { exchange.requestJSON = form }
  }

  /// The request as stored with a resource: its path, query, form and body.
  var json: JSONValue {
    var members: [(String, JSONValue)] = [
      ("path", Self.object(exchange.parameters.path)), ("query", Self.object(exchange.parameters.query)),
      ("multipart", Self.object(exchange.parameters.multipart)),
    ]
    if let body = exchange.requestJSON { members.append(("body", body)) }
    return .object(members)
  }

  /// Returns the request's text at `place`, the place of a finding; `nil` if it has none there.
  func value(at place: Place) -> String? {
    switch place.part {
    case .value(let path): exchange.requestJSON?[path.pointer].map { $0.string ?? $0.text }
    case .path(let name): exchange.parameters.path[name]
    case .query(let name): exchange.parameters.query[name]
    case .formPart(let name): exchange.parameters.multipart[name]
    default: nil
    }
  }

  private static func object(_ values: [String: String]) -> JSONValue {
    .object(values.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
  }
}

/// Checks an app's call against the contract's description of the request.
struct CallJudge: Sendable {
  let contract: Contract

  /// Returns the mistakes in `call`. Text for which `isGivenOut` returns true is not a mistake: a fault of the mock
  /// gave it to a client in place of a valid value. In the body of `call`, the value is replaced by its text as a
  /// string.
  func mistakes(in call: inout IncomingCall, isGivenOut: (String) -> Bool) -> [Finding] {
    var mistakes: [Finding] = []
    let judge = RequestJudge(contract: contract, operation: call.operation)
    call.readForm(by: judge)
    for var finding in judge.findings(for: call.received) {
      if let value = call.value(at: finding.place), isGivenOut(value) {
        call.replace(at: finding.place, by: value)
        continue
      }
      finding.operation = call.operation.name
      finding.check = call.operation.name
      mistakes.append(finding)
    }
    return mistakes
  }
}
