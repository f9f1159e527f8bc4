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
  /// Whether scenarios with the tag `unsafe` are run without being asked for by that tag: those that may remove or change what they
  /// did not create.
  public var runsUnsafe = false
  /// Which part of the scenarios is run, where several machines share them; `nil` for all.
  public var shard: Shard?

  /// Selects every check but those of scenarios with the tag `unsafe`.
  public init() {}

  /// Whether nothing is left out, scenarios with the tag `unsafe` excepted.
  package var isWhole: Bool { (only + skip + tags + skippedServers).isEmpty && shard == nil }
}

/// Which part of a plan is run, of how many.
public struct Shard: Hashable, Sendable, Codable {
  /// The part, from 1.
  public let index: Int
  /// How many parts there are, at least 1.
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
