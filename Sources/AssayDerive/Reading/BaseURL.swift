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
  private let port: String
  private let isLocal: Bool
  /// True if the host's name contains a deployment stage: staging, sandbox, prod.
  private let isStage: Bool

  private static let stages = CommaSeparated.list(
    """
    staging, sandbox, dev, test, prod, your-, example, demo, stage, preview, api
    """
  )

  init(_ origin: String) {
    let rest = origin.parts("/").last ?? origin
    let parts = rest.halves(":")
    let host = parts.first ?? rest
    self.host = host
    port = parts.count > 1 ? parts[1] : origin.hasPrefix("https") ? "443" : "80"
    isLocal = Hosts.isLocal(origin)
    isStage = Self.stages.contains { host.contains($0) }
  }

  /// True if the host is a variable: `http://{address}`.
  var isVariable: Bool { host.contains { "{<$".contains($0) } }

  func isOneService(with other: ServiceOrigin) -> Bool {
    if isVariable || other.isVariable { return true }
    if host == other.host || isLocal && other.isLocal { return port == other.port }
    return isLocal != other.isLocal || isStage && other.isStage
  }

  /// Returns true if both origins are on this machine with different ports, so that they cannot be the same service.
  func isBeside(_ other: ServiceOrigin) -> Bool { isLocal && other.isLocal && port != other.port }
}
