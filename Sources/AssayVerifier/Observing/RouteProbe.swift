package import AssayContract
import AssayHTTP
import Synchronization

/// A call outside the checks that shows whether a documented route exists.
struct RouteProbe: Sendable {
  var server: String
  /// The operation whose path is called; `nil` for a path that is not served.
  var operation: String?
  var request: HTTPRequest

  /// The name under which the observation is recorded. No check has the same name: check ids have at most three parts.
  var id: String { "routes/\(server)/\(operation ?? "-")/\(request.method)" }

  /// Creates a call of `nowhere`, a URL that is not served, otherwise the same as `request`.
  init(nowhere url: String, like request: HTTPRequest, on server: String) {
    self.server = server
    self.request = request
    self.request.url = url
  }

  /// Creates an OPTIONS call that asks which methods `url` allows.
  init(optionsAt url: String, of operation: String?, like request: HTTPRequest, on server: String) {
    self.server = server
    self.operation = operation
    self.request = HTTPRequest(method: "OPTIONS", url: url, headers: request.headers)
    self.request.headers.removeAll { $0.name.lowercased().hasPrefix("content-") }
  }
}

/// For each server, a path that it does not serve; found once and then shared by all runs.
package final class UnknownPaths: Sendable {
  private let contract: Contract
  private let paths = Mutex<[String: String?]>([:])

  package init(of contract: Contract) { self.contract = contract }

  /// Returns a path that `server` does not serve; `nil` if an operation of the contract accepts any path.
  func path(on server: String) -> String? {
    if let known = paths.withLock({ $0[server] }) { return known }
    let path = contract.unknownPath(on: server)
    paths.withLock { $0[server] = .some(path) }
    return path
  }
}

extension Contract {
  /// The last segment of a path that no server is expected to serve.
  private static let unknownSegment = "assay-asks-for-no-such-path"

  /// Returns a path that `server` does not serve, as similar as possible to the paths of its operations; `nil` if an
  /// operation accepts any path.
  ///
  /// The path keeps the beginning that all operations have in common, so that a proxy forwards it to the same
  /// application.
  fileprivate func unknownPath(on server: String) -> String? {
    let templates = operations.filter { $0.server == server }.map(\.request.path)
    guard var common = templates.first.map(Self.literalFolders) else { return nil }
    for path in templates.dropFirst() {
      common = zip(common, Self.literalFolders(of: path)).prefix { $0 == $1 }.map(\.0)
    }
    for length in (0...common.count).reversed() {
      let path = (common.prefix(length) + [Self.unknownSegment]).map { "/\($0)" }.joined()
      if !templates.contains(where: { $0.match(path) != nil }) { return path }
    }
    return nil
  }

  /// The segments of `path` before its first parameter, without its last segment.
  private static func literalFolders(of path: PathTemplate) -> [String] {
    path.words.dropLast().prefix { $0 != nil }.compactMap { $0 }
  }
}
