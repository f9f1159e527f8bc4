import AssayJSON
import AssayText

// What lets calls in: schemes, and which of them an operation or a step needs.

extension ContractReader {
  /// The keys of a security scheme by its type, besides `type`, `description`, `credentials`; `needed` keys are
  /// required.
  private static let keys: [String: (needed: [String], free: [String])] = [
    "http": (["scheme"], ["bearerFormat"]), "apiKey": (["name", "in"], []), "oauth2": (["flows"], []),
  ]

  mutating func securityScheme(_ node: ContractNode) -> SecurityScheme? {
    guard let type = node.string("type"), let keys = Self.keys[type] else { return nil }
    let others = Set(Self.keys.values.flatMap { $0.needed + $0.free }).subtracting(keys.needed + keys.free)
    for key in others.sorted() {
      guard let member = node[key] else { continue }
      noteSecurity("`\(key)` says nothing of a scheme of the type `\(type)`", "delete it", member)
    }
    guard has(keys.needed, node, "a scheme of the type `\(type)`"), let credentials = node["credentials"] else {
      return nil
    }
    let kind: SecurityScheme.Kind
    switch type {
    case "http" where ["basic", "digest"].contains(node.string("scheme")):
      guard holds(["username", "password"], [], credentials) else { return nil }
      let (username, password) = (text(credentials, "username"), secret(credentials, "password"))
      kind =
        node.string("scheme") == "basic"
        ? .basic(username: username, password: password) : .digest(username: username, password: password)
    case "http":
      guard holds(["token"], [], credentials) else { return nil }
      kind = .bearer(token: secret(credentials, "token"))
    case "apiKey":
      guard holds(["value"], [], credentials), let place = node.string("in").flatMap(SecurityScheme.Place.init) else {
        return nil
      }
      kind = .apiKey(place, name: node.string("name") ?? "", value: secret(credentials, "value"))
    default:
      guard holds(["clientId", "clientSecret"], ["in", "server"], credentials),
        let url = node["flows"]?["clientCredentials"]?["tokenUrl"], let place = tokenPlace(url, credentials)
      else { return nil }
      kind = .clientCredentials(
        SecurityScheme.ClientCredentials(
          path: place.path,
          server: place.server,
          id: text(credentials, "clientId"),
          secret: secret(credentials, "clientSecret"),
          areInBody: credentials.string("in") == "body"
        )
      )
    }
    return SecurityScheme(name: node.name, kind: kind, promise: node.promise)
  }

  /// Returns the security that an operation or a step requires, each alternative a list of schemes; `nil` if nothing is
  /// specified.
  mutating func security(_ node: ContractNode?) -> [[SecurityUse]]? {
    guard let node, node.value.kind == .array else { return nil }
    let names = root.table("securitySchemes").map(\.name)
    return node.items.map { alternative in
      alternative.entries.compactMap { entry in
        guard names.containsExactly(entry.name) else {
          let help =
            names.isEmpty
            ? "the contract has no `securitySchemes`"
            : SpellingSuggestion.help(for: entry.name, among: names, noun: "the security schemes there are")
          let message = "security scheme `\(entry.name)` is not defined"
          log.add(.unknownSecurityScheme, message, help: help, range: entry.range, pointer: entry.pointer)
          return nil
        }
        let scopes = entry.value.items.compactMap(\.string)
        checkScopes(scopes, entry)
        return SecurityUse(scheme: entry.name, scopes: scopes)
      }
    }
  }

  /// Reports a header field, query parameter or cookie that an operation sets itself although a required security
  /// scheme also sends it.
  mutating func checkSecurity(of request: ContractNode, _ uses: [SecurityUse]) {
    for scheme in uses.compactMap({ use in securitySchemes.first { $0.name == use.scheme } }) {
      let (place, name) = scheme.field
      let table = place == .query ? request.table("query") : request.table("headers")
      let field = place == .cookie ? "Cookie" : name
      let same = table.first { place == .query ? $0.name == field : $0.name.lowercased() == field.lowercased() }
      guard let same else { continue }
      noteSecurity(
        "`\(same.name)` is what the security scheme `\(scheme.name)` sends",
        "delete one of the two; a step can send a different value, or `null` to omit it",
        same
      )
    }
  }

