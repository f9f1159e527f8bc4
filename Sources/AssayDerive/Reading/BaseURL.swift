import AssayText

/// A base URL that a guide states, such as in a label or a variable.
struct BaseURL: Sendable {
  /// The variable that holds the URL, or its label.
  var name: String
  var origin: String
  /// The path of the URL; empty if it has none.
  var path: String
  var source: Source

  init?(_ url: String, name: String, source: Source) {
    guard let target = CallTarget(url), target.isAbsolute, !Hosts.isForeign(target.base) else { return nil }
    self.name = name
    origin = target.base
    path = target.path == "/" ? "" : target.path
    self.source = source
  }
}

/// An origin, parsed once because origins are often compared for being the same service in different places.
struct ServiceOrigin: Sendable {
  private let host: String
  /// The labels of the host's name without those of stages: `api`, `shop`, `example` for `staging-api.shop.example`.
  private let labels: [String]
  private let port: String
  private let isLocal: Bool
  /// True if the host stands for one that another place names: `your-domain.example`.
  private let isPlaceholder: Bool

  private static let stages = CommaSeparated.set(
    """
    staging, stage, sandbox, dev, develop, development, test, testing, prod, production, pro, pre, preview, demo, qa, uat,
    beta, live, int, www
    """
  )

  init(_ origin: String) {
    let rest = origin.parts("/").last ?? origin
    let parts = rest.halves(":")
    let host = (parts.first ?? rest).lowercased()
    self.host = host
    let words = host.parts(".-")
    labels = words.filter { !Self.stages.contains($0) }
    port = parts.count > 1 ? parts[1] : origin.hasPrefix("https") ? "443" : "80"
    isLocal = Hosts.isLocal(origin)
    isPlaceholder = words.contains { Placeholder.isReaders($0) }
  }

  /// True if the host is a variable: `http://{address}`.
  var isVariable: Bool { host.contains { "{<$".contains($0) } }

  /// Returns true if both may be the origin of one service. A variable or a placeholder stands for any host.
  func isOneService(with other: ServiceOrigin) -> Bool {
    if isVariable || other.isVariable { return true }
    if host == other.host || isLocal && other.isLocal { return port == other.port }
    return isLocal != other.isLocal || labels == other.labels || isPlaceholder || other.isPlaceholder
  }
}
