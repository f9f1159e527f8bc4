package import AssayContract
import AssayLint

extension ConformanceSuite {
  /// The mistakes and doubts a reading of the contract brings up; `documents` are those at hand, by their files.
  package func lint(documents: [String: [String]] = [:]) -> [Diagnostic] {
    let named = contract.documents.compactMap { document in documents[document.file].map { (document.name, $0) } }
    return ContractLinter.lint(contract, documents: Dictionary(named) { first, _ in first })
  }

  /// Whether the contract names documents it rests on.
  package var hasDocuments: Bool { !contract.documents.isEmpty }

  /// The lines of the contract's documents that are in `folder`, by their files: two contracts may call two of them by one name.
  package func documents(in folder: String) -> [String: [String]] {
    var lines: [String: [String]] = [:]
    for document in contract.documents {
      guard let bytes = try? FileAccess.read("\(folder)/\(document.file)") else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      lines[document.file] = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    }
    return lines
  }
}
