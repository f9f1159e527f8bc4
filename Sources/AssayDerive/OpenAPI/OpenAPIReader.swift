import AssayDocuments
import AssayHTTP
import AssayJSON
import AssayText

/// A reader that converts an OpenAPI description (3.0, 3.1, 3.2) to a contract.
struct OpenAPIReader {
  private(set) var root: OpenAPINode
  let schemas: OpenAPISchemas
  let title: String
  var servers: [(name: String, url: String, source: DraftTree)] = []
  /// The security schemes that operations need.
  private var securitySchemes: DraftTree.Members = []
  var operations: [Operation] = []
  /// The operations that describe no response to a valid call, each with the node of its responses.
  private var withoutSuccess: [(name: String, node: OpenAPINode)] = []
  private var names = UniqueNames()
  /// The `operationId`s and `operationPath`s to read; `nil` for all.
  private(set) var wanted: Set<String>?
  /// The name of the server for operations that specify no server.
  private var ownServer = "api"

  /// An operation while the description is read.
  struct Operation {
    var name: String
    /// The `operationId`; empty if the description has none.
    var id: String
    var method: String
    var path: String
    /// The place of the operation in its file, in the form of `operationRef`.
    var pointer: String
    var tree: DraftTree
    var tags: [String]
    /// True if a valid call is known to be answered with a success.
    var hasSuccess: Bool
    var links: [OpenAPILink] = []
    /// The values that links of other operations pass on to it.
    var given = OrderedDictionary<OpenAPILink.Target, OpenAPILink.Value>()
    /// The values in the operation's request that identify existing things of the backend, such as ids.
    var needs: [OpenAPIRequest.Need] = []
    /// The values in the operation's response that later calls can use.
    var brought: [OpenAPIIdentities.Value] = []
    /// The index of the file that contains the operation.
    var file = 0
  }

  static let methods = CommaSeparated.list("get, head, post, put, patch, delete, options")

  /// Returns true if a document is an OpenAPI description: it has a member `openapi` or `swagger`.
  static func isDescription(_ root: DocumentValue) -> Bool { root["openapi"] != nil || root["swagger"] != nil }

  init(files: OpenAPIFiles) throws(DraftError) {
    root = files.root()
    title = root["info"]?["title"]?.string.flatMap { $0.isEmpty ? nil : $0 } ?? "API"
    schemas = OpenAPISchemas(files: files, isOld: false)
    try read(description: root)
    guard !operations.isEmpty else { throw (root["paths"] ?? root).failure("no operation is described") }
  }

  /// Creates a reader without reading an operation: the first file has workflows, which decide what is `wanted` of
  /// which description.
  init(workflows files: OpenAPIFiles, title: String, wanted: Set<String>) {
    root = files.root()
    self.title = title
    self.wanted = wanted
    schemas = OpenAPISchemas(files: files, isOld: false, rootName: "arazzo")
  }

  /// Adds the operations of a description.
  mutating func read(description: OpenAPINode) throws(DraftError) {
    root = description
    let version = root["openapi"]?.string ?? root["openapi"]?.value.number?.text ?? ""
    guard ["3.0", "3.1", "3.2"].contains(where: { version.hasPrefix($0) }) else {
      let node = root["openapi"] ?? root["swagger"] ?? root
      let said = root["swagger"] != nil ? "Swagger \(root["swagger"]?.string ?? "2.0")" : "OpenAPI \(version)"
      throw node.failure("\(said) is not read; convert it to OpenAPI 3.0, 3.1 or 3.2")
    }
    schemas.isOld = version.hasPrefix("3.0")
    try readServers()
    for (path, item) in root["paths"]?.members ?? [] { try read(path, item) }
    settleLinks()
    for (node, reference) in schemas.files.foreign { schemas.lose("\(reference): nothing is read from there", node) }
    try settleExamples()
    if operations.contains(where: \.hasSuccess) {
      for (name, node) in withoutSuccess {
        schemas.lose("calls of \(name): no response to a valid one is described", node)
      }
    }
    withoutSuccess = []
    for key in ["webhooks", "jsonSchemaDialect"] {
      if let node = root[key] { schemas.lose("`\(key)`: Assay calls, and is not called", node) }
    }
  }

