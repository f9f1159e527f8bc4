import AssayText

/// A guide's text with the dialects of documentation sites written as plain Markdown, line for line.
///
/// Tabs, details and admonitions become labels, components that describe a field become bullets, definition lists become
/// bullets, HTML tables become pipe tables, front matter is left out. Every line keeps its number but the rows of HTML
/// tables, whose own lines are in ``lineOf``.
struct GuideMarkup {
  private(set) var lines: [String]
  /// The line of the document, by the line the row of an HTML table is written on.
  private(set) var lineOf: [Int: Int] = [:]
  /// The components that are open at the current line, with the indentation of their content.
  private var open: [Component] = []
  private var isInFence = false
  /// The next line that closes a table; past the end without one.
  private var tableEnd = -1

  private struct Component {
    var name: String
    /// The indentation of the component's content, which is removed for Markdown; `nil` until the first line of the
    /// content.
    var indent: Int?
    /// True if the component describes a field, so that its content becomes part of a list item.
    var isField: Bool
  }

  /// True if the guide has a heading of CommonMark, with a blank after its marks.
  private let hasHeadings: Bool

  init(_ source: [String]) {
    lines = source
    hasHeadings = source.contains { $0.drop { $0 == "#" }.first == " " && $0.hasPrefix("#") }
    dropFrontMatter()
    var index = 0
    while index < lines.count { index = rewrite(index) }
  }

  /// Removes the front matter: the metadata between two lines of dashes at the beginning.
  private mutating func dropFrontMatter() {
    guard lines.first?.trimmed == "---",
      let end = lines.prefix(100).dropFirst().firstIndex(where: { $0.trimmed == "---" })
    else { return }
    for index in 0...end {
      // `api: "GET /v1/jobs/{id}"` names the call that the page is about.
      let value = lines[index].hasPrefix("api:") ? String(lines[index].dropFirst(4)).trimming("\"'") : ""
      lines[index] = TextCall.all(in: value).isEmpty ? "" : "`\(value)`"
    }
  }