  // MARK: Parts

  private mutating func has(_ keys: [String], _ node: ContractNode, _ what: String) -> Bool {
    let missing = keys.filter { node.value[$0] == nil }
    if missing.isEmpty { return true }
    let names = missing.map { "`\($0)`" }.joined(separator: ", ")
    log.add(.missingKey, "\(what) needs \(names)", help: "add \(names)", range: node.range, pointer: node.pointer)
    return false
  }

  private mutating func holds(_ needed: [String], _ free: [String], _ credentials: ContractNode) -> Bool {
    let known = needed + free
    var isKnown = true
    for member in credentials.entries where !known.contains(member.name) && !member.name.hasPrefix("x-") {
      let nearest = SpellingSuggestion.nearest(to: member.name, among: known).map { "did you mean `\($0)`?" }
      let help = nearest ?? "it is made of \(needed.map { "`\($0)`" }.joined(separator: " and "))"
      noteSecurity("`\(member.name)` says nothing of what this scheme sends", help, member)
      isKnown = false
    }
    // A key that is misspelt is reported once, as what it is.
    return isKnown && has(needed, credentials, "what this scheme sends")
  }

  private mutating func text(_ node: ContractNode, _ key: String) -> JSONValue {
    checkTemplate(node[key])
    return node.value[key] ?? .string("")
  }

  /// Reads a template of a secret value, which comes from outside the contract or from an earlier answer.
  private mutating func secret(_ node: ContractNode, _ key: String) -> JSONValue {
    let value = text(node, key)
    guard let text = value.string, let member = node[key] else { return value }
    let shown = Template.expressions(in: value, texts).flatMap(\.references).compactMap { reference -> String? in
      guard case .variable(let names) = reference.subject, names.first == "variables", names.count > 1,
        !defined.secrets.contains(names[1])
      else { return nil }
      return names[1]
    }
    if !text.contains("$"), !text.isEmpty {
      noteSecurity(
        "`\(key)` is written out, for everybody who reads the contract",
        "make it a variable, `{ \"secret\": true, \"default\": \"${NAME}\" }`, and write `$variables.NAME` here",
        member
      )
    } else if let name = shown.first {
      noteSecurity(
        "the variable `\(name)` would be shown, and `\(key)` is a secret",
        "add `\"secret\": true` to the variable",
        member
      )
    }
    return value
  }

  /// Returns the place where a token is requested: `tokenUrl` is a path, or a URL on a server of the contract. If it is
  /// on none of them, returns `nil` and reports it.
  private mutating func tokenPlace(_ tokenURL: ContractNode, _ credentials: ContractNode) -> (
    path: String, server: String?
  )? {
    if let server = credentials["server"], let name = server.value.string, !defined.servers.contains(name) {
      let place = server.pointer
      noteUnknown("server", plural: "servers", .unknownServer, server.value, known: defined.servers, at: place)
    }
    guard let url = tokenURL.value.string else { return nil }
    if url.hasPrefix("/") { return (url, credentials.string("server")) }
    for server in root.table("servers") {
      if let base = server.string("url"), url.hasPrefix(base + "/") {
        return (String(url.dropFirst(base.count)), server.name)
      }
    }
    log.add(
      .badSecurity,
      "`\(url)` is on no server of the contract, and Assay calls no other",
      help: "add the server to `servers`, name it as `server` in `credentials`, and write the path here",
      range: tokenURL.value.byteRange,
      pointer: tokenURL.pointer
    )
    return nil
  }

  /// Reports scopes of a scheme that is not `oauth2`. Lint reports scopes that the flow does not list.
  private mutating func checkScopes(_ scopes: [String], _ entry: ContractNode) {
    guard !scopes.isEmpty, let scheme = root.value["securitySchemes"]?[entry.name] else { return }
    guard scheme["type"]?.string != "oauth2" else { return }
    let type = scheme["type"]?.string ?? ""
    noteSecurity("a scheme of the type `\(type)` has no scopes", "write `[]`", entry)
  }

  private mutating func noteSecurity(_ message: String, _ help: String, _ node: ContractNode) {
    log.add(.badSecurity, message, help: help, range: node.range, pointer: node.pointer)
  }
}