  private func isWanted(_ id: String, _ pointer: String) -> Bool {
    guard let wanted else { return true }
    return wanted.contains(id)
      || wanted.contains { $0.replacing("%7B", with: "{").replacing("%7D", with: "}").hasSuffix(pointer) }
  }

  // MARK: Servers

  /// The URL of the description, to which those of servers are relative (OpenAPI 3.1 section 4.8.5).
  private var place: URIReference { URIReference(schemas.files.base ?? "http://127.0.0.1:8080/") }

  /// The origin of the description, which stands for a server that it does not name.
  private var base: String { "\(place.scheme ?? "http")://\(place.authority ?? "")" }

  private mutating func readServers() throws(DraftError) {
    let given = root["servers"]?.items ?? []
    for node in given.dropFirst() {
      schemas.lose("the server \(node["url"]?.string ?? ""): it is another place of the first; --server names it", node)
    }
    if let first = given.first {
      ownServer = try server(first, name: "api")
    } else if let known = servers.first(where: { $0.url == base }) {
      ownServer = known.name
    } else {
      ownServer = servers.isEmpty ? "api" : "api-\(servers.count + 1)"
      servers.append((ownServer, base, schemas.source(root["info"] ?? root)))
    }
  }

  /// Returns the name of a server, which is added if it is new.
  private mutating func server(_ node: OpenAPINode, name: String) throws(DraftError) -> String {
    var url = node["url"]?.string ?? "/"
    for (variable, about) in node["variables"]?.members ?? [] {
      url = url.replacing("{\(variable)}", with: about["default"]?.string ?? about["default"]?.value.json ?? "")
      if let values = about["enum"]?.value.items, values.count > 1 {
        let others = values.compactMap(\.string).joined(separator: ", ")
        schemas.lose("the variable \(variable) of a server, which may be \(others); the default is taken", about)
      }
    }
    // By itself the URL of the description, but meant as the default.
    if url.isEmpty { url = "/" }
    if !url.contains("://") {
      if schemas.files.base == nil {
        schemas.lose("a server without a host (\(url)): the draft has 127.0.0.1:8080", node)
      }
      // A colon of a first segment ends no scheme (RFC 3986 section 4.2).
      let reference = URIReference(url).scheme == nil ? url : "./\(url)"
      var resolved = URIReference(reference).resolved(against: place)
      resolved.query = nil
      url = resolved.withoutFragment
    }
    while url.hasSuffix("/") { url.removeLast() }
    if let known = servers.first(where: { $0.url == url }) { return known.name }
    let unique = servers.contains { $0.name == name } ? "\(name)-\(servers.count + 1)" : name
    servers.append((unique, url, schemas.source(node)))
    return unique
  }

  // MARK: Operations

  private mutating func read(_ path: String, _ given: OpenAPINode) throws(DraftError) {
    let item = try given.resolved
    for key in ["trace", "query", "additionalOperations"] {
      if let node = item[key] { schemas.lose("\(key) of \(path): a method Assay does not send", node) }
    }
    for method in Self.methods {
      guard let operation = item[method] else { continue }
      guard !PathTemplate.pieces(of: path).contains(.unclosed) else {
        schemas.lose("\(method.uppercased()) \(path): a brace of the path is not closed", operation)
        continue
      }
      guard operations.count < OperationTable.most else {
        throw operation.failure("more than \(OperationTable.most) operations are described")
      }
      try read(method, path, item, operation)
    }
  }

