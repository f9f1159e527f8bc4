/// The selection of a contract's checks for a run: all checks that none of the properties excludes.
public struct CheckSelection: Hashable, Sendable {
  /// Globs (`*`, `?`) that match the ids of the selected checks; empty for all checks.
  public var only: [String] = []
  /// Globs that match the ids of checks to leave out.
  public var skip: [String] = []
  /// Tags of the scenarios to run; a scenario needs at least one of them. Empty for all scenarios.
  public var tags: [String] = []
  /// The names of servers that are not called; checks that need them are not verified.
  public var skippedServers: [String] = []
  /// True if scenarios with the tag `unsafe` run without being selected by that tag. They may change or remove data
  /// that they did not create.
  public var runsUnsafe = false
  /// The part of the scenarios to run, if several machines share them; `nil` for all.
  public var shard: Shard?

  /// The tag of scenarios that may change or remove data they did not create.
  package static let unsafe = "unsafe"

  /// Selects all checks except those of scenarios with the tag `unsafe`.
  public init() {}

  /// Returns true if a scenario with `tags` is run.
  package func includes(tags: [String]) -> Bool {
    self.tags.isEmpty ? runsUnsafe || !tags.contains(Self.unsafe) : tags.contains(where: self.tags.contains)
  }

  /// True if the run makes all checks, except those of scenarios with the tag `unsafe`.
  package var isWhole: Bool { (only + skip + tags + skippedServers).isEmpty && shard == nil }
}

/// One part of a run that is divided among several machines: its number, and the number of parts.
public struct Shard: Hashable, Sendable, Codable {
  /// The part, from 1.
  public let index: Int
  /// The number of parts, at least 1.
  public let count: Int

  /// Makes a shard; returns `nil` if `index` is not from 1 to `count`.
  public init?(_ index: Int, of count: Int) {
    guard count >= 1, (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  private init() { (index, count) = (1, 1) }

  /// The whole plan as a single part.
  package static let whole = Shard()
}
