/// A base URL a guide gives.
struct BaseURL: Sendable {
  /// The variable that holds it, or the label it has.
  var name: String
  var origin: String
  /// The part after the host; empty without one.
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

/// An origin, taken apart once: which origins are one service in several places is asked often.
struct ServiceOrigin: Sendable {
  private let host: String
  private let port: String
  private let isLocal: Bool
  /// True if the host names a stage: staging, sandbox, production.
  private let isStage: Bool

  private static let stages = Words.list(
    """
    staging, sandbox, dev, test, prod, your-, example, demo, stage, preview, api
    """
  )

  init(_ origin: String) {
    let rest = origin.split(separator: "/").last.map { String($0) } ?? origin
    let parts = rest.split(separator: ":", maxSplits: 1).map { String($0) }
    let host = parts.first ?? rest
    self.host = host
    port = parts.count > 1 ? parts[1] : origin.hasPrefix("https") ? "443" : "80"
    isLocal = Hosts.isLocal(origin)
    isStage = Self.stages.contains { host.contains($0) }
  }

  func isOneService(with other: ServiceOrigin) -> Bool {
    if host == other.host || isLocal && other.isLocal { return port == other.port }
    return isLocal != other.isLocal || isStage && other.isStage
  }

  /// Returns true if both are on this machine and differ. They cannot be one service, regardless of the hosts that the
  /// guide names for either.
  func isBeside(_ other: ServiceOrigin) -> Bool { isLocal && other.isLocal && port != other.port }
}
