/// The parser of `Link` header fields (RFC 8288 section 3).
package enum LinkField {
  /// Returns the URL of the first link with `relation` in a field value; `nil` if none exists. Links with an `anchor`
  /// are ignored, since they are not about the response (section 3.2).
  package static func target(of relation: String, in value: String) -> String? {
    var rest = value[...]
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      let target = rest[rest.index(after: open)..<close]
      let (parameters, after) = parameters(of: rest[rest.index(after: close)...])
      let isOwn = parameters.first { $0.name == "anchor" }?.value.isEmpty ?? true
      if isOwn, let names = parameters.first(where: { $0.name == "rel" })?.value,
        names.split(separator: " ").contains(where: { $0.lowercased() == relation.lowercased() })
      {
        return String(target)
      }
      rest = after
    }
    return nil
  }

  /// Returns the parameters up to the comma that ends a link, and the text after it.
  private static func parameters(of text: Substring) -> ([(name: String, value: String)], Substring) {
    var found: [(name: String, value: String)] = []
    var piece = ""
    var isQuoted = false
    var isEscaped = false
    var index = text.startIndex
    func add() {
      let sides = piece.split(separator: "=", maxSplits: 1)
      guard let name = sides.first else { return }
      found.append((trimmed(name).lowercased(), sides.count > 1 ? trimmed(sides[1]) : ""))
    }
    while index < text.endIndex {
      let character = text[index]
      index = text.index(after: index)
      if isEscaped {
        piece.append(character)
        isEscaped = false
      } else if isQuoted, character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, character == ";" {
        add()
        piece = ""
      } else if !isQuoted, character == "," {
        break
      } else {
        piece.append(character)
      }
    }
    add()
    return (found, text[index...])
  }

  private static func trimmed(_ text: Substring) -> String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
