public import AssayContract
import AssayDiff
import AssayDocuments
public import AssayFindings
public import AssayLint

extension ConformanceSuite {
  /// The mistakes and doubts a reading of the contract brings up, in the order of the file.
  ///
  /// `documents` are the lines of the documents at hand, by their files, as ``documents(in:)`` gives them: against those
  /// each cited range is held.
  public func lint(documents: [String: [String]] = [:]) -> [Diagnostic] {
    let named = contract.documents.compactMap { document in documents[document.file].map { (document.name, $0) } }
    // The run knows the folders that are allowed besides its own.
    let files = ContractFiles(of: folder)
    return ContractLinter.lint(
      contract,
      documents: Dictionary(named) { first, _ in first },
      isMissing: { !files.isThere($0) }
    )
  }

  /// The promises of the contract, operation by operation, then scenario by scenario.
  public var promises: [PromiseGroup] { PromiseCatalogue(of: contract).groups }

  /// The promises as a Markdown table under a heading; ends with a line's end.
  public var promiseTable: String { PromiseMarkdown.markdown(of: contract) }

  /// The contract's notes about its documents as a Markdown table under a heading; empty where it has no notes.
  public var noteTable: String { PromiseMarkdown.notes(of: contract) }

  /// The changes of `newer`, with who each one breaks, in the order of the contracts.
  public func changes(to newer: ConformanceSuite) -> [ContractChange] {
    ContractDiff(from: contract, to: newer.contract).changes
  }

  /// True if the contract names documents it is based on.
  public var hasDocuments: Bool { !contract.documents.isEmpty }

  /// The lines of those of the contract's documents that are in `folder`, or in the Git repository around it, by their files.
  public func documents(in folder: String) -> [String: [String]] { texts(in: folder).mapValues(\.lines) }

  /// The end of each of those lines: a line feed, a carriage return, both; empty for a last line without an end.
  public func lineEnds(in folder: String) -> [String: [String]] { texts(in: folder).mapValues(\.lineEnds) }

  private func texts(in folder: String) -> [String: DocumentText] {
    let files = ContractFiles(of: folder)
    var texts: [String: DocumentText] = [:]
    for document in contract.documents { texts[document.file] = files.read(document.file).map { DocumentText($0) } }
    return texts
  }
}

extension ConformanceSuite {
  /// The number of scenarios with the tag `unsafe`: they run only on request.
  public var unsafeScenarios: Int { contract.scenarios.count { $0.tags.contains("unsafe") } }
}