  private mutating func read(_ method: String, _ path: String, _ item: OpenAPINode, _ node: OpenAPINode)
    throws(DraftError)
  {
    let id = node["operationId"]?.string ?? ""
    let pointer = "#\(JSONPointer(tokens: ["paths", path, method]))"
    guard isWanted(id, pointer) else { return }
    let stem = Self.readable(id, method, path).slug
    let name = names.take(stem.isEmpty ? "call" : stem)
    var tree: DraftTree = [:]
    let own = node["servers"] ?? item["servers"]
    if let server = own?.items.first {
      tree["server"] = .string(try self.server(server, name: name))
    } else if ownServer != "api" {
      tree["server"] = .string(ownServer)
    }
    let summary = node["summary"]?.string ?? node["description"]?.string ?? ""
    if let line = summary.split(separator: "\n").first { tree["summary"] = .string(String(line)) }
    tree["source"] = schemas.source(node)
    if let node = node["callbacks"] { schemas.lose("`callbacks` of \(name): Assay calls, and is not called", node) }
    var request = OpenAPIRequest(method: method.uppercased(), path: path, name: name, schemas)
    try request.read(item, node, in: root)
    tree["request"] = request.tree
    let security = try OpenAPISecurity(of: node, in: root, schemas)
    for (name, scheme) in security.schemes { add(scheme, name) }
    tree["security"] = security.alternatives
    dropParameters(of: &tree, name, sentBy: security, node)
    var responses = OpenAPIResponses(name: name, method: method.uppercased(), schemas)
    try responses.read(node)
    if !responses.hasSuccess { withoutSuccess.append((name, node["responses"] ?? node)) }
    tree["responses"] = .object(responses.members)
    tree["stream"] = responses.stream
    // A client that may be answered in several media types says which one it reads.
    if let usual = responses.usualOfSeveral, tree["request"]?["headers"]?["Accept"] == nil {
      tree.put(["example": .string(usual)], at: ["request", "headers", "Accept"])
    }
    operations.append(
      Operation(
        name: name,
        id: id,
        method: method,
        path: request.path,
        pointer: pointer,
        tree: tree,
        tags: node["tags"]?.value.items.compactMap { $0.string?.slug }.filter { !$0.isEmpty } ?? [],
        hasSuccess: responses.hasSuccess && request.isComplete,
        links: responses.links,
        needs: request.needs,
        brought: responses.brought,
        file: root.file
      )
    )
  }

  /// Drops the parameters that a security scheme sends: there is one field of a name.
  private mutating func dropParameters(
    of tree: inout DraftTree,
    _ name: String,
    sentBy security: OpenAPISecurity,
    _ node: OpenAPINode
  ) {
    for (_, scheme) in security.schemes {
      guard let place = OpenAPIRequest.tables[scheme["in"]?.string ?? ""],
        let field = scheme["name"]?.string,
        let own = tree["request"]?[place]?.members.first(where: { $0.key.lowercased() == field.lowercased() })?.key
      else { continue }
      schemas.lose("the parameter \(own) of \(name), which a security scheme sends", node)
      let isOnly = tree["request"]?[place]?.members.count == 1
      tree.put(nil, at: isOnly ? ["request", place] : ["request", place, own])
    }
  }

  /// Adds a security scheme, or further scopes that an operation needs of it.
  private mutating func add(_ scheme: DraftTree, _ name: String) {
    guard let index = securitySchemes.firstIndex(where: { $0.key == name }) else {
      return securitySchemes.append((name, placed(scheme, name)))
    }
    for (scope, text) in scheme["flows"]?["clientCredentials"]?["scopes"]?.members ?? [] {
      securitySchemes[index].value.put(text, at: ["flows", "clientCredentials", "scopes", scope])
    }
  }

  /// Returns the scheme with its token requested at a server of the contract, which is added if it is missing.
  private mutating func placed(_ scheme: DraftTree, _ name: String) -> DraftTree {
    let way = ["flows", "clientCredentials", "tokenUrl"]
    guard let url = scheme["flows"]?["clientCredentials"]?["tokenUrl"]?.string, !url.hasPrefix("/"),
      !servers.contains(where: { url.hasPrefix($0.url + "/") }), let colon = url.firstRange(of: "://")
    else { return scheme }
    let slash = url[colon.upperBound...].firstIndex(of: "/") ?? url.endIndex
    let base = String(url[..<slash])
    var placed = scheme
    let server = servers.first { $0.url == base }?.name ?? "\(name)-server"
    if !servers.contains(where: { $0.name == server }) {
      servers.append((server, base, schemas.source(root["components"]?["securitySchemes"]?[name] ?? root)))
    }
    placed.put(.string(slash == url.endIndex ? "/" : String(url[slash...])), at: way)
    placed.put(.string(server), at: ["credentials", "server"])
    return placed
  }

  /// Returns the `operationId` without the path and method that frameworks append; method and path if it is empty.
  private static func readable(_ id: String, _ method: String, _ path: String) -> String {
    if id.isEmpty { return "\(method)-\(path)" }
    let suffix = path.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined() + "_" + method
    return id.hasSuffix(suffix) && id.count > suffix.count ? String(id.dropLast(suffix.count)) : id
  }

