import AssayContract
import AssayJSON

extension FileMove {
  /// Makes the move of the contract at `path` to the folder of `target`; `nil` if that is the same folder, or `target`
  /// is not a file.
  init?(ofContract path: String, to target: String?) {
    guard let target, path != "-", !FileAccess.isStandardOutput(target),
      let old = FileAccess.identity(of: FileAccess.folder(of: path)),
      let new = FileAccess.identity(of: FileAccess.folder(of: target))
    else { return nil }
    self.init(from: old, to: new)
  }

  /// Returns true if the schema that `document` names exists, relative to the folder of `path`.
  static func hasSchema(_ document: JSONDocument, at path: String) -> Bool {
    guard let name = document.root["$schema"]?.string, !name.contains(":"), !name.hasPrefix("/") else { return false }
    return FileAccess.exists("\(FileAccess.folder(of: path))/\(name)")
  }
}

extension ConformanceSuite {
  /// Returns the contract with its files named relative to the folder of `target`.
  func root(for target: String?) -> JSONValue {
    guard let move = FileMove(ofContract: contract.file, to: target),
      let moved = Self.json(move.text(of: contract.document))
    else { return contract.document.root }
    return moved.root
  }

  /// Returns the contract `text`, whose files are named relative to the folder of `path`, for `target`. With
  /// `movesSchema`, its `$schema` is also changed if that file exists.
  static func moved(_ text: String, from path: String, to target: String?, movesSchema: Bool) -> String {
    guard let move = FileMove(ofContract: path, to: target), let document = json(text) else { return text }
    return move.text(of: document, movesSchema: movesSchema && FileMove.hasSchema(document, at: path))
  }

  /// Parses a contract in JSON, which may have comments.
  static func json(_ text: String) -> JSONDocument? {
    try? ContractLoader.document(Array(text.utf8), file: "contract.json")
  }

  /// Returns the files that the contract at `path` names and may not read: they are neither in its folder nor in the
  /// Git repository around that. Returns nothing if it is not a contract.
  package static func filesOutOfReach(ofContractAt path: String) -> [String] {
    guard let bytes = try? FileAccess.read(path), let document = try? ContractLoader.document(bytes, file: path) else {
      return []
    }
    let files = ContractFiles(of: FileAccess.folder(of: path))
    var known: Set<String> = []
    return FileReference.all(in: document).map(\.name).filter { known.insert($0).inserted && !files.holds($0) }
  }
}
