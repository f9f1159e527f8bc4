import AssayContract
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayText

extension Responder {
  /// Returns the response to a call without its credentials; `nil` if it satisfies one of the alternatives.
  ///
  /// Only the presence of credentials is checked; `mock.cases` in the contract defines the response to wrong ones.
  func refusal(ofStranger call: IncomingCall) -> Reply? {
    let alternatives = call.operation.security.map { $0.compactMap { contract.securityScheme(named: $0.scheme) } }
    let gate = faults.gate(of: call.operation.name, alternatives: alternatives.count)
    guard !alternatives.isEmpty, !gate.isOpen,
      !gate.working.contains(where: { alternatives[$0].allSatisfy { $0.admits(call.received) } })
    else { return nil }
    let scheme = alternatives[0].first { !$0.admits(call.received) }
    let problem = Problem(
      status: 401,
      title: "Credentials are required",
      detail: scheme.map { "The security scheme \($0.name) wants \($0.wanted)." } ?? ""
    )
    var reply = errorReply(call, statuses: [401, 403], otherwise: problem)
    // RFC 9110 section 15.5.2: the answer says how to authenticate.
    if reply.status == 401, let challenge = scheme?.challenge { reply.headers.set("WWW-Authenticate", challenge) }
    return reply
  }

  /// Returns the response to a client that requests an access token; `nil` if the request is not for a token.
  func tokenReply(to request: ServerRequest, path: String, server: String) -> Reply? {
    guard request.method == "POST",
      let credentials = contract.securitySchemes.lazy.compactMap(\.clientCredentials).first(where: {
        $0.path == path && ($0.server ?? server) == server
      })
    else { return nil }
    let form = FormPairs.read(String(decoding: request.body, as: UTF8.self))
    func refused(_ status: Int, _ error: String) -> Reply {
      Self.json(.object([("error", .string(error))]), status: status)
    }
    guard form.contains(where: { $0.name == "grant_type" && $0.value == "client_credentials" }) else {
      return refused(400, "unsupported_grant_type")
    }
    let isKnown =
      credentials.areInBody
      ? form.contains { $0.name == "client_id" && !$0.value.isEmpty } : request.headers.credentials(of: "basic") != nil
    guard isKnown else { return refused(401, "invalid_client") }
    return Self.json(
      .object([
        ("access_token", .string("mock-\(surroundings.uuid())")), ("token_type", .string("Bearer")),
        ("expires_in", .integer(3_600)),
      ]),
      status: 200
    )
  }

  /// Returns a JSON response that intermediaries must not store, as it may contain a token (RFC 6749 section 5.1).
  private static func json(_ value: JSONValue, status: Int) -> Reply {
    let headers = [HTTPHeader("Content-Type", "application/json"), HTTPHeader("Cache-Control", "no-store")]
    return Reply(status: status, headers: headers, content: .bytes(Array(value.text.utf8)))
  }
}

extension SecurityScheme {
  fileprivate var clientCredentials: ClientCredentials? {
    if case .clientCredentials(let credentials) = kind { credentials } else { nil }
  }

  /// Returns true if a request has the credentials of the scheme.
  fileprivate func admits(_ request: ReceivedRequest) -> Bool {
    switch kind {
    case .basic: return request.headers.credentials(of: "basic").flatMap(Base64.decode)?.contains(0x3A) ?? false
    case .digest:
      let sent = request.headers.credentials(of: "digest") ?? ""
      return sent.contains("username=") && sent.contains("response=")
    case .bearer, .clientCredentials: return request.headers.credentials(of: "bearer") != nil
    case .apiKey(.header, let name, _): return request.headers[name].map { !$0.isEmpty } ?? false
    case .apiKey(.query, let name, _): return request.query.contains { $0.name == name && !$0.value.isEmpty }
    case .apiKey(.cookie, let name, _):
      let pairs = request.headers.values("Cookie").flatMap { $0.split(separator: ";") }
      return pairs.contains { $0.drop { $0 == " " }.hasPrefix("\(name)=") }
    }
  }

  /// The name of what a caller must send for the scheme: "`Authorization: Bearer …`".
  fileprivate var wanted: String {
    switch kind {
    case .basic: "`Authorization: Basic …`"
    case .digest: "`Authorization: Digest …`"
    case .bearer, .clientCredentials: "`Authorization: Bearer …`"
    case .apiKey(.header, let name, _): "the header field `\(name)`"
    case .apiKey(.query, let name, _): "the query parameter `\(name)`"
    case .apiKey(.cookie, let name, _): "the cookie `\(name)`"
    }
  }

  fileprivate var challenge: String? {
    switch kind {
    case .basic: "Basic realm=\"mock\""
    // The nonce may be the same each time: that there are credentials is all that is checked.
    case .digest: "Digest realm=\"mock\", qop=\"auth\", algorithm=SHA-256, nonce=\"6d6f636b\""
    case .bearer, .clientCredentials: "Bearer"
    case .apiKey: nil
    }
  }
}

extension [HTTPHeader] {
  /// The text after the name of `scheme` in `Authorization` (RFC 9110 section 11.6.2).
  fileprivate func credentials(of scheme: String) -> String? {
    guard let parts = self["Authorization"]?.split(separator: " ", maxSplits: 1), parts.count == 2,
      parts[0].lowercased() == scheme, !parts[1].isEmpty
    else { return nil }
    return String(parts[1])
  }
}
