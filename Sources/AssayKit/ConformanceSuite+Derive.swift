import AssayDerive
import AssayHTTP

/// A contract drafted from documents.
public struct DerivedContract: Sendable {
  /// The result of reading a section of a document.
  public struct Section: Sendable, Hashable {
    /// The document's file.
    public let file: String
    /// The section's heading.
    public let title: String
    /// The lines from the section's heading to the next, from 1.
    public let lines: ClosedRange<Int>
    /// True if the draft contains anything from the section.
    public let isUsed: Bool
    /// The code blocks, tables and lists from which nothing in the draft was read.
    public let unread: [Part]
    /// The lines that look like a description of the API but were not understood.
    public var notUnderstood: [ClosedRange<Int>] { unread.filter(\.looksLikeAPI).map(\.lines) }
  }

  /// A part of a section.
  public struct Part: Sendable, Hashable {
    /// The kind of the part: `code block`, `table` or `list`.
    public let kind: String
    /// The part's lines, from 1.
    public let lines: ClosedRange<Int>
    /// True if the part looks like a description of the API.
    public let looksLikeAPI: Bool
  }

  /// The contract as JSON; ends with a line feed.
  public let text: String
  /// The number of operations in the contract.
  public let operations: Int
  /// The number of contradictions in the documents, kept as notes in the contract.
  public let notes: Int
  /// Every section of the documents, in order.
  public let sections: [Section]
  /// The warnings about the documents, one line each, with its place.
  public let warnings: [String]
  /// The parts of a description or a recording that a contract cannot express, one line each, with its place.
  public let notCarriedOver: [String]
}

extension ConformanceSuite {
  /// Drafts a contract from guides in Markdown, from one OpenAPI description (3.0, 3.1, 3.2) or the workflows of
  /// one Arazzo description (1.0, 1.1) in JSON or YAML, from a GraphQL schema with example operations, from one answer
  /// of an MCP server to `tools/list`, or from one recording (a HAR file, ours or a browser's): without judgement but the same one each time.
  ///
  /// A contract made from the output of ``openAPIDescription`` or ``arazzoWorkflows(describedIn:for:)`` is the original
  /// contract.
  ///
  /// `target` is the file to which the draft will be written: files named in an exported description are named relative
  /// to it. References of a description are followed to files in its folder, its Git repository and the allowed
  /// folders. Values in a recording that are secret by name, place or form are left out of the draft.
  ///
  /// Throws ``ConformanceError/file(path:reason:)`` if a guide cannot be read, and
  /// ``ConformanceError/document(path:line:column:reason:)`` if it cannot be understood or describes no call.
  public static func derive(fromDocuments paths: [String], for target: String? = nil) throws(ConformanceError)
    -> DerivedContract
  {
    var sources: [ContractSource] = []
    for path in paths { sources.append(try ContractSource(path: path)) }
    return try derive(from: sources, for: target)
  }

  /// Drafts a contract from documents like ``derive(fromDocuments:for:)``. Each document is named by a path, by
  /// `REV:PATH` in a Git repository, or by a URL, which is fetched with `options`.
  public static func derive(
    fromSources operands: [String],
    for target: String? = nil,
    options: VerifyOptions = VerifyOptions()
  ) async throws(ConformanceError) -> DerivedContract {
    var sources: [ContractSource] = []
    for operand in operands { sources.append(try await ContractSource(operand, options)) }
    let fetched = FetchedFiles()
    while true {
      do throws(ConformanceError) {
        return try derive(from: sources, for: target, allowing: options.allowedFolders, fetched)
      } catch {
        guard await fetched.fetchMissing(DocumentFetcher(options, for: sources.first?.url)) else { throw error }
      }
    }
  }

