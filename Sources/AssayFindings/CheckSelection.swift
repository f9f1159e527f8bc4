/// The checks of a contract that a run makes: those that none of these leaves out.
public struct CheckSelection: Hashable, Sendable {
  /// Globs (`*`, `?`) over check ids; empty takes every check.
  public var only: [String] = []
  /// Globs over check ids to leave out.
  public var skip: [String] = []
  /// The tags of which a scenario needs one; empty takes every scenario.
  public var tags: [String] = []
  /// The names of servers that are not called; what needs them is not verified.
  public var skippedServers: [String] = []
  /// True if scenarios with the tag `unsafe` run without being selected by that tag. They may change or remove data
  /// that they did not create.
  public var runsUnsafe = false
  /// The part of the scenarios to run, if several machines share them; `nil` for all.
  public var shard: Shard?

  /// Selects every check but those of scenarios with the tag `unsafe`.
  public init() {}

  /// True if nothing is left out, except scenarios with the tag `unsafe`.
  package var isWhole: Bool { (only + skip + tags + skippedServers).isEmpty && shard == nil }
}

/// One part of a plan, and the number of parts.
public struct Shard: Hashable, Sendable, Codable {
  /// The part, from 1.
  public let index: Int
  /// The number of parts, at least 1.
  public let count: Int

  /// Makes a shard; `nil` where `index` is not from 1 to `count`.
  public init?(_ index: Int, of count: Int) {
    guard count >= 1, (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  private init() { (index, count) = (1, 1) }

  /// All of a plan in one part.
  package static let whole = Shard()
}
