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

  /// The folder of the documents the contracts cite.
  func documents() throws(Mistake) -> String? {
    guard let folder = one("--documents") else { return nil }
    guard FileAccess.isFolder(folder) else { throw Mistake(message: "--documents \(folder): there is no such folder") }
    return folder
  }
}