  // MARK: The contract

  /// - Parameter workflows: Scenarios; operations they do not call get their own.
  func contract(scenarios workflows: DraftTree? = nil) -> String {
    var tree = DraftTree.contract(titled: title)
    tree["servers"] = .object(
      servers.map { ($0.name, ["url": .string($0.url), "source": $0.source]) }
    )
    tree.add("variables", .object(schemas.variables.members))
    tree.add("securitySchemes", .object(securitySchemes))
    let lifecycles = OpenAPILifecycles(operations)
    tree["operations"] = .object(
      operations.indices.map { index in
        var tree = operations[index].tree
        if servers.count > 1, tree["server"] == nil {
          tree = .object([("server", .string(servers[0].name))] + tree.members)
        }
        if let path = lifecycles.locations[index], tree["mock"]?["headers"] == nil {
          let url = "{$mock.server.\(tree["server"]?.string ?? servers[0].name)}\(path)"
          tree.put(.string(url), at: ["mock", "headers", "Location"])
        }
        return (operations[index].name, tree)
      }
    )
    tree["scenarios"] =
      workflows.map { .object($0.members + others(than: $0, lifecycles)) } ?? lifecycles.scenarios
    tree.add("$defs", .object(schemas.definitions))
    tree["documents"] = .object(
      schemas.documents.sorted { $0.key < $1.key }.map { file, name in
        let path = schemas.files.files[file].path
        return (name, ["title": .string(file == 0 ? title : path), "file": .string(path)])
      }
    )
    return tree.document
  }

  /// Returns the operations that no workflow calls, each in its own scenario.
  private func others(than workflows: DraftTree, _ lifecycles: OpenAPILifecycles) -> DraftTree.Members {
    let steps = workflows.members.flatMap { $0.value["steps"]?.items ?? [] }
    let called = Set(steps.compactMap { $0["operation"]?.string })
    let taken = Set(workflows.members.map(\.key))
    return operations.indices.compactMap { index in
      let operation = operations[index]
      guard operation.hasSuccess, !called.contains(operation.name) else { return nil }
      let name = taken.contains(operation.name) ? operation.name + "-alone" : operation.name
      let tags = lifecycles.isUnsafe(index, isAlone: true) ? [("tags", DraftTree.array(["unsafe"]))] : []
      return (name, .object(tags + [("steps", [["operation": .string(operation.name)]])]))
    }
  }

  /// Changes the example response of the operation `name` so that the mock keeps `rule`, which compares members of the
  /// body with fixed values.
  mutating func showAnswer(keeping rule: String, of name: String) {
    guard let index = operations.firstIndex(where: { $0.name == name }) else { return }
    for part in rule.split(separator: "&&") {
      let sides = part.replacing("(", with: " ").replacing(")", with: " ").replacing("lower ", with: "").split(
        separator: "=="
      ).map(\.trimmed)
      guard sides.count == 2, sides[0].hasPrefix("$response.body#/") else { continue }
      let isQuoted = sides[1].hasPrefix("'") && sides[1].hasSuffix("'") && sides[1].count > 1
      let value = isQuoted ? JSONEscapes.quote(String(sides[1].dropFirst().dropLast())) : sides[1]
      guard (try? JSONDocument(parsing: value)) != nil else { continue }
      let way = sides[0].dropFirst("$response.body#/".count).parts("/")
      var responses = operations[index].tree["responses"] ?? [:]
      for response in responses.members where response.key.hasPrefix("2") {
        var tree = response.value
        guard var example = tree["example"], !example.members.isEmpty, !way.contains(where: { Int($0) != nil }) else {
          continue
        }
        example.put(.raw(value), at: way)
        tree["example"] = example
        responses[response.key] = tree
      }
      operations[index].tree["responses"] = responses
    }
  }

  /// Makes the mock respond with `status` to calls of an operation that match `condition`.
  mutating func refuse(_ name: String, when condition: String, with status: String) {
    guard let index = operations.firstIndex(where: { $0.name == name }) else { return }
    let known = operations[index].tree["mock"]?["cases"]?.items ?? []
    operations[index].tree["mock"] = ["cases": .array(known + [["when": .string(condition), "status": .raw(status)]])]
  }
}
