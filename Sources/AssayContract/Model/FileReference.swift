package import AssayJSON

/// A reference to a file, relative to the contract's folder: a part of a form, an answer of the mock, the rows of a
/// scenario.
package struct FileReference: Sendable {
  /// The string that names the file.
  package let value: JSONValue
  package let pointer: JSONPointer

  /// The file's name as the contract writes it.
  package var name: String { value.string ?? "" }

  /// The advice for a file that cannot be read.
  package static let help =
    "its path starts at the contract's folder; it must be in that folder, its Git repository, or a folder of --allow-files"

  /// True if the file is the table of a scenario's rows, which is read together with the contract.
  package var isOfRows: Bool {
    pointer.tokens.count == 4 && pointer.tokens[0] == "scenarios" && pointer.tokens[2...] == ["examples", "file"]
  }

  /// Returns the references to files in `document`, one for each place; `data:` URLs are not files.
  package static func all(in document: JSONDocument) -> [FileReference] {
    // Every key that names one has these letters in it: `file`, `$file`.
    guard document.mayHold("file") else { return [] }
    var found: [FileReference] = []
    func add(_ value: JSONValue, _ pointer: JSONPointer) {
      guard let name = value.string, !name.hasPrefix("data:") else { return }
      found.append(FileReference(value: value, pointer: pointer))
    }
    ContractFormat.shared.forEachPlace(in: ContractNode(root: document.root)) { place in
      guard place.kind == .file else { return }
      for file in place.node.value.kind == .array ? place.node.items : [place.node] { add(file.value, file.pointer) }
    }
    guard document.mayHold("$file") else { return found }
    // Bodies that are a file's bytes, in any value of the contract.
    var pending = [(value: document.root, place: JSONPointer())]
    while let (value, place) = pending.popLast() {
      if let file = value["$file"] { add(file, place.appending("$file")) }
      pending += value.members.map { ($0.value, place.appending($0.key)) }.reversed()
      pending += value.items.enumerated().map { ($1, place.appending($0)) }.reversed()
    }
    return found
  }
}
