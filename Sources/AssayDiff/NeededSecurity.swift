import AssayContract
import AssayFindings

/// The credentials that authorise a call of an operation, as far as clients must know them.
struct NeededSecurity {
  /// The alternatives in words; `nil` if no credentials are needed.
  let text: String?

  init(_ operation: Operation, in contract: Contract) {
    let alternatives = operation.security.map { uses in
      uses.isEmpty
        ? "nothing"
        : uses.map { use in
          let scopes = use.scopes.isEmpty ? "" : " for \(use.scopes.sorted().joined(separator: ", "))"
          return (contract.securityScheme(named: use.scheme)?.sent ?? "`\(use.scheme)`") + scopes
        }.sorted().joined(separator: " with ")
    }
    text = alternatives.isEmpty ? nil : alternatives.joined(separator: ", or ")
  }
}

extension SecurityScheme {
  /// The credentials that are sent, regardless of the scheme's name in the contract.
  var sent: String {
    switch kind {
    case .basic: "user and password"
    case .digest: "user and password by HTTP Digest"
    case .bearer: "a bearer token"
    case .clientCredentials(let credentials):
      "a token of `\(credentials.path)`\(credentials.server.map { " on `\($0)`" } ?? "")"
        + (credentials.areInBody ? " asked for in the body" : "")
    case .apiKey(let place, let name, _): "the key `\(name)` in the \(place.rawValue)"
    }
  }
}

extension Compared where Part == NeededSecurity {
  static var security: [Compared] {
    [
      .init(
        "security",
        \.text,
        changed: .init([.clients, .backend]) { "callers are authorised by \($0) now, were by \($1)" },
        come: .init([.clients]) { now, _ in "callers are authorised by \(now) now, anyone was before" },
        gone: .init([.backend]) { _, was in "anyone is authorised now, callers were by \(was)" }
      )
    ]
  }
}
