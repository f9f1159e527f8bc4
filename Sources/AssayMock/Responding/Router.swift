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
    var path: PathTemplate
    var request: RequestTemplate

    var method: String { request.method.uppercased() }
  }

  private var routes: [String: [Route]] = [:]

  package init(contract: Contract) {
    for (index, operation) in contract.operations.enumerated() {
      let template = PathTemplate(operation.request.path)
      routes[operation.server, default: []].append(
        Route(operation: index, path: template, request: operation.request)
      )
    }
    for server in routes.keys {
      // A literal segment is meant before a parameter that could stand in its place.
      routes[server]?.sort { $0.path.parameterCount < $1.path.parameterCount }
    }
  }

  /// The operation `method` on `path`, a request target without its `query`, means on the server named `server`.
  package func match(server: String, method: String, path: String, query: String = "") -> Match {
    let candidates = routes[server] ?? []
    var methods: [String] = []
    for isGreedy in [false, true] {
      for route in candidates {
        guard let parameters = route.path.match(path, isGreedy: isGreedy) else { continue }
        if route.method == method {
          return .operation(chosen(as: route, among: candidates, path, query, isGreedy), parameters: parameters)
        }
        if !methods.contains(route.method) { methods.append(route.method) }
      }
    }
    if !methods.isEmpty { return .methodNotAllowed(methods.sorted()) }
    return .notFound(nearest: SpellingSuggestion.nearest(to: path, among: candidates.map(\.path.text)))
  }

  /// The operation that is meant of those the contract has for the very method and path of `first`: its queries tell them apart.
  private func chosen(
    as first: Route,
    among routes: [Route],
    _ path: String,
    _ query: String,
    _ isGreedy: Bool
  ) -> Int {
    let others = routes.filter {
      $0.method == first.method && $0.path.parameterCount == first.path.parameterCount
        && $0.path.match(path, isGreedy: isGreedy) != nil
    }
    guard others.count > 1 else { return first.operation }
    return RequestTemplate.fitting(query, among: others) { $0.request }?.operation ?? first.operation
  }
}
