import AssayContract
import AssayHTTP

/// The operations of a contract by the server they are called at, to find those a recorded request may have called.
struct RecordedTargets {
  /// The parts of a request that have to be equal.
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

  /// The operations of one origin, and their paths with those of their servers, in the same order.
  private struct Routes {
    var operations: [AssayContract.Operation] = []
    var paths = PathIndex()
  }

  private var routes: [Origin: Routes] = [:]

  /// Takes the operations of `contract`, except those whose server's URL is not valid, for example because of a variable.
  /// `servers` are the URLs that replace the contract's, by name.
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

  /// Returns the operations a request may have called, the preferred first.
  func matches(_ method: String, _ url: HTTPURL) -> [(operation: AssayContract.Operation, path: PathIndex.Match)] {
    guard let routes = routes[Origin(method, url)] else { return [] }
    return routes.paths.matches(url.path).map { (routes.operations[$0.place], $0) }
  }
}
