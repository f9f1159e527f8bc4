package import AssayJSON

/// A file that a contract names, seen from its folder: a part of a form, an answer of the mock, the rows of a scenario.
package struct FileReference: Sendable {
  /// The string that names it.
  package let value: JSONValue
  package let pointer: JSONPointer

  /// Its name as the contract writes it.
  package var name: String { value.string ?? "" }

  /// How to mend that it cannot be read.
  package static let help =
    "it is looked for in the contract's folder, and has to lie in it, in its Git repository, or where --allow-files allows"

  /// Whether it is the table of a scenario's rows, which is read with the contract.
  package var isOfRows: Bool {
    pointer.tokens.count == 4 && pointer.tokens[0] == "scenarios" && pointer.tokens[2...] == ["examples", "file"]
  }

  /// Every file that `document` names, place by place; `data:` URLs are none.
  package static func all(in document: JSONDocument) -> [FileReference] {
    var walk = FileReferenceWalk()
    walk.read(document.root)
    if document.mayHold("$file") { walk.findBodies(in: document.root) }
    return walk.found
  }
}

private struct FileReferenceWalk {
  private(set) var found: [FileReference] = []

  mutating func read(_ root: JSONValue) {
    for (operation, place) in members(of: root["operations"], at: JSONPointer(tokens: ["operations"])) {
      readParts(operation["request"]?["multipart"], at: place.appending("request").appending("multipart"))
    }
    readSteps(of: root, at: JSONPointer())
    for (group, place) in members(of: root["groups"], at: JSONPointer(tokens: ["groups"])) {
      readSteps(of: group, at: place)
    }
    for (scenario, place) in members(of: root["scenarios"], at: JSONPointer(tokens: ["scenarios"])) {
      readSteps(of: scenario, at: place)
      add(scenario["examples"]?["file"], at: place.appending("examples").appending("file"))
    }
  }

  /// The examples of bodies that are a file's bytes.
  mutating func findBodies(in root: JSONValue) {
    var pending = [(value: root, place: JSONPointer())]
    while let (value, place) = pending.popLast() {
      add(value["$file"], at: place.appending("$file"))
      pending += members(of: value, at: place).reversed()
      pending += value.items.enumerated().map { ($1, place.appending($0)) }.reversed()
    }
  }

  private mutating func readSteps(of holder: JSONValue, at place: JSONPointer) {
    for key in ["before", "steps", "after"] {
      let list = place.appending(key)
      for (index, step) in (holder[key]?.items ?? JSONValue.null.items).enumerated() {
        let place = list.appending(index)
        readParts(step["multipart"], at: place.appending("multipart"))
        for (index, beside) in (step["parallel"]?.items ?? JSONValue.null.items).enumerated() {
          readParts(
            beside["multipart"],
            at: place.appending("parallel").appending(index).appending("multipart")
          )
        }
      }
    }
  }

  private mutating func readParts(_ parts: JSONValue?, at place: JSONPointer) {
    for (part, place) in members(of: parts, at: place) {
      let files = place.appending("file")
      add(part["file"], at: files)
      for (index, file) in (part["file"]?.items ?? JSONValue.null.items).enumerated() {
        add(file, at: files.appending(index))
      }
    }
  }

  private mutating func add(_ value: JSONValue?, at place: JSONPointer) {
    guard let value, let name = value.string, !name.hasPrefix("data:") else { return }
    found.append(FileReference(value: value, pointer: place))
  }

  private func members(of value: JSONValue?, at place: JSONPointer) -> [(JSONValue, JSONPointer)] {
    (value?.members ?? JSONValue.null.members).map { ($0.value, place.appending($0.key)) }
  }
}
