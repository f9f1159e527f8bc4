import AssayDerive

/// A contract drafted from documents.
public struct DerivedContract: Sendable {
  /// What became of a section of a document.
  public struct Section: Sendable, Hashable {
    /// The document's file.
    public let file: String
    /// The heading.
    public let title: String
    /// The lines from its heading to the next, from 1.
    public let lines: ClosedRange<Int>
    /// Whether something of it stands in the draft.
    public let isUsed: Bool
    /// Lines that look like API and were not understood.
    public let notUnderstood: [ClosedRange<Int>]
  }

  /// The contract as JSON; ends with a line's end.
  public let text: String
  /// How many operations it has.
  public let operations: Int
  /// How many contradictions it notes.
  public let notes: Int
  /// Every section of the documents, in order.
  public let sections: [Section]
  /// What a reader should know of the documents, each in a line with its place.
  public let warnings: [String]
  /// What a description or a recording says that a contract cannot, each in a line with its place.
  public let notCarriedOver: [String]
}

extension ConformanceSuite {
  /// Drafts a contract from guides in Markdown, from one OpenAPI description (3.0, 3.1, 3.2) or the workflows of
  /// one Arazzo description (1.0, 1.1) in JSON or YAML, or from one recording (a HAR file, ours or a browser's): without judgement but the same one each time.
  ///
  /// What ``openAPIDescription`` and ``arazzoWorkflows(describedIn:for:)`` made of a contract becomes that contract.
  ///
  /// With `target`, the file the draft is to be written to, the files an exported description names are named as seen from there.
  /// References of a description are followed to files in its folder, and no further. Nothing a recording holds that is
  /// secret by its name, its place or its form is in the draft.
  ///
  /// Throws ``ConformanceError/file(path:reason:)`` where a guide cannot be read, and
  /// ``ConformanceError/document(path:line:column:reason:)`` where it can not be understood or tells of no call.
  public static func derive(fromDocuments paths: [String], for target: String? = nil) throws(ConformanceError)
    -> DerivedContract
  {
    var files: [(name: String, bytes: [UInt8])] = []
    for path in paths {
      do throws(FileAccess.Failure) {
        files.append((path, try FileAccess.read(path)))
      } catch {
        throw ConformanceError(error)
      }
    }
    do throws(DraftError) {
      let draft: ContractDraft
      if let recording = try recording(of: files) {
        draft = recording
      } else if let description = try description(of: files) {
        draft = description
      } else {
        draft = try ContractDraft(guides: files)
      }
      return DerivedContract(
        text: moved(draft.text, from: paths.first ?? "-", to: target, movesSchema: false),
        operations: draft.operations,
        notes: draft.notes,
        sections: draft.fates.map { fate in
          .init(
            file: fate.file,
            title: fate.title,
            lines: fate.lines,
            isUsed: fate.isUsed,
            notUnderstood: fate.notUnderstood
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
          reason: "no call is told of: no method with a path, no `curl`, no client code"
        )
      case .tooManyCalls(let files, let most):
        throw .document(
          path: files.joined(separator: ", "),
          line: 1,
          column: 1,
          reason: "more than \(most) calls are told of; draft a contract from a part of the guides"
        )
      }
    }
  }

  /// The draft of the one file that is a recording; `nil` where there is none.
  private static func recording(of files: [(name: String, bytes: [UInt8])]) throws(DraftError) -> ContractDraft? {
    guard let file = files.first(where: { $0.name.lowercased().hasSuffix(".har") }) else { return nil }
    guard files.count == 1 else {
      throw .unreadable(file: file.name, line: 1, column: 1, reason: "a recording is drafted from by itself")
    }
    return try ContractDraft(recording: file.name, file.bytes)
  }

  /// The draft of the one file that is an OpenAPI description; `nil` where there are none but guides.
  private static func description(of files: [(name: String, bytes: [UInt8])]) throws(DraftError) -> ContractDraft? {
    let endings = [".yaml", ".yml", ".json"]
    guard let file = files.first(where: { file in endings.contains { file.name.lowercased().hasSuffix($0) } }) else {
      return nil
    }
    guard files.count == 1 else {
      throw .unreadable(file: file.name, line: 1, column: 1, reason: "a description is drafted from by itself")
    }
    let folder = file.name.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let draft = try ContractDraft(description: file.name, file.bytes) { (path) throws(DraftError) in
      let whole = folder.isEmpty ? path : "\(folder)/\(path)"
      guard FileAccess.isInside(whole, folder: folder.isEmpty ? "." : folder) else {
        throw .unreadable(file: whole, line: 1, column: 1, reason: "it leads out of the folder")
      }
      do throws(FileAccess.Failure) {
        return try FileAccess.read(whole)
      } catch {
        throw .unreadable(file: whole, line: 1, column: 1, reason: error.reason)
      }
    }
    guard let draft else {
      throw .unreadable(
        file: file.name,
        line: 1,
        column: 1,
        reason: "neither a guide in Markdown nor a description, which begins with `openapi` or `arazzo`"
      )
    }
    return draft
  }
}
