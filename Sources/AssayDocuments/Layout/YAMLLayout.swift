import AssayJSON

/// Lays a value out as YAML 1.2: blocks, lists of plain values on a line where they fit, quotes only where they are needed.
package struct YAMLLayout {
  private var text = ""
  private static let width = 120

  /// In bytes, of a key as it is written: libyaml wants the `:` at most 1,024 characters after where the key begins.
  private static let longestKey = 1000

  /// The text, ended by a line feed.
  package static func text(of value: CommentedValue) -> String {
    let value = settled(value)
    var layout = YAMLLayout()
    layout.comments(value.before, indent: 0)
    switch value.kind {
    case .object(let members) where !members.isEmpty: layout.write(members, indent: 0)
    case .array(let items) where !items.isEmpty: layout.write(items, indent: 0)
    default: layout.text += (line(value, used: 0) ?? "") + mark(value.behind) + "\n"
    }
    layout.comments(value.end, indent: 0)
    if value.isFilled, let behind = value.behind { layout.comments([behind], indent: 0) }
    layout.comments(value.after, indent: 0)
    return layout.text
  }

  // MARK: Comments

  private mutating func comments(_ lines: [String], indent: Int) {
    for line in lines { text += Self.indentation(indent) + (line.isEmpty ? "#" : "# \(Self.printable(line))") + "\n" }
  }

  private static func mark(_ comment: String?) -> String {
    comment.map { $0.isEmpty ? " #" : " # \(printable($0))" } ?? ""
  }

  /// `value` with its comments where YAML has a place for them: those in `[]` and `{}` next to these, and those before what
  /// an item begins with before its dash.
  private static func settled(_ value: CommentedValue, isItem: Bool = false) -> CommentedValue {
    var settled = value
    if !value.isFilled {
      if value.behind == nil, value.end.count == 1 {
        settled.behind = value.end[0]
      } else {
        settled.before += value.end
      }
      settled.end = []
    }
    switch value.kind {
    case .scalar: break
    case .array(let items):
      var items = items.map { Self.settled($0, isItem: true) }
      if isItem, !items.isEmpty {
        settled.before += items[0].before
        items[0].before = []
      }
      settled.kind = .array(items)
    case .object(let members):
      var members = members.map { (key: $0.key, value: Self.settled($0.value)) }
      if isItem, !members.isEmpty {
        settled.before += members[0].value.before
        members[0].value.before = []
      }
      settled.kind = .object(members)
    }
    return settled
  }

  /// The comments before an item, and after all that begins on the line of its dash and goes on below.
  private static func lead(_ item: CommentedValue, indent: Int) -> [String] {
    var lines = item.before
    guard line(item, used: indent + 1) == nil else { return lines }
    if let behind = item.behind { lines.append(behind) }
    if case .array(let items) = item.kind, let first = items.first { lines += lead(first, indent: indent + 2) }
    return lines
  }

  // MARK: Values

  private mutating func write(_ members: [(key: String, value: CommentedValue)], indent: Int, isInItem: Bool = false) {
    for (index, member) in members.enumerated() {
      if index > 0 || !isInItem {
        if index > 0, member.value.isApart { text += "\n" }
        comments(member.value.before, indent: indent)
        text += Self.indentation(indent)
      }
      let key = Self.scalar(member.key)
      text += key.utf8.count > Self.longestKey ? "? \(key)\n\(Self.indentation(indent)):" : key + ":"
      if let line = Self.line(member.value, used: indent + member.key.count + 1) {
        text += " " + line + Self.mark(member.value.behind) + "\n"
      } else {
        text += Self.mark(member.value.behind) + "\n"
        writeBlock(member.value, indent: indent + 2)
      }
    }
  }

  private mutating func write(_ items: [CommentedValue], indent: Int, isInItem: Bool = false) {
    for (index, item) in items.enumerated() {
      if index > 0, item.isApart { text += "\n" }
      if index > 0 || !isInItem { comments(Self.lead(item, indent: indent), indent: indent) }
      text += Self.indentation(indent) + "-"
      if let line = Self.line(item, used: indent + 1) {
        text += " " + line + Self.mark(item.behind) + "\n"
      } else {
        if case .object = item.kind { text += " " } else { text += "\n" }
        writeBlock(item, indent: indent + 2, isInItem: true)
      }
    }
  }

  private mutating func writeBlock(_ value: CommentedValue, indent: Int, isInItem: Bool = false) {
    switch value.kind {
    case .scalar: break
    case .array(let items): write(items, indent: indent, isInItem: isInItem)
    case .object(let members): write(members, indent: indent, isInItem: isInItem)
    }
    comments(value.end, indent: indent)
  }

  /// The value on one line, where it is written so: `nil` of a mapping with members, of a list of these or with comments in
  /// it, and of a list that is too long after `used` characters.
  private static func line(_ value: CommentedValue, used: Int) -> String? {
    switch value.kind {
    case .scalar(let scalar): return scalar.string.map { Self.scalar($0) } ?? scalar.text
    case .object(let members): return members.isEmpty ? "{}" : nil
    case .array(let items):
      if items.isEmpty { return "[]" }
      guard value.end.isEmpty, items.count < width, items.allSatisfy(\.isBareScalar) else { return nil }
      let line = "[" + items.compactMap { Self.line($0, used: 0) }.joined(separator: ", ") + "]"
      return used + line.count < width ? line : nil
    }
  }

  /// The words that YAML 1.1 or 1.2 takes for something else than text.
  private static let words: Set<String> = [
    "", "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", ".inf", "-.inf", ".nan", "<<", "=",
  ]

  /// The text without quotes where no one could take it for something else, in a flow or in a block.
  private static func scalar(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let isPlain =
      !words.contains(text.lowercased()) && bytes.first.map(begins) == true && bytes.last != 0x20
      && bytes.last != UInt8(ascii: ":")
      && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F && !"[]{},\"\\".utf8.contains($0) }
      && !zip(bytes, bytes.dropFirst()).contains { $0 == (UInt8(ascii: ":"), 0x20) || $0 == (0x20, UInt8(ascii: "#")) }
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
