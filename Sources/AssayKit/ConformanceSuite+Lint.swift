package import AssayContract

extension ConformanceSuite {
  /// The mistakes and doubts a reading of the contract brings up; the documents are read where `folder` names them.
  package func lint(documents folder: String?) throws(ConformanceError) -> [Diagnostic] {
    ContractLinter.lint(contract, documents: folder.map { documents(in: $0) } ?? [:])
  }

  /// The lines of the contract's documents that are in `folder`, by the documents' names.
  package func documents(in folder: String) -> [String: [String]] {
    var lines: [String: [String]] = [:]
    for document in contract.documents {
      guard let bytes = try? FileAccess.read("\(folder)/\(document.file)") else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      lines[document.name] = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    }
    return lines
  }
}
