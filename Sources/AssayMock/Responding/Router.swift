package import AssayContract
package import AssayFindings
import AssayHTTP
import AssayText

/// Finds the operation a request means, by server, method and path template (OpenAPI 3.1 section 4.8.8.2), and where several have
/// these, by what else the request has to carry.
package struct Router: Sendable {
  /// The result of routing a request's method and path.
  package enum Match: Sendable {
    /// The operation's place in the contract, and its path parameters, decoded.
    case operation(Int, parameters: [String: String])
    /// Operations of this method and path list values for this part of the request, and not the received one.
    case unlisted(Place.Part, received: String, listed: [String])
    /// The path is known; these are its methods.
    case methodNotAllowed([String])
    /// The path is not known; the nearest that is, where one is near.
    case notFound(nearest: String?)
  }

  private struct Route: Sendable {
    /// Its place in the contract.
    var operation: Int
    var name: String
    var method: String
  }

  /// The routes of one server, and their paths in the same order.
  private struct Routes: Sendable {
    var routes: [Route] = []
    var paths = PathIndex()
    /// The same paths, for one that is not among them.
    var spellings = SpellingIndex([String]())
  }

  private var servers: [String: Routes] = [:]
  private let selector: OperationSelector

  package init(contract: Contract) {
    selector = OperationSelector(contract)
    for (index, operation) in contract.operations.enumerated() {
      let route = Route(operation: index, name: operation.name, method: operation.request.method.uppercased())
      servers[operation.server, default: Routes()].routes.append(route)
      servers[operation.server]?.paths.append(operation.request.path)
    }
    servers = servers.mapValues { routes in
      var routes = routes
      routes.spellings = SpellingIndex(routes.paths.templates.map(\.text))
      return routes
    }
  }

  /// The operation that a request on the server named `server` means.
  package func match(_ request: ServerRequest, server: String) -> Match {
    let known = servers[server] ?? Routes()
    let found = known.paths.matches(request.path).map { (path: $0, route: known.routes[$0.place]) }
    let ofMethod = found.filter { $0.route.method == request.method }
    let marked = { MarkedRequest(query: request.query ?? "", headers: request.headers, body: request.body) }
    switch selector.select(for: marked, among: ofMethod, { ($0.path, $0.route.name) }) {
    case .operation(let called): return .operation(called.route.operation, parameters: called.path.parameters)
    case .unlisted(let part, let received, let listed): return .unlisted(part, received: received, listed: listed)
    case .none: break
    }
    if !found.isEmpty { return .methodNotAllowed(Set(found.map(\.route.method)).sorted()) }
    return .notFound(nearest: known.spellings.nearest(to: request.path))
  }

  /// Returns the values in `path` for the parameters of each template it matches, of any method and server.
  package func parameters(in path: String) -> [(name: String, value: String)] {
    servers.values.flatMap { known in
      known.paths.matches(path).flatMap { $0.parameters.map { (name: $0.key, value: $0.value) } }
    }
  }
}
