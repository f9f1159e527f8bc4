import AssayHTTP
package import AssayJSON

/// The way to authorise a call, in the words of OpenAPI's Security Scheme Object (3.1 section 4.8.27), with the source
/// of its values.
package struct SecurityScheme: Sendable {
  package var name: String
  package var kind: Kind
  package var promise: Promise

  /// The credentials that are sent, as templates.
  package enum Kind: Sendable {
    /// HTTP's Basic scheme (RFC 7617).
    case basic(username: JSONValue, password: JSONValue)
    /// HTTP's Digest scheme (RFC 7616).
    case digest(username: JSONValue, password: JSONValue)
    /// A bearer token (RFC 6750 section 2.1).
    case bearer(token: JSONValue)
    case apiKey(Place, name: String, value: JSONValue)
    /// OAuth 2.0 client credentials (RFC 6749 section 4.4).
    case clientCredentials(ClientCredentials)
  }

  /// The part of a request in which a key is sent.
  package enum Place: String, Sendable {
    case header, query, cookie
  }

  /// A token requested with the client's own name and secret.
  package struct ClientCredentials: Sendable {
    /// The path of the token request, relative to the server's URL.
    package var path: String
    /// The name of the server; `nil` for that of the call.
    package var server: String?
    package var id: JSONValue
    package var secret: JSONValue
    /// True if name and secret are sent in the form, instead of HTTP's Basic scheme (RFC 6749 section 2.3.1).
    package var areInBody: Bool
  }

  /// The templates from which the sent credentials are made.
  package var templates: [JSONValue] {
    switch kind {
    case .basic(let username, let password), .digest(let username, let password): [username, password]
    case .bearer(let value), .apiKey(_, _, let value): [value]
    case .clientCredentials(let credentials): [credentials.id, credentials.secret]
    }
  }

  /// The place and the name of the field that is sent.
  package var field: (place: Place, name: String) {
    switch kind {
    case .basic, .digest, .bearer, .clientCredentials: (.header, "Authorization")
    case .apiKey(let place, let name, _): (place, name)
    }
  }
}

/// A scheme that a call needs, with its scopes.
package struct SecurityUse: Hashable, Sendable {
  package var scheme: String
  /// The scopes requested for the token.
  package var scopes: [String]
}

extension Contract {
  /// Returns the security scheme named `name`.
  package func securityScheme(named name: String) -> SecurityScheme? { securitySchemes.first { $0.name == name } }

  /// Returns the security schemes that a call of `step` needs: the step's own, otherwise those of the operation's first
  /// alternative, or the first whose credentials are known.
  package func security(of step: Step, _ operation: Operation) -> [(scheme: SecurityScheme, scopes: [String])] {
    (step.call.security ?? alternative(of: operation)).compactMap { use in
      securityScheme(named: use.scheme).map { ($0, use.scopes) }
    }
  }

  private func alternative(of operation: Operation) -> [SecurityUse] {
    guard operation.security.count > 1 else { return operation.security.first ?? [] }
    let known = operation.security.first { uses in
      uses.allSatisfy { use in securityScheme(named: use.scheme).map { unknownCredentials(of: $0).isEmpty } ?? false }
    }
    return known ?? operation.security[0]
  }

  /// Returns the variables with made-up values that the credentials of `scheme` read. If there are any, a call is sent
  /// without the credentials: a backend may refuse wrong ones even where it needs none.
  package func unknownCredentials(of scheme: SecurityScheme) -> [Variable] {
    guard variables.contains(where: \.isMadeUp) else { return [] }
    let read = names(ofVariablesIn: scheme.templates)
    return variables.filter { $0.isMadeUp && read.contains($0.name) }
  }
}

extension Contract {
  /// Returns the variables with made-up values among the credentials that a call of `step` needs, which sent `fields`.
  func unknownCredentials(of step: Step, besides fields: [HTTPHeader]) -> [Variable] {
    guard let operation = operation(named: step.operation) else { return [] }
    let schemes = security(of: step, operation).map(\.scheme).filter { scheme in
      !step.says(scheme) && (scheme.field.place != .header || fields[scheme.field.name] == nil)
    }
    return schemes.flatMap { unknownCredentials(of: $0) }
  }
}

extension Step {
  /// Returns true if the step itself sets the header field, query parameter or cookie in which `scheme` would send its
  /// credentials.
  package func says(_ scheme: SecurityScheme) -> Bool {
    let (place, name) = scheme.field
    switch place {
    case .header: return (call.headers + call.parameters).contains { $0.name.lowercased() == name.lowercased() }
    case .query: return (call.query + call.parameters).contains { $0.name == name }
    case .cookie: return (call.headers + call.parameters).contains { $0.name.lowercased() == "cookie" }
    }
  }
}
