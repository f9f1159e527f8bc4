package import AssayContract
package import AssayFindings
import AssayHTTP
import AssayText
import Synchronization

/// A server of a contract's operations over HTTP, with one port for each server of the contract; it checks each request
/// against the contract.
package final class MockServer: Sendable {
  private struct State {
    var responder: Responder?
    var ledger: RequestLedger
    var server: SocketServer?
    var started: ContinuousClock.Instant?
  }

  private let contract: Contract
  private let settings: MockSettings
  private let faults: [PlayedFault]
  private let writer: AnswerWriter
  private let onFinding: @Sendable (Finding) -> Void
  private let state: Mutex<State>

  /// Prepares a mock of `contract` that plays `faults`, which must be such that can be played together.
  ///
  /// `onFinding` receives the mistakes of clients as they happen, on the server's thread.
  package init(
    contract: Contract,
    settings: MockSettings = MockSettings(),
    playing faults: [PlayedFault] = [],
    onFinding: @escaping @Sendable (Finding) -> Void = { _ in }
  ) throws(MockError) {
    self.contract = contract
    self.settings = settings
    self.onFinding = onFinding
    self.faults = faults
    writer = AnswerWriter(variations: try Self.variations(named: settings.variations), pace: settings.pace)
    for name in settings.ports.keys.sorted() { _ = try Self.pick(name, "server", from: contract.servers, name: \.name) }
    state = Mutex(State(ledger: RequestLedger(contract: contract)))
  }

  /// Listens, and answers from then on; gives each server's base URL, in the contract's order.
  package func start() throws(MockError) -> [(name: String, url: String)] {
    let names = contract.servers.map(\.name)
    let handler = ServerHandler { [weak self] listener, request in
      self?.answer(request, server: names[listener]) ?? WireReply([], closes: true)
    } refuse: { [weak self] refusal in
      self?.note(refusal)
      return AnswerWriter.refusal(refusal)
    }
    let server: SocketServer
    do throws(ServerError) {
      server = try SocketServer(ports: names.map { settings.ports[$0] ?? 0 }, limits: settings.limits, handler: handler)
    } catch { throw .server(error) }
    let urls = zip(names, server.ports).map { (name: $0, url: "http://127.0.0.1:\($1)") }
    let surroundings = MockSurroundings(
      baseURLs: Dictionary(uniqueKeysWithValues: urls.map { ($0.name, $0.url) }),
      now: { SystemCalls.now.withMilliseconds },
      uuid: { UUIDText.random() },
      files: settings.files,
      hide: settings.hide
    )
    state.withLock { state in
      state.responder = Responder(contract: contract, surroundings: surroundings, faults: faults)
      state.server = server
      state.started = .now
    }
    return urls
  }

  /// Closes all connections, and returns once they are closed.
  package func stop() {
    // Not stopped under the lock: the server's thread may be waiting for it.
    let server = state.withLock { state in
      defer { state.server = nil }
      return state.server
    }
    server?.stop()
  }

  /// Returns the result of checking the clients' requests against the contract, with one check for each operation.
  package func result() -> RunResult {
    state.withLock { state in
      state.ledger.result(
        version: settings.version,
        servers: state.responder?.surroundings.baseURLs ?? [:],
        duration: state.started.map { .now - $0 } ?? .zero
      )
    }
  }

  private func answer(_ coded: ServerRequest, server: String) -> WireReply {
    var request = coded
    switch settings.decode(coded, settings.limits.body) {
    case .success(let body): request.body = body
    case .failure(let refusal): return refuse(coded, with: refusal)
    }
    if request.hasTooManyFields {
      return refuse(coded, with: RequestRefusal(413, "The form has more than \(ServerRequest.mostFields) fields."))
    }
    let response = state.withLock { state -> Response? in
      guard var response = state.responder?.respond(to: request, server: server) else { return nil }
      // What the contract documents of OPTIONS is answered as it says.
      if settings.isOpenToPages, response.operation == nil, request.isPreflight {
        response = Response(reply: Reply(status: 204, content: .bytes([])))
      }
      state.ledger.note(response)
      return response
    }
    guard let response else { return AnswerWriter.refusal(RequestRefusal(503, "The mock is still starting.")) }
    for finding in response.findings { onFinding(finding) }
    var reply = response.reply
    if settings.isOpenToPages { reply.allow(request.headers) }
    var wire = writer.wire(reply, to: request)
    if wire.isTwoWay, let operation = response.operation.map({ contract.operations[$0] }) {
      wire.onBreach = { [weak self] breach in self?.note(breach, of: operation) }
    }
    return wire
  }

  /// Refuses a request whose body is not read.
  private func refuse(_ request: ServerRequest, with reason: RequestRefusal) -> WireReply {
    var refusal = reason
    (refusal.request, refusal.isOfBody) = ("\(request.method) \(request.shownPath)", true)
    refusal.head = request
    note(refusal)
    var reply = Reply(refusal)
    if settings.isOpenToPages { reply.allow(request.headers) }
    return writer.wire(reply, to: request)
  }

  /// Notes a request that could not be read, without its secrets.
  private func note(_ refusal: RequestRefusal) {
    guard let told = Finding(refusal) else { return }
    var findings = [told]
    if let head = refusal.head {
      let path = state.withLock { $0.responder?.pathParameters(of: head) ?? [] }
      findings = settings.hide([told], head, path)
    }
    // Only now: the beginning of a secret is not known for one.
    for index in findings.indices {
      findings[index].place = findings[index].place.mapTexts { $0.shortened(to: Finding.longestTarget) }
    }
    state.withLock { $0.ledger.note(Response(reply: Reply(refusal), findings: findings)) }
    for finding in findings { onFinding(finding) }
  }

  /// Records a breach of the rules of WebSocket frames by a client.
  private func note(_ breach: String, of operation: Operation) {
    let finding = Finding.frame(operation, breach)
    state.withLock { $0.ledger.note([finding]) }
    onFinding(finding)
  }

  private static func variations(named names: [String]) throws(MockError) -> [LegalVariation] {
    var chosen: [LegalVariation] = []
    for name in names { chosen.append(try pick(name, "oddity", from: LegalVariation.all, name: \.name)) }
    return chosen
  }

  private static func pick<Choice>(_ name: String, _ kind: String, from choices: [Choice], name key: (Choice) -> String)
    throws(MockError) -> Choice
  {
    if let choice = choices.first(where: { key($0) == name }) { return choice }
    throw .unknown(kind: kind, name: name, nearest: SpellingSuggestion.nearest(to: name, among: choices.map(key)))
  }
}