  static func derive(
    from sources: [ContractSource],
    for target: String?,
    allowing folders: [String] = [],
    _ fetched: FetchedFiles? = nil
  ) throws(ConformanceError) -> DerivedContract {
    for source in sources {
      if case .other(let about) = source.kind { throw .file(path: source.name, reason: "it is \(about)") }
    }
    do throws(DraftError) {
      let draft = try Self.draft(from: sources, allowing: folders, fetched)
      return DerivedContract(
        text: moved(draft.text, from: sources.first?.name ?? "-", to: target, movesSchema: false),
        operations: draft.operations,
        notes: draft.notes,
        sections: draft.fates.map { fate in
          .init(
            file: fate.file,
            title: fate.title,
            lines: fate.lines,
            isUsed: fate.isUsed,
            unread: fate.unread.map { .init(kind: $0.kind, lines: $0.lines, looksLikeAPI: $0.looksLikeAPI) }
          )
        },
        warnings: draft.warnings,
        notCarriedOver: draft.losses
      )
    } catch {
      switch error {
      case .unreadable(let file, let line, let column, let reason):
        throw .document(path: file, line: line, column: column, reason: reason)
      case .noCall(let files):
        throw .document(
          path: files.joined(separator: ", "),
          line: 1,
          column: 1,
          reason: "no call found: no method with a path, no `curl`, no client code"
        )
      case .tooManyCalls(let files, let most):
        throw .document(
          path: files.joined(separator: ", "),
          line: 1,
          column: 1,
          reason: "more than \(most) calls; draft a contract from a part of the guides"
        )
      }
    }
  }

  /// Returns the draft of `sources` by the first reader that knows their kind.
  private static func draft(
    from sources: [ContractSource],
    allowing folders: [String],
    _ fetched: FetchedFiles?
  ) throws(DraftError) -> ContractDraft {
    if let recording = try recording(of: sources) {
      return recording
    } else if let file = sources.first, sources.count == 1,
      let tools = ContractDraft(tools: file.name, file.bytes, base: ProtocolContract.mcp.bytes)
    {
      return tools
    } else if sources.contains(where: { $0.kind == .graphQL }),
      let service = try ContractDraft(
        graphQL: sources.map { ($0.name, $0.bytes) },
        base: ProtocolContract.graphQL.bytes
      )
    {
      return service
    } else if let description = try description(of: sources, allowing: folders, fetched) {
      return description
    } else {
      return try ContractDraft(guides: sources.map { ($0.name, $0.bytes) })
    }
  }

  /// Returns the draft of a single recording; `nil` for other documents.
  private static func recording(of sources: [ContractSource]) throws(DraftError) -> ContractDraft? {
    guard let file = sources.first(where: { $0.name.lowercased().hasSuffix(".har") || $0.kind == .recording }) else {
      return nil
    }
    guard sources.count == 1 else {
      throw .unreadable(file: file.name, line: 1, column: 1, reason: "a recording is drafted from by itself")
    }
    return try ContractDraft(recording: file.name, file.bytes)
  }

  /// Returns the draft of a single OpenAPI description; `nil` for guides.
  private static func description(
    of sources: [ContractSource],
    allowing folders: [String],
    _ fetched: FetchedFiles?
  ) throws(DraftError) -> ContractDraft? {
    let endings = [".yaml", ".yml", ".json"]
    let found = sources.first { source in
      endings.contains { source.name.lowercased().hasSuffix($0) } || source.kind == .description
    }
    guard let file = found else { return nil }
    guard sources.count == 1 else {
      throw .unreadable(file: file.name, line: 1, column: 1, reason: "a description is drafted from by itself")
    }
    let references = ReferencedFiles(of: file, allowing: folders, fetched)
    let draft = try ContractDraft(
      description: file.name,
      file.bytes,
      base: file.url.map { $0.origin + $0.path },
      isFetching: fetched != nil
    ) { (path) throws(DraftError) in
      try references.read(path)
    }
    guard let draft else {
      throw .unreadable(
        file: file.name,
        line: 1,
        column: 1,
        reason: "not a document that Assay reads: \(DocumentKind.readable)"
      )
    }
    return draft
  }
}
