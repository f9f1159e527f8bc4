import AssayText

/// A tag of HTML or of a component, with its attributes.
struct MarkupTag {
  let name: String
  let isClosing: Bool
  /// True if the tag closes itself: `<Field />`.
  let isEmpty: Bool
  private(set) var attributes: [String: String] = [:]
  /// The text that follows the tag on the line on which the tag ends.
  private(set) var rest = ""
  private(set) var lineCount = 1

  var isVoid: Bool { ["br", "hr", "img", "input", "a", "code", "b", "i", "em", "strong", "kbd", "sup"].contains(name) }

  /// Parses the tag at the beginning of a text; `nil` without one.
  init?(_ text: String) {
    guard text.hasPrefix("<"), let end = Self.end(of: text) else { return nil }
    var body = Substring(text[text.index(after: text.startIndex)..<end])
    isClosing = body.hasPrefix("/")
    if isClosing { body = body.dropFirst() }
    isEmpty = body.hasSuffix("/")
    if isEmpty { body = body.dropLast() }
    name = String(body.drop { $0 == " " }.prefix { $0.isPlain(or: ".-_") })
    guard name.first?.isLetter == true, !name.contains("."), text.count < 4_000 else { return nil }
    rest = text[text.index(after: end)...].trimmed
    let written = body.drop { $0 == " " }.dropFirst(name.count)
    guard written.isEmpty || written.first?.isWhitespace == true else { return nil }
    attributes = Self.attributes(of: String(written))
  }

  /// The tag that begins on the first of some lines.
  static func first(in lines: ArraySlice<String>) -> MarkupTag? {
    var text = ""
    for (offset, line) in lines.enumerated() {
      text += (offset == 0 ? "" : " ") + line.trimmed
      if Self.end(of: text) != nil {
        var tag = MarkupTag(text)
        tag?.lineCount = offset + 1
        return tag
      }
      if offset == 0, !text.contains(" ") && !text.dropFirst().allSatisfy({ $0.isLetter }) { return nil }
    }
    return nil
  }

