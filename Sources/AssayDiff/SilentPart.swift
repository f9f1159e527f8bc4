import AssayJSON

/// A part of a contract that cannot break anyone: a difference there is not a change.
enum SilentPart: CaseIterable {
  /// The names of the format, the service and its documents.
  case names
  /// Words for people.
  case words
  /// The sources of a promise.
  case sources
  /// Examples of answers, events and bodies, for readers and the mock.
  case examples
  /// The answers of the mock.
  case mock
  /// The addresses of backends for runs, and the content that runs send of their own.
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

  /// Returns true if nothing under `key` can break anyone; `isTop` means the top of a contract.
  static func contains(_ key: String, isTop: Bool) -> Bool {
    key.hasPrefix("x-") || keys.containsExactly(key) || isTop && topKeys.containsExactly(key)
  }
}
