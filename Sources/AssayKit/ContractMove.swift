import AssayContract
import AssayJSON

extension FileMove {
  /// The move of what stands at `path` to `target`; `nil` where that is the same folder, or no place in one.
  init?(ofContract path: String, to target: String?) {
    guard let target, path != "-", !FileAccess.isStandardOutput(target),
      let old = FileAccess.identity(of: FileAccess.folder(of: path)),
      let new = FileAccess.identity(of: FileAccess.folder(of: target))
    else { return nil }
    self.init(from: old, to: new)
  }

  /// Returns true if the schema that `document` names exists, seen from the folder of `path`.
  static func hasSchema(_ document: JSONDocument, at path: String) -> Bool {
    guard let name = document.root["$schema"]?.string, !name.contains(":"), !name.hasPrefix("/") else { return false }
    return FileAccess.exists("\(FileAccess.folder(of: path))/\(name)")
  }
}

extension ConformanceSuite {
  /// The contract as it reads where its files are named as seen from the folder of `target`.
  func root(for target: String?) -> JSONValue {
    guard let move = FileMove(ofContract: contract.file, to: target),
      let moved = Self.json(move.text(of: contract.document))
    else { return contract.document.root }
    return moved.root
  }

  /// The contract `text`, whose files are named as seen from the folder of `path`, for `target`; with `movesSchema` its `$schema`
  /// is one of them, where that is there.
  static func moved(_ text: String, from path: String, to target: String?, movesSchema: Bool) -> String {
    guard let move = FileMove(ofContract: path, to: target), let document = json(text) else { return text }
    return move.text(of: document, movesSchema: movesSchema && FileMove.hasSchema(document, at: path))
  }

  /// The values of a contract in JSON, which may have comments.
  static func json(_ text: String) -> JSONDocument? {
    try? ContractLoader.document(Array(text.utf8), file: "contract.json")
  }

  /// The files that the contract at `path` names and may not read: they lie neither in its folder nor in the Git repository
  /// around that. Empty where it is not a contract.
  package static func filesOutOfReach(ofContractAt path: String) -> [String] {
    guard let bytes = try? FileAccess.read(path), let document = try? ContractLoader.document(bytes, file: path) else {
      return []
    }
    let files = ContractFiles(of: FileAccess.folder(of: path))
    var known: Set<String> = []
    return FileReference.all(in: document).map(\.name).filter { known.insert($0).inserted && !files.holds($0) }
  }
}
