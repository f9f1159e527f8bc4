/// A promise that every answer kept which was held against it.
public struct KeptPromise: Sendable, Hashable, Codable {
  /// What is promised, in words; Markdown code spans around names.
  public var promise: String
  /// The level of the promise, in the words of RFC 2119.
  public var level: Level
  /// The first check that held the backend to it.
  public var check: String
  /// How many checks did. A check counts once, however many answers, events or items it judged: how many of them come
  /// differs from run to run.
  public var checks: Int

  /// Makes an entry.
  public init(promise: String, level: Level, check: String, checks: Int) {
    self.promise = promise
    self.level = level
    self.check = check
    self.checks = checks
  }
}
