package import AssayContract
import AssayHTTP
import AssayText

/// Finds the operation a request means, by server, method and path template (OpenAPI 3.1 section 4.8.8.2).
package struct Router: Sendable {
  /// What a request's method and path lead to.
  package enum Match: Sendable {
    /// The operation's place in the contract, and its path parameters, decoded.
    case operation(Int, parameters: [String: String])
    /// The path is known; these are its methods.
    case methodNotAllowed([String])
    /// The path is not known; the nearest that is, where one is near.
    case notFound(nearest: String?)
  }

  private struct Route: Sendable {
    var operation: Int
    var request: RequestTemplate

    var method: String { request.method.uppercased() }
  }

  /// The routes of one server, and their paths in the same order.
  private struct Routes: Sendable {
    var routes: [Route] = []
    var paths = PathIndex()
    /// The same paths, for one that is not among them.
    var spellings = SpellingIndex([String]())
  }

  private var servers: [String: Routes] = [:]

  package init(contract: Contract) {
    for (index, operation) in contract.operations.enumerated() {
      servers[operation.server, default: Routes()].routes.append(Route(operation: index, request: operation.request))
      servers[operation.server]?.paths.append(operation.request.path)
    }
    servers = servers.mapValues { routes in
      var routes = routes
      routes.spellings = SpellingIndex(routes.paths.templates.map(\.text))
      return routes
    }
  }

  /// The operation `method` on `path`, a request target without its `query`, means on the server named `server`.
  package func match(server: String, method: String, path: String, query: String = "") -> Match {
    let known = servers[server] ?? Routes()
    let found = known.paths.matches(path).map { (path: $0, route: known.routes[$0.place]) }
    let ofMethod = found.filter { $0.route.method == method }
    if let called = RequestTemplate.selected(by: query, among: ofMethod, { ($0.path, $0.route.request) }) {
      return .operation(called.route.operation, parameters: called.path.parameters)
    }
    if !found.isEmpty { return .methodNotAllowed(Set(found.map(\.route.method)).sorted()) }
    return .notFound(nearest: known.spellings.nearest(to: path))
  }

  /// What `path` has for the parameters of each template it fits, of whatever method and server.
  package func parameters(in path: String) -> [(name: String, value: String)] {
    servers.values.flatMap { known in
      known.paths.matches(path).flatMap { $0.parameters.map { (name: $0.key, value: $0.value) } }
    }
  }
}