extension ServerRequest {
  /// The most fields of a form: each takes twenty times its bytes once it is read.
  fileprivate static let mostFields = 10_000

  /// True if its body is a form of more fields than are read.
  fileprivate var hasTooManyFields: Bool {
    guard headers["Content-Type"].flatMap(MediaType.init)?.essence == "application/x-www-form-urlencoded" else {
      return false
    }
    return body.count { $0 == UInt8(ascii: "&") } >= Self.mostFields
  }
}

/// The settings of a served mock.
package struct MockSettings: Sendable {
  /// The pace at which a mock plays the pauses of streams.
  package enum Pace: String, Sendable, Hashable, CaseIterable {
    /// The pauses are those of the contract.
    case real
    /// Each pause is a millisecond.
    case fast
  }

  /// The port of each server, by name; 0, or none, for any free port.
  package var ports: [String: Int]
  /// The legal variations to play, by name.
  package var variations: [String]
  package var pace: Pace
  /// True if pages of any origin may call the mock from a browser.
  package var isOpenToPages: Bool
  /// Returns the bytes of a file, named relative to the contract; `nil` if it cannot be read.
  package var files: @Sendable (String) -> [UInt8]?
  /// The version of Assay, for the result.
  package var version: String
  package var limits: ServerLimits
  /// Decodes a request's body according to `Content-Encoding`, to at most `limit` bytes. By default, no coding is
  /// supported.
  package var decode: @Sendable (_ request: ServerRequest, _ limit: Int) -> Result<[UInt8], RequestRefusal> = {
    request,
    _ in
    let codings = request.headers.values("Content-Encoding").filter { $0.lowercased() != "identity" }
    guard let coding = codings.first else { return .success(request.body) }
    return .failure(.unknownCoding(coding, accepted: "identity"))
  }

  /// Removes from the findings of a request the secrets that its client sent. By default, nothing is hidden.
  package var hide: MockSurroundings.Hiding = { findings, _, _ in findings }

  package init(
    ports: [String: Int] = [:],
    variations: [String] = [],
    pace: Pace = .real,
    isOpenToPages: Bool = false,
    files: @escaping @Sendable (String) -> [UInt8]? = { _ in nil },
    version: String = "",
    limits: ServerLimits = ServerLimits()
  ) {
    self.ports = ports
    self.variations = variations
    self.pace = pace
    self.isOpenToPages = isOpenToPages
    self.files = files
    self.version = version
    self.limits = limits
  }
}

/// The reason why a mock cannot be served.
package enum MockError: Error, Hashable, Sendable {
  /// A fault, a legal variation or a server is not known; with the nearest name that is.
  case unknown(kind: String, name: String, nearest: String?)
  /// The selected faults cannot be played together.
  case clash(FaultClash)
  case server(ServerError)
}

extension MockError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknown(let kind, let name, let nearest):
      "unknown \(kind) `\(name)`" + (nearest.map { "; did you mean `\($0)`?" } ?? "")
    case .clash(let clash): clash.description
    case .server(let error): error.description
    }
  }
}

/// Faults that cannot be played together, and why.
package struct FaultClash: Error, Hashable, Sendable {
  /// The names of the faults; without any one of them there would be no clash.
  package var faults: [String]
  /// The reason, as a clause.
  package var reason: String

  package init(faults: [String], reason: String) {
    self.faults = faults
    self.reason = reason
  }
}

extension FaultClash: CustomStringConvertible {
  package var description: String { "\(faults.quoted.all) cannot be played together: \(reason)" }
}
