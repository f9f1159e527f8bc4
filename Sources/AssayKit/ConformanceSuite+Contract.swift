public import AssayContract
import AssayDiff
import AssayDocuments
public import AssayFindings
public import AssayLint

extension ConformanceSuite {
  /// Returns the errors and warnings about the contract, in the order of the file.
  ///
  /// `documents` are the lines of the available documents, by file, as returned by ``documents(in:)``; each cited range
  /// is checked against them.
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

  /// The promises as a Markdown table under a heading; ends with a line feed.
  public var promiseTable: String { PromiseMarkdown.markdown(of: contract) }

  /// The contract's notes about its documents as a Markdown table under a heading; empty if it has no notes.
  public var noteTable: String { PromiseMarkdown.notes(of: contract) }

  /// Returns the differences between this contract and `newer`, each with the parties that it breaks (client, backend),
  /// in the order of the contracts.
  public func changes(to newer: ConformanceSuite) -> [ContractChange] {
    ContractDiff(from: contract, to: newer.contract).changes
  }

  /// True if the contract names the documents it is based on.
  public var hasDocuments: Bool { !contract.documents.isEmpty }

  /// Returns the lines of the contract's documents that are in `folder` or in the Git repository around it, by file.
  public func documents(in folder: String) -> [String: [String]] { texts(in: folder).mapValues(\.lines) }

  /// Returns the ends of the lines that ``documents(in:)`` returns: a line feed, a carriage return, or both; empty for
  /// a last line without an end.
  public func lineEnds(in folder: String) -> [String: [String]] { texts(in: folder).mapValues(\.lineEnds) }

  private func texts(in folder: String) -> [String: DocumentText] {
    let files = ContractFiles(of: folder)
    var texts: [String: DocumentText] = [:]
    for document in contract.documents { texts[document.file] = files.read(document.file).map { DocumentText($0) } }
    return texts
  }
}

extension ConformanceSuite {
  /// The number of scenarios with the tag `unsafe`, which run only on request.
  public var unsafeScenarios: Int { contract.scenarios.count { $0.tags.contains(CheckSelection.unsafe) } }
}
