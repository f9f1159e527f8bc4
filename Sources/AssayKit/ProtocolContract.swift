import AssayDocuments

/// A built-in contract of a public protocol, named by an operand such as `protocol:mcp`.
enum ProtocolContract: String, CaseIterable {
  case anthropicMessages = "anthropic-messages"
  case chatCompletions = "chat-completions"
  case graphQL = "graphql"
  case graphQLOverWebSocket = "graphql-ws"
  case mcp
  case ollama
  case responses

  private static let scheme = "protocol:"

  /// Returns the contract that `operand` names; `nil` for an operand of a different form.
  ///
  /// Throws ``ConformanceError/file(path:reason:)`` for a protocol without a contract.
  static func named(_ operand: String) throws(ConformanceError) -> ProtocolContract? {
    guard operand.hasPrefix(scheme) else { return nil }
    if let known = ProtocolContract(rawValue: String(operand.dropFirst(scheme.count))) { return known }
    throw .file(
      path: operand,
      reason: "it is not a built-in contract; write \(allCases.map(\.operand).joined(separator: ", "))"
    )
  }

  /// The operand that names the contract.
  var operand: String { Self.scheme + rawValue }

  /// The bytes of the contract, from `contracts/protocols/NAME.json`.
  var bytes: [UInt8] {
    switch self {
    case .anthropicMessages: PackageResources.anthropic_messages_json
    case .chatCompletions: PackageResources.chat_completions_json
    case .graphQL: PackageResources.graphql_json
    case .graphQLOverWebSocket: PackageResources.graphql_ws_json
    case .mcp: PackageResources.mcp_json
    case .ollama: PackageResources.ollama_json
    case .responses: PackageResources.responses_json
    }
  }

  /// The bytes of the document that the contract cites, from `contracts/protocols/NAME.md`.
  var document: [UInt8] {
    switch self {
    case .anthropicMessages: PackageResources.anthropic_messages_md
    case .chatCompletions: PackageResources.chat_completions_md
    case .graphQL: PackageResources.graphql_md
    case .graphQLOverWebSocket: PackageResources.graphql_ws_md
    case .mcp: PackageResources.mcp_md
    case .ollama: PackageResources.ollama_md
    case .responses: PackageResources.responses_md
    }
  }
}

extension ConformanceSuite {
  /// The operands of the built-in contracts, such as `protocol:mcp`, which ``load(_:options:)`` takes.
  public static var builtInContracts: [String] { ProtocolContract.allCases.map(\.operand) }

  /// The lines of the documents of a built-in contract, by file; empty for any other contract.
  public var builtInDocuments: [String: [String]] {
    guard let known = try? ProtocolContract.named(contract.file) else { return [:] }
    return Dictionary(contract.documents.map { ($0.file, DocumentText(known.document).lines) }) { first, _ in first }
  }
}
