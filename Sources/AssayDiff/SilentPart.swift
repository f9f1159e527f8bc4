import AssayJSON

/// A part of a contract that cannot break anyone: a difference there is not a change.
enum SilentPart: CaseIterable {
  /// The names of the format, the service and its documents.
  case names
  /// Texts for human readers, such as titles and descriptions.
  case words
  /// The citations of the documents that promises come from.
  case sources
  /// Examples of answers, events and bodies, for readers and the mock.
  case examples
  /// The mock's responses and behaviour.
  case mock
  /// The addresses of backends for runs, and the content that runs send by themselves.
  case runs

  /// The part's keys at the top level of a contract.
  private var topKeys: Set<String> {
    switch self {
    case .names: ["contract", "service"]
    case .sources: ["documents", "notes"]
    case .runs: ["environments"]
    case .words, .examples, .mock: []
    }
  }

  /// The part's keys at any other place, except in tables, whose keys are names.
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

  /// Returns true if nothing under `key` can break anyone; `isTop` is true at the top level of a contract.
  static func contains(_ key: String, isTop: Bool) -> Bool {
    key.hasPrefix("x-") || keys.containsExactly(key) || isTop && topKeys.containsExactly(key)
  }
}
