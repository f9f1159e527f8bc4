package import AssayContract
package import AssayFindings
import AssayHTTP
import AssayText

/// Finds the operation for a request, by server, method and path template (OpenAPI 3.1 section 4.8.8.2). If several
/// operations match, the other required parts of the request decide.
package struct Router: Sendable {
  /// The result of finding the operation for a request's server, method and path.
  package enum Match: Sendable {
    /// The operation's place in the contract, and its path parameters, decoded.
    case operation(Int, parameters: [String: String])
    /// Operations with this method and path list values for this part of the request that do not include the received
    /// one.
    case unlisted(Place.Part, received: String, listed: [String])
    /// The path is known, but the method is not one of these.
    case methodNotAllowed([String])
    /// The path is unknown; `nearest` is the most similar known path, if there is one.
    case notFound(nearest: String?)
  }

  private struct Route: Sendable {
    /// The operation's index in the contract.
    var operation: Int
    var name: String
    var method: String
  }

  /// The routes of one server, and their paths in the same order.
  private struct Routes: Sendable {
    var routes: [Route] = []
    var paths = PathIndex()
    /// The server's path templates, searchable for a path similar to an unknown one.
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

  /// Returns the operation that `request` calls on the server named `server`, or the reason why it calls none.
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

  /// Returns the names and values of path parameters in `path`, for every template of any method and server that it
  /// matches.
  package func parameters(in path: String) -> [(name: String, value: String)] {
    servers.values.flatMap { known in
      known.paths.matches(path).flatMap { $0.parameters.map { (name: $0.key, value: $0.value) } }
    }
  }
}
