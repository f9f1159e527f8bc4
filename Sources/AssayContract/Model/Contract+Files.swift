import AssayJSON

extension Contract {
  /// The files it sends and serves, each once: parts of forms (`file`), and bodies (`$file`).
  package var fileNames: [String] {
    var known: Set<String> = []
    return sentFiles.map(\.name).filter { known.insert($0).inserted }
  }

  /// The same place by place; rows are read with the contract, and none of them.
  package var sentFiles: [FileReference] {
    FileReference.all(in: document).filter { !$0.isOfRows }
  }
}
