import AssayDocuments

/// A contract of a public protocol, built in: `protocol:mcp` names it where a contract is expected.
enum ProtocolContract: String, CaseIterable {
  case anthropicMessages = "anthropic-messages"
  case chatCompletions = "chat-completions"
  case graphQL = "graphql"
  case graphQLOverWebSocket = "graphql-ws"
  case mcp
  case ollama
  case responses

  private static let scheme = "protocol:"

  /// The contract that `operand` names; `nil` for an operand of a different form.
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

  /// The operand that names it.
  var operand: String { Self.scheme + rawValue }

  /// Its text, as `contracts/protocols/NAME.json` has it.
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

  /// The document that it cites, as `contracts/protocols/NAME.md` has it.
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

  /// The lines of the documents of a built-in contract, by their files; empty for any other contract.
  public var builtInDocuments: [String: [String]] {
    guard let known = try? ProtocolContract.named(contract.file) else { return [:] }
    return Dictionary(contract.documents.map { ($0.file, DocumentText(known.document).lines) }) { first, _ in first }
  }
}
