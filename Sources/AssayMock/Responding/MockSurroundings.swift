/// What the responder takes from the world around it, so that it stays pure itself.
package struct MockSurroundings: Sendable {
  /// The base URL of each server by its name.
  package var baseURLs: [String: String]
  /// The present moment in RFC 3339.
  package var now: @Sendable () -> String
  /// A new UUID (RFC 9562).
  package var uuid: @Sendable () -> String
  /// The bytes of a file, named relative to the contract.
  package var files: @Sendable (String) -> [UInt8]?

  package init(
    baseURLs: [String: String],
    now: @escaping @Sendable () -> String,
    uuid: @escaping @Sendable () -> String,
    files: @escaping @Sendable (String) -> [UInt8]?
  ) {
    self.baseURLs = baseURLs
    self.now = now
    self.uuid = uuid
    self.files = files
  }
}