  /// Rewrites a line, or the lines of a construct that begins there; returns the line after it.
  private mutating func rewrite(_ index: Int) -> Int {
    let text = lines[index].trimmed
    if text.begins("```", "~~~") {
      lines[index] = outdented(lines[index])
      // "```json" closes no fence, and where nothing follows it is meant to.
      if isInFence, lines[safe: index + 1]?.trimmed.isEmpty != false {
        lines[index] = String(lines[index].prefix { $0 == " " } + text.prefix { $0 == text.first })
      }
      isInFence.toggle()
      return index + 1
    }
    guard !isInFence else {
      lines[index] = outdented(lines[index])
      return index + 1
    }
    lines[index] = Self.braced(lines[index])
    if text.hasPrefix("#"), open.isEmpty, let mark = text.first(where: { $0 != "#" }), isTitle(mark) {
      let marks = text.prefix { $0 == "#" }
      if marks.count <= 6 { lines[index] = marks + " " + text.dropFirst(marks.count) }
      return index + 1
    }
    if text.lowercased().hasPrefix("<table") { return table(from: index) }
    if ["<pre>", "<pre><code>"].contains(text.lowercased()) { return preformatted(from: index) }
    if let title = Self.tab(text) { return indentedBlock(title, index) }
    if text.begins(":::", "{%") {
      lines[index] = directive(text)
      return index + 1
    }
    if text.hasPrefix(": "), index > 0, isTerm(index - 1) {
      let term = lines[index - 1].trimmed.halves(" ")
      lines[index - 1] = (["- `\(term[0].trimming("`*"))`"] + term.dropFirst()).joined(separator: " ")
      lines[index] = "  " + text.dropFirst(2)
      return index + 1
    }
    if text.hasPrefix("<"), let tag = MarkupTag.first(in: lines[index...].prefix(12)) { return component(tag, index) }
    lines[index] = outdented(lines[index])
    if let place = open.lastIndex(where: { text.hasSuffix("</\($0.name)>") }) {
      lines[index] = lines[index].replacing("</\(open[place].name)>", with: "")
      open.removeSubrange(place...)
    }
    return index + 1
  }

  /// Returns true if a character after marks of a heading begins its title, as it did before CommonMark: one that is not
  /// ASCII, and a capital letter in a guide without other headings.
  private func isTitle(_ mark: Character) -> Bool {
    !mark.isASCII && !mark.isWhitespace || !hasHeadings && mark.isUppercase
  }

  /// Makes a fence of the lines between `<pre>` and `</pre>`; returns the line after it.
  private mutating func preformatted(from index: Int) -> Int {
    guard let end = lines[index...].prefix(500).firstIndex(where: { $0.lowercased().contains("</pre>") }),
      lines[end].trimmed.hasPrefix("</")
    else { return index + 1 }
    (lines[index], lines[end]) = ("```", "```")
    return end + 1
  }

  /// Returns a line with braces around the parameters of a path, which would be tags of HTML: `/items/<id>`.
  private static func braced(_ line: String) -> String {
    guard line.contains("/<") else { return line }
    let parts = line.replacing("/<", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts[0])) { text, part in
      let name = part.prefix { $0.isPlain(or: "_-:") }
      let isTag = ["br", "hr", "wbr", "p"].contains(name.lowercased()) || line.contains("</\(name)>")
      let isName = name.first?.isLetter == true && part.dropFirst(name.count).hasPrefix(">") && !isTag
      return text + (isName ? "/{\(name.parts(":").last ?? "")}" + part.dropFirst(name.count + 1) : "/<" + part)
    }
  }

  /// Returns true if a line is the term of a definition: a name alone or with words in brackets, after a blank line or
  /// the previous definition.
  private func isTerm(_ index: Int) -> Bool {
    let parts = lines[index].trimmed.halves(" ")
    return parts.first?.trimming("`*").isFieldName == true && (parts.count == 1 || parts[1].begins("(", "[", "*("))
      && (index == 0 || lines[index - 1].trimmed.isEmpty || lines[index - 1].hasPrefix("  "))
  }

  /// Returns a line without the indentation that only shows its component; the content of a field gets the indentation
  /// of its bullet.
  private func outdented(_ line: String) -> String {
    guard let inner = open.last(where: { $0.indent != nil })?.indent, !line.trimmed.isEmpty else { return line }
    let own = line.prefix { $0 == " " || $0 == "\t" }.count
    return bulletIndent + line.dropFirst(min(own, inner))
  }

  private var bulletIndent: String { String(repeating: "  ", count: open.count { $0.isField }) }

  // MARK: Indented blocks

  /// The title of a tab or an admonition whose content is indented: `=== "Python"`, `!!! note "Title"`, `??? example`.
  private static func tab(_ text: String) -> String? {
    guard let mark = ["===", "!!!", "???+", "???"].first(where: { text.hasPrefix($0 + " ") }) else { return nil }
    let rest = text.dropFirst(mark.count).trimmed
    let quoted = rest.split(separator: "\"", omittingEmptySubsequences: false)[safe: 1]
    return quoted.map { String($0) } ?? (mark == "===" ? rest : "")
  }

  private mutating func indentedBlock(_ title: String, _ index: Int) -> Int {
    lines[index] = title.isEmpty ? "" : "**\(title):**"
    var next = index + 1
    while next < lines.count, lines[next].trimmed.isEmpty || lines[next].hasPrefix("    ") {
      lines[next] = String(lines[next].dropFirst(4))
      next += 1
    }
    return index + 1
  }

  /// A line of a site's own syntax: `:::note Title`, `{% tab title="Response" %}`.
  private func directive(_ text: String) -> String {
    if let tag = MarkupTag(text.replacing("{%", with: "<").replacing("%}", with: ">")) {
      return tag.field ?? tag.label
    }
    let title = text.drop { $0 == ":" }.split(separator: " ").dropFirst().joined(separator: " ").trimming("{}[]")
    return title.isEmpty ? "" : "**\(title):**"
  }

  // MARK: Components

  private mutating func component(_ tag: MarkupTag, _ index: Int) -> Int {
    let rest = tag.rest
    for place in index..<index + tag.lineCount { lines[place] = "" }
    if tag.isClosing {
      if let place = open.lastIndex(where: { $0.name == tag.name }) { open.removeSubrange(place...) }
      lines[index] = rest.isEmpty || rest.hasPrefix("<") ? "" : bulletIndent + rest
      return index + tag.lineCount
    }
    if tag.name == "dt" || tag.name == "dd" {
      lines[index] = (tag.name == "dt" ? "- " : "  ") + MarkupTag.plain(rest.replacing("</dt>", with: " "))
      return index + tag.lineCount
    }
    let field = tag.field
    let isOpen = !tag.isEmpty && !rest.contains("</\(tag.name)>") && !tag.isVoid
    lines[index] = bulletIndent + (field ?? tag.label)
    let inner = MarkupTag.plain(rest)
    if !inner.isEmpty {
      lines[index] += field != nil ? ": " + inner : (lines[index].trimmed.isEmpty ? inner : " ")
      if field == nil, tag.name == "summary" { lines[index] = "**\(inner):**" }
    }
    guard isOpen, tag.name != "summary" else { return index + tag.lineCount }
    let next = lines.dropFirst(index + tag.lineCount).prefix(3).first { !$0.trimmed.isEmpty }
    let indent = next.map { $0.prefix { $0 == " " || $0 == "\t" }.count }
    open.append(Component(name: tag.name, indent: indent ?? 0, isField: field != nil))
    if open.count > 32 { open.removeFirst() }
    return index + tag.lineCount
  }

  // MARK: Tables

  /// Writes an HTML table as a pipe table on the same lines.
  private mutating func table(from index: Int) -> Int {
    if tableEnd < index { tableEnd = lines[index...].firstIndex { $0.lowercased().contains("</table") } ?? .max }
    let end = tableEnd
    guard end > index, end < lines.count, end - index <= 2_000 else { return index + 1 }
    let rows = MarkupTag.rows(lines[index...end])
    let width = rows.map(\.cells.count).max() ?? 0
    for place in index...end { lines[place] = "" }
    guard width > 1, rows.count > 1, rows.count + 1 <= end - index + 1 else { return end + 1 }
    for (offset, row) in rows.enumerated() {
      let place = offset == 0 ? index : index + offset + 1
      let cells = row.cells + Array(repeating: "", count: width - row.cells.count)
      lines[place] = "| " + cells.joined(separator: " | ") + " |"
      lineOf[place + 1] = row.line
    }
    lines[index + 1] = "|" + String(repeating: " --- |", count: width)
    return end + 1
  }
}
