/// The level of a promise, in the words of RFC 2119.
public enum Level: String, Sendable, Hashable, CaseIterable, Comparable, Codable {
  /// A documented client breaks, or the answer contradicts an explicit statement of the documents.
  case must
  /// The documents suggest the promise. A breach is a warning, or a failure under `--strict`.
  case should
  /// A breach is worth knowing, but fails nothing.
  case may

  /// Orders by severity: `may` before `should` before `must`.
  public static func < (left: Level, right: Level) -> Bool { left.weight < right.weight }

  private var weight: Int {
    switch self {
    case .may: 0
    case .should: 1
    case .must: 2
    }
  }
}
