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
    var method: String
    var path: PathTemplate
  }

  private var routes: [String: [Route]] = [:]

  package init(contract: Contract) {
    for (index, operation) in contract.operations.enumerated() {
      let template = PathTemplate(operation.request.path)
      routes[operation.server, default: []].append(
        Route(operation: index, method: operation.request.method.uppercased(), path: template)
      )
    }
    for server in routes.keys {
      // A literal segment is meant before a parameter that could stand in its place.
      routes[server]?.sort { $0.path.parameterCount < $1.path.parameterCount }
    }
  }

  /// The operation `method` on `path`, a request target without its query, means on the server named `server`.
  package func match(server: String, method: String, path: String) -> Match {
    let candidates = routes[server] ?? []
    var methods: [String] = []
    for isGreedy in [false, true] {
      for route in candidates {
        guard let parameters = route.path.match(path, isGreedy: isGreedy) else { continue }
        if route.method == method { return .operation(route.operation, parameters: parameters) }
        if !methods.contains(route.method) { methods.append(route.method) }
      }
    }
    if !methods.isEmpty { return .methodNotAllowed(methods.sorted()) }
    return .notFound(nearest: SpellingSuggestion.nearest(to: path, among: candidates.map(\.path.text)))
  }
}
