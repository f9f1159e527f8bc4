import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
import AssaySecrets

/// An access token in a request, with the key to request a new one.
struct SentToken: Sendable {
  var key: AccessTokens.Key
  var value: String
}

extension LiveSource {
  /// Adds the credentials of the operation's security schemes to a request in which secrets were already inserted;
  /// returns the access tokens among them.
  ///
  /// A field that the step or the caller of the run sets itself is not replaced. Credentials that are not known are not
  /// sent.
  func admit(
    _ request: inout HTTPRequest,
    _ work: StepWork,
    _ inputs: Scope
  ) async throws(Obstacle) -> [SentToken] {
    guard !contract.securitySchemes.isEmpty else { return [] }
    var tokens: [SentToken] = []
    for (scheme, scopes) in contract.security(of: work.step, work.operation) where !work.step.says(scheme) {
      guard contract.unknownCredentials(of: scheme).isEmpty else { continue }
      let (place, name) = scheme.field
      if place == .header,
        headers.contains(where: { $0.header.isNamed(name) && isSent($0, with: request, false, of: work) })
      {
        continue
      }
      switch scheme.kind {
      case .basic(let username, let password):
        let (user, word) = (try credential(username, inputs), try credential(password, inputs))
        try keep(word, of: scheme)
        request.headers.set(name, "Basic \(try basic(user, word, of: scheme))")
      case .digest(let username, let password):
        guard !work.operation.isWebSocket else {
          throw .unjudgeable("a WebSocket cannot be opened with HTTP Digest, of the security scheme `\(scheme.name)`")
        }
        request.digest = try digest(username, password, inputs, of: scheme)
      case .bearer(let token):
        let value = try field(token, inputs, of: scheme)
        try keep(value, of: scheme)
        request.headers.set(name, "Bearer \(value)")
      case .apiKey(_, _, let template):
        let value = try place == .query ? credential(template, inputs) : field(template, inputs, of: scheme)
        try keep(value, of: scheme)
        request.send(value, in: place, as: name)
      case .clientCredentials(let credentials):
        let token = try await token(credentials, scheme, scopes, work, inputs)
        request.headers.set(name, "Bearer \(token.value)")
        tokens.append(token)
      }
    }
    return tokens
  }

  /// Returns true if a call that returned `status` should be repeated with a new access token: the status is 401, so
  /// that the call changed nothing, and one of `tokens` had worked before.
  func mayAskAgain(_ status: Int?, _ tokens: [SentToken]) async -> Bool {
    guard status == 401 else { return false }
    var isWorthIt = false
    for token in tokens where await self.tokens.forget(token.value, of: token.key) { isWorthIt = true }
    return isWorthIt
  }

  /// Returns the value of `template` with the actual secrets in place of their tokens.
  private func credential(_ template: JSONValue, _ inputs: Scope) throws(Obstacle) -> String {
    switch Template.render(template, in: inputs) {
    case .success(let value): return vault.reveal(value.string ?? value.text)
    case .failure(let missing): throw .skipped("its input \(missing.expression) is missing: \(missing.reason)")
    }
  }

