import AssayContract
import AssayHTTP

/// Where requests of one operation go: the method, the server's URL, and the path template behind it.
struct RecordedTarget {
  let operation: AssayContract.Operation
  let path: PathTemplate
  private let server: HTTPURL
  private let prefix: String

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
