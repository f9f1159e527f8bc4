import AssayJSON

/// Lays a value out as YAML 1.2: blocks, lists of plain values on a line where they fit, quotes only where they are needed.
package struct YAMLLayout {
  private var text = ""
  private static let width = 120

  /// The text, ended by a line feed.
  package static func text(of value: CommentedValue) -> String {
    var layout = YAMLLayout()
    layout.comments(value.before, indent: 0)
    switch value.kind {
    case .object(let members) where !members.isEmpty: layout.write(members, indent: 0)
    case .array(let items) where !items.isEmpty: layout.write(items, indent: 0)
    default: layout.text += layout.flow(value) + "\n"
    }
    layout.comments(value.end, indent: 0)
    return layout.text
  }

  private mutating func comments(_ lines: [String], indent: Int) {
    for line in lines { text += Self.indentation(indent) + (line.isEmpty ? "#" : "# \(Self.printable(line))") + "\n" }
  }

  private mutating func write(_ members: [(key: String, value: CommentedValue)], indent: Int, isInItem: Bool = false) {
    for (index, member) in members.enumerated() {
      if index > 0 || !isInItem {
        if index > 0, member.value.isApart { text += "\n" }
        comments(member.value.before, indent: indent)
        text += Self.indentation(indent)
      }
      text += Self.scalar(member.key) + ":"
      writeValue(member.value, indent: indent, used: indent + member.key.count + 1)
    }
  }

  private mutating func write(_ items: [CommentedValue], indent: Int) {
    for (index, item) in items.enumerated() {
      if index > 0, item.isApart { text += "\n" }
      comments(item.before, indent: indent)
      if case .object(let members) = item.kind, let first = members.first {
        comments(first.value.before, indent: indent)
        text += Self.indentation(indent) + "- "
        write(members, indent: indent + 2, isInItem: true)
        comments(item.end, indent: indent + 2)
      } else {
        text += Self.indentation(indent) + "-"
        writeValue(item, indent: indent, used: indent + 1)
      }
    }
  }

  /// Writes what stands behind a key or a dash, and ends the line.
  private mutating func writeValue(_ value: CommentedValue, indent: Int, used: Int) {
    let behind = value.behind.map { " # \(Self.printable($0))" } ?? ""
    switch value.kind {
    case .scalar: text += " " + flow(value) + behind + "\n"
    case .array(let items):
      let isPlain = items.allSatisfy { item in
        if case .scalar = item.kind { !item.hasComments } else { false }
      }
      let line = flow(value)
      if items.isEmpty || (isPlain && value.end.isEmpty && used + line.count < Self.width) {
        text += " " + line + behind + "\n"
      } else {
        text += behind + "\n"
        write(items, indent: indent + 2)
      }
      comments(value.end, indent: indent + 2)
    case .object(let members):
      if members.isEmpty {
        text += " {}" + behind + "\n"
      } else {
        text += behind + "\n"
        write(members, indent: indent + 2)
      }
      comments(value.end, indent: indent + 2)
    }
  }

  /// The value on one line.
  private func flow(_ value: CommentedValue) -> String {
    switch value.kind {
    case .scalar(let scalar): scalar.string.map { Self.scalar($0) } ?? scalar.text
    case .array(let items): "[" + items.map(flow).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\(Self.scalar($0.key)): \(flow($0.value))" }.joined(separator: ", ") + "}"
    }
  }

  /// The words that YAML 1.1 or 1.2 takes for something else than text.
  private static let words: Set<String> = [
    "", "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", ".inf", "-.inf", ".nan", "<<", "=",
  ]

  /// The text without quotes where nobody could take it for something else, in a flow or in a block.
  private static func scalar(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let isPlain =
      !words.contains(text.lowercased()) && bytes.first.map(begins) == true && bytes.last != 0x20
      && bytes.last != UInt8(ascii: ":")
      && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F && !"[]{},\"\\".utf8.contains($0) }
      && !text.contains(": ") && !text.contains(" #")
      && text.unicodeScalars.allSatisfy { $0.value < 0x80 || $0.properties.isAlphabetic || $0 == "…" || $0 == "–" }
    return isPlain ? text : printable(JSONEscapes.quote(text))
  }

  /// The text with an escape for each character that no YAML may hold as it is, or that ends a line of it (YAML 1.2
  /// sections 5.1 and 5.4).
  private static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnprintable) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      guard isUnprintable(scalar) else { return result.unicodeScalars.append(scalar) }
      let hex = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
    }
  }

  private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09: false
    case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  /// A letter, or a character that begins an expression, a path or a pointer; no digit or sign, which may begin a number or a date.
  private static func begins(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x80...: true
    default: "$/_(^".utf8.contains(byte)
    }
  }

  private static func indentation(_ count: Int) -> String { String(repeating: " ", count: count) }
}
