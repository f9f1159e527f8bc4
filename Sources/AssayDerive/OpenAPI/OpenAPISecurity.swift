import AssayDocuments
import AssayHTTP
import AssayText

/// The credentials that a call must send: the schemes of the description, with a secret variable for each value.
struct OpenAPISecurity {
  /// The needed schemes by name, in the form of a contract.
  private(set) var schemes: DraftTree.Members = []
  /// The alternative sets of security schemes, each of which authorises a call; `nil` if none is required.
  private(set) var alternatives: DraftTree?

  /// Reads the requirements of an operation, or of the description for all operations.
  init(
    of operation: OpenAPINode,
    in root: OpenAPINode,
    _ schemas: OpenAPISchemas
  ) throws(DraftError) {
    guard let given = operation["security"] ?? root["security"] else { return }
    if given.items.contains(where: \.members.isEmpty) { return }
    var read: [DraftTree] = []
    for alternative in given.items {
      var tree: DraftTree = [:]
      for (name, scopes) in alternative.members {
        guard let described = root["components"]?["securitySchemes"]?[name] else {
          schemas.lose("the security scheme \(name), which is not described", given)
          continue
        }
        guard let scheme = Self.scheme(name, try described.resolved, schemas) else { continue }
        // Only tokens that are asked for are asked for something.
        if scheme["flows"] == nil, !scopes.items.isEmpty {
          schemas.lose("the scopes that the security scheme \(name) is needed for", scopes)
        }
        tree[name] = scheme["flows"] == nil ? [] : .array(scopes.items.map(\.value.tree))
        add(scheme, name, declaring: scopes, schemas)
      }
      if !tree.members.isEmpty { read.append(tree) }
    }
    if !read.isEmpty { alternatives = .array(read) }
  }

  /// Adds a scheme; scopes that it does not declare are also requested.
  private mutating func add(
    _ scheme: DraftTree,
    _ name: String,
    declaring scopes: OpenAPINode,
    _ schemas: OpenAPISchemas
  ) {
    var scheme = schemes.first { $0.key == name }?.value ?? scheme
    let way = ["flows", "clientCredentials", "scopes"]
    for scope in scopes.items {
      guard let text = scope.string, let known = scheme["flows"]?["clientCredentials"]?["scopes"], known[text] == nil
      else { continue }
      schemas.lose("the declaration of the scope \(text), which the scheme \(name) does not have", scope)
      scheme.put("", at: way + [text])
    }
    schemes.removeAll { $0.key == name }
    schemes.append((name, scheme))
  }

  private static func scheme(_ name: String, _ node: OpenAPINode, _ schemas: OpenAPISchemas) -> DraftTree? {
    let type = node["type"]?.string ?? "none"
    var tree: DraftTree = ["type": .string(type)]
    tree["description"] = node["description"]?.string.map { .string($0) }
    func variable(_ part: String) -> DraftTree { schemas.variables.secret(Self.variable(name, part)) }
    func bearer() -> DraftTree {
      tree["type"] = "http"
      tree["scheme"] = "bearer"
      tree["credentials"] = ["token": variable("TOKEN")]
      return tree
    }
    switch (type, node["in"]?.string, node["name"]?.string, node["scheme"]?.string?.lowercased()) {
    case ("apiKey", let place?, let field?, _)
    where ["header", "query", "cookie"].contains(place) && (place == "query" || HTTPToken.isToken(field)):
      tree["in"] = .string(place)
      tree["name"] = .string(field)
      tree["credentials"] = ["value": variable("KEY")]
      return tree
    case ("http", _, _, let scheme?) where ["basic", "digest"].contains(scheme):
      tree["scheme"] = .string(scheme)
      tree["credentials"] = ["username": variable("USERNAME"), "password": variable("PASSWORD")]
      return tree
    case ("http", _, _, "bearer"), ("http", _, _, nil):
      tree["bearerFormat"] = node["bearerFormat"]?.string.map { .string($0) }
      return bearer()
    case ("oauth2", _, _, _):
      guard let flow = node["flows"]?["clientCredentials"], let url = flow["tokenUrl"]?.string else {
        schemas.lose("the way to a token of the security scheme \(name): it is read from the environment", node)
        return bearer()
      }
      let scopes = (flow["scopes"]?.members ?? []).map { ($0.key, DraftTree.string($0.node.string ?? "")) }
      let inner: DraftTree = ["tokenUrl": .string(url), "scopes": .object(scopes)]
      tree["flows"] = ["clientCredentials": inner]
      tree["credentials"] = ["clientId": variable("CLIENT_ID"), "clientSecret": variable("CLIENT_SECRET")]
      return tree
    case ("openIdConnect", _, _, _):
      schemas.lose("the way to a token of the security scheme \(name): it is read from the environment", node)
      return bearer()
    default:
      schemas.lose("the security scheme \(name) of type \(type)", node)
      return nil
    }
  }

  /// Returns the environment variable of a scheme: `BEARER_AUTH_TOKEN` for `bearerAuth`.
  private static func variable(_ name: String, _ part: String) -> String {
    let words = name.asciiWords.map { $0.uppercased() }
    let stem = words.joined(separator: "_")
    let says = ["TOKEN", "KEY", "SECRET", "PASSWORD"].contains { stem.contains($0) }
    let isSaid = says && ["TOKEN", "KEY"].contains(part)
    let whole = stem + (isSaid ? "" : (stem.isEmpty ? "" : "_") + part)
    return whole.first?.isNumber == true ? "API_\(whole)" : whole
  }
}
