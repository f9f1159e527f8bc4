import AssayContract
import AssayHTTP
import Synchronization

/// A call besides the checks that shows whether a documented route exists.
struct RouteProbe: Sendable {
  var server: String
  /// The operation whose path is called; `nil` for a path that is not served.
  var operation: String?
  var request: HTTPRequest

  /// The name its observation is recorded under, which no check has: check ids have three parts at most.
  var id: String { "routes/\(server)/\(operation ?? "-")/\(request.method)" }

  /// The call of a path that is not served, otherwise like `request`.
  init(nowhere url: String, like request: HTTPRequest, on server: String) {
    self.server = server
    self.request = request
    self.request.url = url
  }

  /// The call that asks what may be done at `url`.
  init(optionsAt url: String, of operation: String?, like request: HTTPRequest, on server: String) {
    self.server = server
    self.operation = operation
    self.request = HTTPRequest(method: "OPTIONS", url: url, headers: request.headers)
    self.request.headers.removeAll { $0.name.lowercased().hasPrefix("content-") }
  }
}

/// The paths that are not served, each found once, however many runs ask.
package final class UnknownPaths: Sendable {
  private let paths = Mutex<[String: String?]>([:])

  package init() {}

  /// A path that is not served on `server`; `nil` where an operation of `contract`, the same each time, takes any path.
  func path(on server: String, of contract: Contract) -> String? {
    if let known = paths.withLock({ $0[server] }) { return known }
    let path = contract.unknownPath(on: server)
    paths.withLock { $0[server] = .some(path) }
    return path
  }
}

extension Contract {
  /// The last segment of a path that no server knows.
  private static let unknownSegment = "assay-asks-for-no-such-path"

  /// A path that is not served on `server`, as near to those of its operations as can be; `nil` where an operation takes
  /// any path.
  ///
  /// A proxy in front of an application answers other paths than the application does, so the beginning that all
  /// operations have in common is kept.
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

  /// The segments of `path` before its last one, up to the first that has a parameter.
  private static func literalFolders(of path: PathTemplate) -> [String] {
    path.words.dropLast().prefix { $0 != nil }.compactMap { $0 }
  }
}
