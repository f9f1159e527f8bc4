/// The level of a promise, in the words of RFC 2119.
public enum Level: String, Sendable, Hashable, CaseIterable, Comparable, Codable {
  /// A documented client breaks, or the answer contradicts what the documents state outright.
  case must
  /// The documents suggest it; a warning, a failure under `--strict`.
  case should
  /// Worth knowing.
  case may

  /// Orders by weight: `may` before `should` before `must`.
  public static func < (left: Level, right: Level) -> Bool { left.weight < right.weight }

  private var weight: Int {
    switch self {
    case .may: 0
    case .should: 1
    case .must: 2
    }
  }
}
