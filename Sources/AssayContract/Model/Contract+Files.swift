import AssayJSON

extension Contract {
  /// The files that the contract sends and serves, each once: parts of forms (`file`), and bodies (`$file`).
  package var fileNames: [String] {
    var known: Set<String> = []
    return sentFiles.map(\.name).filter { known.insert($0).inserted }
  }

  /// The references to files that the contract sends and serves, one for each place. Files of rows are not included.
  package var sentFiles: [FileReference] {
    FileReference.all(in: document).filter { !$0.isOfRows }
  }
}
