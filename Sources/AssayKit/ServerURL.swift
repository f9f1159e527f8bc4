import AssayHTTP

/// Where a server of a contract is: an absolute `http` or `https` URL, paths of operations put behind its own.
public struct ServerURL: Sendable, Hashable, CustomStringConvertible {
  /// The URL as it was given; user and password in it are secret, and no report shows them.
  public let description: String

  /// Takes `text` as it stands; `nil` where it is no such URL.
  ///
  /// A `${NAME}` in it is taken from the environment when a run begins, and never shown.
  public init?(_ text: String) {
    guard text.contains("${") || HTTPURL(text) != nil else { return nil }
    description = text
  }

  /// The URL of a server of our own.
  init(served url: String) { description = url }
}
