import AssayContract
import AssayHTTP

/// An index of a contract's operations by server, used to find those that a recorded request may have called.
struct RecordedTargets {
  /// The parts of a request's URL that must equal those of a server's.
  private struct Origin: Hashable {
    var method: String
    var scheme: String
    var port: Int
    /// The host; `nil` for the local machine under any of its names.
    var host: String?

    init(_ method: String, _ url: HTTPURL) {
      self.method = method.uppercased()
      (scheme, port, host) = (url.scheme, url.port, url.isLoopback ? nil : url.host)
    }
  }

  /// The operations of the servers with one origin, and their full paths in the same order.
  private struct Routes {
    var operations: [AssayContract.Operation] = []
    var paths = PathIndex()
  }

  private var routes: [Origin: Routes] = [:]

  /// Makes an index of the operations of `contract`, without those whose server URL is not valid, for example because
  /// it contains a variable. `servers` are URLs that replace the contract's, by server name.
  init(of contract: Contract, servers: [String: String]) {
    for operation in contract.operations {
      let text = servers[operation.server] ?? contract.servers.first { $0.name == operation.server }?.url
      guard let server = text.flatMap({ HTTPURL($0) }) else { continue }
      let prefix = server.path.hasSuffix("/") ? String(server.path.dropLast()) : server.path
      let origin = Origin(operation.request.method, server)
      routes[origin, default: Routes()].operations.append(operation)
      routes[origin]?.paths.append(PathTemplate(prefix + operation.request.path.text))
    }
  }

  /// Returns the operations that a request with this method and URL may have called, the best match first.
  func matches(_ method: String, _ url: HTTPURL) -> [(operation: AssayContract.Operation, path: PathIndex.Match)] {
    guard let routes = routes[Origin(method, url)] else { return [] }
    return routes.paths.matches(url.path).map { (routes.operations[$0.place], $0) }
  }
}
