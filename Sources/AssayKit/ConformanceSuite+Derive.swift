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
}

extension ConformanceSuite {
  /// Drafts a contract from guides in Markdown, without judgement but the same one each time.
  ///
  /// Throws ``ConformanceError/file(path:reason:)`` where a guide cannot be read, and
  /// ``ConformanceError/document(path:line:column:reason:)`` where it can not be understood or tells of no call.
  public static func derive(fromDocuments paths: [String]) throws(ConformanceError) -> DerivedContract {
    var files: [(name: String, bytes: [UInt8])] = []
    for path in paths {
      do throws(FileAccess.Failure) {
        files.append((path, try FileAccess.read(path)))
      } catch {
        throw ConformanceError(error)
      }
    }
    do throws(DraftError) {
      let draft = try ContractDraft(guides: files)
      return DerivedContract(
        text: draft.text,
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
        warnings: draft.warnings
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
      }
    }
  }
}
