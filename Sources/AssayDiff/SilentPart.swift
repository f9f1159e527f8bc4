import AssayJSON

/// A part of a contract that cannot break anyone: a difference there is not a change.
enum SilentPart: CaseIterable {
  /// What the format, the service and its documents are called.
  case names
  /// Words for people.
  case words
  /// What a promise rests on.
  case sources
  /// What answers, events and bodies look like, for readers and the mock.
  case examples
  /// How the mock answers.
  case mock
  /// Where runs find a backend, and what they send of their own.
  case runs

  /// Its keys at the top of a contract.
  private var topKeys: Set<String> {
    switch self {
    case .names: ["contract", "service"]
    case .sources: ["documents", "notes"]
    case .runs: ["environments"]
    case .words, .examples, .mock: []
    }
  }

  /// Its keys anywhere, where keys are not names.
  private var keys: Set<String> {
    switch self {
    case .names: ["$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor"]
    case .words: ["title", "description", "summary", "message", "$comment", "bearerFormat", "scopes"]
    case .sources: ["source"]
    case .examples: ["example", "examples"]
    case .mock: ["mock"]
    case .runs: ["file", "filename", "credentials"]
    }
  }

  private static let topKeys = allCases.reduce(into: Set<String>()) { $0.formUnion($1.topKeys) }
  private static let keys = allCases.reduce(into: Set<String>()) { $0.formUnion($1.keys) }

  /// Whether nothing under `key` can break anyone; `isTop` at the top of a contract.
  static func contains(_ key: String, isTop: Bool) -> Bool {
    key.hasPrefix("x-") || keys.containsExactly(key) || isTop && topKeys.containsExactly(key)
  }
}
