/// A promise that every answer kept which was held against it.
public struct KeptPromise: Sendable, Hashable, Codable {
  /// The promise in words, with Markdown code spans around names.
  public var promise: String
  /// The level of the promise, in the words of RFC 2119.
  public var level: Level
  /// The first check that held the backend to it.
  public var check: String
  /// The number of checks that judged it. A check counts once, however many answers, events or items it judged, because
  /// those numbers differ from run to run.
  public var checks: Int

  /// Makes an entry.
  public init(promise: String, level: Level, check: String, checks: Int) {
    self.promise = promise
    self.level = level
    self.check = check
    self.checks = checks
  }
}
