import AssayContract
import AssayHTTP

/// Where requests of one operation go: the method, the server's URL, and the path template behind it.
struct RecordedTarget {
  let operation: AssayContract.Operation
  let path: PathTemplate
  let server: HTTPURL
  /// The path of the server's URL, without a slash at its end.
  let prefix: String

  /// The target of `operation`; `nil` where its server's URL is none, as with a variable in it.
  init?(_ operation: AssayContract.Operation, in contract: Contract, servers: [String: String]) {
    let text = servers[operation.server] ?? contract.servers.first { $0.name == operation.server }?.url
    guard let server = text.flatMap({ HTTPURL($0) }) else { return nil }
    self.operation = operation
    self.server = server
    prefix = server.path.hasSuffix("/") ? String(server.path.dropLast()) : server.path
    path = PathTemplate(operation.request.path)
  }

  /// The path parameters of a request that goes here; the query is no part of what is compared.
  func match(_ method: String, _ url: HTTPURL, isGreedy: Bool) -> [String: String]? {
    guard method.uppercased() == operation.request.method.uppercased(), url.scheme == server.scheme,
      url.port == server.port, url.host == server.host || (url.isLoopback && server.isLoopback),
      url.path.hasPrefix(prefix)
    else { return nil }
    return path.match(String(url.path.dropFirst(prefix.count)), isGreedy: isGreedy)
  }
}

/// The targets of a contract's operations, so that of each request only those are looked at that it may go to.
struct RecordedTargets {
  /// What a target and a request that goes there have in common.
  private struct Origin: Hashable {
    var method: String
    var scheme: String
    var port: Int
    /// `nil` for this machine, whatever it is called.
    var host: String?

    init(_ method: String, _ url: HTTPURL) {
      self.method = method.uppercased()
      (scheme, port, host) = (url.scheme, url.port, url.isLoopback ? nil : url.host)
    }
  }

  /// The targets of one origin: their places among all of them, and their paths behind the server's, in the same order.
  private struct Routes {
    var places: [Int] = []
    var paths = PathIndex()
  }

  private let targets: [RecordedTarget]
  private var routes: [Origin: Routes] = [:]

  /// Takes the operations of `contract`, and `servers`, the URLs that replace the contract's, by name.
  init(of contract: Contract, servers: [String: String]) {
    // A literal path is meant before a template that would take it too (OpenAPI 3.1 section 4.8.8.2).
    targets = contract.operations.compactMap { RecordedTarget($0, in: contract, servers: servers) }.sorted {
      $0.path.parameterCount < $1.path.parameterCount
    }
    for (place, target) in targets.enumerated() {
      let origin = Origin(target.operation.request.method, target.server)
      routes[origin, default: Routes()].places.append(place)
      routes[origin]?.paths.append(PathTemplate(target.prefix + target.path.text))
    }
  }

  /// The targets that a request goes to, each with its path parameters: literal paths first, else in the contract's order.
  func matches(_ method: String, _ url: HTTPURL, isGreedy: Bool)
    -> [(target: RecordedTarget, parameters: [String: String])]
  {
    guard let routes = routes[Origin(method, url)] else { return [] }
    return routes.paths.matches(url.path, isGreedy: isGreedy).compactMap { found in
      let target = targets[routes.places[found.place]]
      return target.match(method, url, isGreedy: isGreedy).map { (target, $0) }
    }
  }
}