  /// Returns the value of `template` for a header field, unencoded; throws if it contains control characters (RFC 9110
  /// section 5.5).
  private func field(
    _ template: JSONValue,
    _ inputs: Scope,
    of scheme: SecurityScheme
  ) throws(Obstacle) -> String {
    let value = try credential(template, inputs)
    let strange = scheme.field.place == .cookie ? UInt8(ascii: ";") : 0x7F
    if value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == strange }) {
      throw .skipped("it was not sent, for what the security scheme `\(scheme.name)` sends cannot stand in a field")
    }
    return value
  }

  private func keep(_ value: String, of scheme: SecurityScheme) throws(Obstacle) {
    try keep([Secret(name: "security.\(scheme.name)", value: value)])
  }

  /// Returns the credentials with which the transport answers a challenge of the server.
  private func digest(
    _ username: JSONValue,
    _ password: JSONValue,
    _ inputs: Scope,
    of scheme: SecurityScheme
  ) throws(Obstacle) -> DigestCredentials {
    let digest = DigestCredentials(user: try credential(username, inputs), password: try credential(password, inputs))
    guard !(digest.user + digest.password).utf8.contains(0) else {
      throw .skipped("it was not sent, for the user or password of `\(scheme.name)` contains a NUL")
    }
    try keep(digest.password, of: scheme)
    return digest
  }

  /// Returns the value of a Basic `Authorization` field (RFC 7617 section 2).
  private func basic(_ user: String, _ password: String, of scheme: SecurityScheme) throws(Obstacle) -> String {
    let pair = Base64.encode(Array("\(user):\(password)".utf8))
    try keep([Secret(name: "security.\(scheme.name).basic", value: pair)])
    return pair
  }

  private func token(
    _ credentials: SecurityScheme.ClientCredentials,
    _ scheme: SecurityScheme,
    _ scopes: [String],
    _ work: StepWork,
    _ inputs: Scope
  ) async throws(Obstacle) -> SentToken {
    let server = credentials.server ?? work.operation.server
    let base = work.context.baseURL(of: server)
    let url = vault.reveal(RequestBuilder.url(of: base, path: credentials.path))
    let (id, secret) = (try credential(credentials.id, inputs), try credential(credentials.secret, inputs))
    try keep(secret, of: scheme)
    let key = AccessTokens.Key(scheme: scheme.name, url: url, scopes: scopes)
    var form = [("grant_type", "client_credentials")]
    if !scopes.isEmpty { form.append(("scope", scopes.joined(separator: " "))) }
    var fields = [HTTPHeader("Accept", "application/json")]
    if credentials.areInBody {
      form += [("client_id", id), ("client_secret", secret)]
    } else {
      // RFC 6749 section 2.3.1: each as in a form before they are put together.
      let pair = try basic(PercentEncoding.encode(id), PercentEncoding.encode(secret), of: scheme)
      fields.append(HTTPHeader("Authorization", "Basic \(pair)"))
    }
    fields.append(HTTPHeader("Content-Type", "application/x-www-form-urlencoded"))
    let body = form.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
    let request = HTTPRequest(method: "POST", url: url, headers: fields, body: Array(body.utf8))
    let answer = await tokens.token(of: key, at: settings.now()) { await ask(request, scheme, server) }
    if Task.isCancelled { throw .interrupted }
    switch answer {
    case .success(let token): return SentToken(key: key, value: token.value)
    case .failure(let refusal):
      throw .unjudgeable("the security scheme `\(scheme.name)` brought no token: POST \(url): \(refusal.reason)")
    }
  }

  private func ask(_ request: HTTPRequest, _ scheme: SecurityScheme, _ server: String) async -> AccessTokens.Answer {
    let call = "\(request.method) \(request.url)"
    if let obstacle = tokenHealth.obstacle(request.url, call) ?? health.obstacle(server, call) {
      return .failure(AccessToken.Refusal(reason: obstacle.reason))
    }
    let collector = ResponseCollector()
    let now = settings.now()
    let limits = TransferLimits(total: settings.limits.timeout, bodySize: 1 << 20)
    let underWay = traffic.beginAtOnce(transport)
    let end = await transport.send(request, limits: limits, to: collector)
    let others = underWay.map { traffic.end($0) } ?? 0
    // A delay may be due to the run's other calls; that nothing listens is not.
    if others == 0 || !end.reason.isTimeOut { tokenHealth.note(request.url, call, end) }
    guard end.reason == .complete, let response = collector.response else {
      return .failure(AccessToken.Refusal(reason: end.reason.spoken))
    }
    do throws(AccessToken.Refusal) {
      let token = try AccessToken(response, at: now, hide: vault.hide)
      // A secret before anyone has seen it.
      do throws(Obstacle) { try keep(token.value, of: scheme) } catch {
        return .failure(AccessToken.Refusal(reason: "its token is too long to be hidden"))
      }
      return .success(token)
    } catch {
      return .failure(error)
    }
  }
}

extension Obstacle {
  /// The obstacle as a clause.
  fileprivate var reason: String {
    switch self {
    case .skipped(let reason), .unjudgeable(let reason): reason
    case .unreachable(let end): end.reason.spoken
    case .interrupted: "the run was interrupted"
    }
  }
}

extension Contract {
  /// Returns true if a header field authorises calls: it is one of the usual credential fields, or that of a security
  /// scheme.
  func letsIn(_ header: HTTPHeader) -> Bool {
    let names = securitySchemes.map(\.field).filter { $0.place == .header }.map(\.name)
    return (RequestChange.credentialFields + names).contains { header.isNamed($0) }
  }
}

extension Step {
  /// True if the step is a probe that is sent without credentials, to check that the call is refused.
  var isByStranger: Bool { if case .withoutCredentials? = probe?.change { true } else { false } }
}

extension HTTPRequest {
  fileprivate mutating func send(_ value: String, in place: SecurityScheme.Place, as name: String) {
    switch place {
    case .header: headers.set(name, value)
    case .cookie:
      let others = headers["Cookie"].map { "\($0); " } ?? ""
      headers.set("Cookie", "\(others)\(name)=\(value)")
    case .query:
      url += (url.contains("?") ? "&" : "?") + "\(PercentEncoding.encode(name))=\(PercentEncoding.encode(value))"
    }
  }
}
