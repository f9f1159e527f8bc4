import AssayKit

extension ParsedArguments {
  /// The operands of a command that takes any number of contracts, each file once: `contracts/*.json contracts/a.json`
  /// means no second run. Says which were left out.
  var contracts: [String] {
    var taken: Set<String> = []
    return operands.filter { path in
      guard let identity = FileAccess.identity(of: path), !taken.insert(identity).inserted else { return true }
      Terminal.complain("note: \(path) was given before, and is taken once")
      return false
    }
  }

  /// Where the documents are that contracts cite.
  func documents() throws(Mistake) -> DocumentFolder? {
    guard let path = one("--documents") else { return nil }
    guard FileAccess.isFolder(path) else { throw Mistake(message: "--documents \(path): there is no such folder") }
    return DocumentFolder(path: path)
  }
}

/// The folder `--documents` names.
struct DocumentFolder {
  var path: String

  /// The lines of the documents of `suite`, by their files; says where none of them is there.
  func lines(of suite: ConformanceSuite) -> [String: [String]] {
    let lines = suite.documents(in: path)
    if lines.isEmpty, suite.hasDocuments {
      Terminal.complain("warning: --documents \(path) has none of the documents of \(suite.service)")
    }
    return lines
  }
}
