/// A promise that was kept by every answer checked against it.
public struct KeptPromise: Sendable, Hashable, Codable {
  /// The promise in words, with Markdown code spans around names.
  public var promise: String
  /// The level of the promise, in the words of RFC 2119.
  public var level: Level
  /// The first check that judged the promise.
  public var check: String
  /// The number of checks that judged the promise. A check counts once, regardless of the number of answers, events or
  /// items judged, which differs from run to run.
  public var checks: Int

  /// Makes an entry.
  public init(promise: String, level: Level, check: String, checks: Int) {
    self.promise = promise
    self.level = level
    self.check = check
    self.checks = checks
  }
}