  /// Returns the index of the `>` that closes the first tag; brackets in quotes or braces belong to attributes. Returns
  /// `nil` if the tag is not closed.
  private static func end(of text: String) -> String.Index? {
    var quote: Character?
    var depth = 0
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" && depth == 0 && text[..<index].hasSuffix("=") {
        quote = character
      } else if character == "{" || character == "}" {
        depth += character == "{" ? 1 : -1
      } else if character == ">", depth <= 0 {
        return index
      }
    }
    return nil
  }

  private static func attributes(of text: String) -> [String: String] {
    var found: [String: String] = [:]
    var rest = Substring(text.trimmed)
    while let first = rest.first {
      guard first.isLetter || first == "_" || first == "@" || first == ":" else {
        rest = rest.dropFirst()
        continue
      }
      let name = rest.prefix { !$0.isWhitespace && $0 != "=" }
      rest = rest.dropFirst(name.count).drop(while: \.isWhitespace)
      guard rest.hasPrefix("=") else {
        found[name.lowercased()] = "true"
        continue
      }
      rest = rest.dropFirst().drop(while: \.isWhitespace)
      let quote = rest.first ?? " "
      if quote == "\"" || quote == "'" {
        let value = rest.dropFirst().prefix { $0 != quote }
        found[name.lowercased()] = String(value)
        rest = rest.dropFirst(value.count + 2)
      } else {
        let value = rest.prefix { quote == "{" ? $0 != "}" : !$0.isWhitespace }
        found[name.lowercased()] = value.trimming("{}\"'`")
        rest = rest.dropFirst(value.count + (quote == "{" ? 1 : 0))
      }
    }
    return found
  }

  private static let scopes = CommaSeparated.list(
    "tab, accordion, details, step, expandable, example, panel, card, summary, section"
  )

  /// The Markdown text in place of the tag, if it does not describe a field: its title, or the call it describes.
  var label: String {
    if let method = attributes["method"].flatMap({ Methods.named($0) }),
      let path = attributes["path"] ?? attributes["url"] ?? attributes["endpoint"] ?? attributes["href"]
    {
      return "`\(method) \((attributes["host"] ?? attributes["baseurl"] ?? "") + path)`"
    }
    let lowered = name.lowercased()
    // A quote is a block of its own, also after a line of a paragraph.
    if lowered.contains("response"), let status = attributes["status"] { return "> **Response \(status):**" }
    guard Self.scopes.contains(where: { lowered.contains($0) }) else { return "" }
    let title = attributes["title"] ?? attributes["label"] ?? attributes["summary"] ?? "true"
    if title != "true" { return "**\(title):**" }
    return lowered.containsAny("request", "response")
      ? "**\(name.nameWords.joined(separator: " ")):**" : ""
  }

  /// The bullet of a component that describes a field: `<ParamField body="name" type="string" required>`.
  var field: String? {
    let lowered = name.lowercased()
    guard ["field", "param", "propert", "attribute", "argument"].contains(where: { lowered.contains($0) }) else {
      return nil
    }
    let places = ["path", "query", "body", "header", "form"]
    let named = places.first { attributes[$0].map { $0 != "true" } == true }
    let place = named ?? attributes["in"].flatMap { places.contains($0) ? $0 : nil }
    guard let own = named.flatMap({ attributes[$0] }) ?? attributes["name"] ?? attributes["param"] ?? attributes["id"],
      own.isFieldName
    else { return nil }
    let isRequired = attributes["required"].map { $0 != "false" }
    var words = [attributes["type"] ?? attributes["paramtype"] ?? ""]
    if isRequired == true { words.append("required") }
    if isRequired == false || attributes["optional"] != nil { words.append("optional") }
    if let place = place ?? (lowered.contains("response") ? "response" : nil) { words.append("in \(place)") }
    words.removeAll(where: \.isEmpty)
    return "- `\(own)`" + (words.isEmpty ? "" : " (\(words.joined(separator: ", ")))")
  }

  // MARK: Text in tags

  /// The rows of an HTML table, with the line each begins on, from 1.
  static func rows(_ lines: ArraySlice<String>) -> [(line: Int, cells: [String])] {
    var rows: [(line: Int, cells: [String])] = []
    var cell: String?
    for (index, line) in zip(lines.indices, lines) {
      for piece in pieces(of: line) {
        let lowered = piece.lowercased()
        if lowered.hasPrefix("<tr") {
          rows.append((index + 1, []))
        } else if lowered.begins("<td", "<th>", "<th ") {
          if let last = rows.indices.last, rows[last].cells.isEmpty { rows[last].line = index + 1 }
          cell = ""
        } else if lowered.begins("</td", "</th>") {
          if let text = cell, !rows.isEmpty { rows[rows.count - 1].cells.append(plain(text)) }
          cell = nil
        } else if cell != nil {
          cell? += piece
        }
      }
      cell? += " "
    }
    return rows.filter { !$0.cells.isEmpty }
  }

  /// Splits a line into tags and the text between them.
  private static func pieces(of line: String) -> [String] {
    var pieces = [""]
    for character in line {
      if character == "<" { pieces.append("") }
      pieces[pieces.count - 1].append(character)
      if character == ">", pieces[pieces.count - 1].hasPrefix("<") { pieces.append("") }
    }
    return pieces.filter { !$0.isEmpty }
  }

  /// Returns `text` without HTML tags; code becomes Markdown code.
  static func plain(_ text: String) -> String {
    var result = ""
    for piece in pieces(of: text) {
      let lowered = piece.lowercased()
      if lowered == "<code>" || lowered == "</code>" { result += "`" }
      if lowered.hasPrefix("<br") { result += " " }
      if !piece.hasPrefix("<") { result += piece }
    }
    for (entity, character) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&nbsp;", " "), ("|", "\\|"), ("&amp;", "&"),
    ] { result = result.replacing(entity, with: character) }
    return result.trimmed
  }
}
