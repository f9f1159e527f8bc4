package import AssayContract
import AssayHTTP

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

/// A path with `{name}` where a parameter stands.
struct PathTemplate: Sendable {
  private enum Piece: Sendable {
    case literal(String)
    case parameter(String, prefix: String, suffix: String)
  }

  let text: String
  private let pieces: [Piece]

  init(_ text: String) {
    self.text = text
    pieces = text.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      guard let open = segment.firstIndex(of: "{"), let close = segment[open...].firstIndex(of: "}") else {
        return .literal(String(segment))
      }
      return .parameter(
        String(segment[segment.index(after: open)..<close]),
        prefix: String(segment[..<open]),
        suffix: String(segment[segment.index(after: close)...])
      )
    }
  }

  var parameterCount: Int {
    pieces.reduce(0) { count, piece in if case .parameter = piece { count + 1 } else { count } }
  }

  /// The parameters of `path`, percent-encoding undone; `nil` where it is another path. `isGreedy` lets the last
  /// parameter take the slashes of what is left, as clients that do not encode them need.
  func match(_ path: String, isGreedy: Bool) -> [String: String]? {
    var segments = path.split(separator: "/", omittingEmptySubsequences: false)
    if isGreedy {
      guard segments.count > pieces.count, case .parameter? = pieces.last else { return nil }
      let rest = segments[(pieces.count - 1)...].joined(separator: "/")
      segments = Array(segments[..<(pieces.count - 1)]) + [Substring(rest)]
    }
    guard segments.count == pieces.count else { return nil }
    var parameters: [String: String] = [:]
    for (segment, piece) in zip(segments, pieces) {
      switch piece {
      case .literal(let literal):
        guard segment == literal else { return nil }
      case .parameter(let name, let prefix, let suffix):
        guard segment.utf8.count >= prefix.utf8.count + suffix.utf8.count, segment.hasPrefix(prefix),
          segment.hasSuffix(suffix)
        else { return nil }
        let value = segment.dropFirst(prefix.count).dropLast(suffix.count)
        parameters[name] = PercentEncoding.decode(value) ?? String(value)
      }
    }
    return parameters
  }
}
