import AssayHTTP
import AssayJSON

/// A contract as an OpenAPI description (3.1), and the reverse.
///
/// Extension members (``OwnMember``) hold what OpenAPI cannot express, so that nothing is lost in either direction. A
/// change to OpenAPI's own members changes the contract.
struct OpenAPIExport {
  private static let known = CommaSeparated.set(
    """
    $schema, contract, title, description, servers, operations, $defs, securitySchemes, security
    """
  )
  private static let marker = OwnMember.name("contract")
  /// The member for operations with a method and path that another already has, which OpenAPI does not allow (section
  /// 4.8.8.1).
  private static let others = OwnMember.name("operations")

  /// Returns true if a description is an exported contract.
  static func isExported(_ description: DraftTree) -> Bool { description[marker] != nil }

  // MARK: There

  static func description(of contract: DraftTree) -> DraftTree {
    var info: DraftTree = ["title": contract["title"] ?? contract["service"] ?? "API"]
    info.take(["description"], of: contract)
    // OpenAPI wants the description's own version, and a contract has none.
    info["version"] = "1"
    var tree: DraftTree = ["openapi": "3.1.1", "info": info]
    tree[marker] = contract["contract"] ?? "1"
    if contract["title"] == nil { tree[OwnMember.name("title")] = .null }
    tree["servers"] = .array((contract["servers"]?.members ?? []).map { server($0.key, $0.value) })
    var paths: DraftTree = [:]
    var others: DraftTree = [:]
    var shapes: [String: String] = [:]
    for (name, operation) in contract["operations"]?.members ?? [] {
      let path = operation["request"]?["path"]?.string ?? "/"
      let method = operation["request"]?["method"]?.string?.lowercased() ?? "get"
      // Paths that differ in the names of their parameters alone are one path.
      let shape = PathTemplate(path).shape
      let isTaken = paths[path]?[method] != nil || shapes[shape].map { $0 != path } == true || path.contains("?")
      if isTaken {
        others[name] = operation.referring(.toDescription)
      } else {
        shapes[shape] = path
        paths.put(ExportedOperation.description(of: operation, name, in: contract), at: [path, method])
      }
    }
    tree["paths"] = paths
    tree.add(Self.others, others)
    if let schemas = contract["$defs"] {
      tree.put(schemas.mapValues { ExportedSchema.turned($0, .toDescription) }, at: ["components", "schemas"])
    }
    if let schemes = contract["securitySchemes"] {
      tree.put(schemes.mapValues(securityScheme), at: ["components", "securitySchemes"])
    }
    tree.take(["security"], of: contract)
    tree.takeOwn(of: contract, but: known)
    return tree
  }

  private static let schemeKeys = CommaSeparated.list("type, description, scheme, bearerFormat, name, in, flows")

  private static func securityScheme(_ scheme: DraftTree) -> DraftTree {
    var tree: DraftTree = [:]
    tree.take(schemeKeys, of: scheme)
    tree.takeOwn(of: scheme, but: Set(schemeKeys))
    return tree
  }

  private static func server(_ name: String, _ server: DraftTree) -> DraftTree {
    var tree: DraftTree = [:]
    tree.take(["url", "description"], of: server)
    tree[OwnMember.name("name")] = .string(name)
    tree.takeOwn(of: server, but: ["url", "description"])
    return tree
  }

  // MARK: And back

  /// Returns the contract from which a description was exported, including later changes to it.
  static func contract(of description: DraftTree) -> DraftTree {
    var tree: DraftTree = ["$schema": "contract.schema.json"]
    tree["contract"] = description[marker]
    tree["service"] = description[OwnMember.name("service")]
    if let info = description["info"] {
      let hasTitle = description[OwnMember.name("title")] == nil
      tree.take(hasTitle ? ["title", "description"] : ["description"], of: info)
    }
    var servers: DraftTree = [:]
    for server in description["servers"]?.items ?? [] {
      let name = OwnMember.name("name")
      var read: DraftTree = [:]
      read.take(["url", "description"], of: server)
      read.restoreOwn(of: server, but: [name])
      let count = servers.members.count
      servers[server[name]?.string ?? (count == 0 ? "api" : "api-\(count + 1)")] = read
    }
    tree["servers"] = servers
    var operations: DraftTree = [:]
    for (path, item) in description["paths"]?.members ?? [] {
      for (method, operation) in item.members where OpenAPIReader.methods.contains(method) {
        let name = operation["operationId"]?.string ?? "\(method)-\(path)".slug
        operations[name] = ExportedOperation.contract(of: operation, method, path)
      }
    }
    for (name, operation) in description[others]?.members ?? [] {
      operations[name] = operation.referring(.toContract)
    }
    tree["operations"] = operations
    tree.restoreOwn(of: description, but: [marker, others, OwnMember.name("service"), OwnMember.name("title")])
    if let schemes = description["components"]?["securitySchemes"] {
      tree["securitySchemes"] = schemes.mapValues { scheme in
        var read: DraftTree = [:]
        read.take(schemeKeys, of: scheme)
        read.restoreOwn(of: scheme)
        return read
      }
    }
    tree.take(["security"], of: description)
    if let schemas = description["components"]?["schemas"] {
      tree["$defs"] = schemas.mapValues { ExportedSchema.turned($0, .toContract) }
    }
    return tree
  }
}
