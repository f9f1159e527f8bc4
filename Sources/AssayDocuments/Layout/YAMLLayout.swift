import AssayJSON

/// The formatter of a value as YAML 1.2: in blocks, with lists of plain values on one line if they fit, and quotes only
/// if needed.
package struct YAMLLayout {
  private var text = ""
  private static let width = 120

  /// The maximum size in bytes of a written key: libyaml requires the `:` at most 1,024 characters after the start of
  /// the key.
  private static let longestKey = 1000

  /// Returns `value` formatted as YAML, with its comments; ends with a line feed.
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

  /// Returns `value` with its comments moved to places that YAML allows. Comments in an empty `[]` or `{}` are next to
  /// it, and those before the first part of an item are before the item's dash.
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

  /// Returns the comments to write before a list item. If the item takes several lines, its own comments on the line of
  /// the dash are included.
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

  /// Returns the value on one line; `nil` if it needs several. These are mappings with members, lists that contain such
  /// mappings or comments, and lists too long after `used` characters.
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

  /// The words that some YAML version reads as a value other than text, such as `no`, so that they need quotes.
  private static let words: Set<String> = [
    "", "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", ".inf", "-.inf", ".nan", "<<", "=",
  ]

  /// Returns the text without quotes if it is unambiguous, both in a flow and in a block; otherwise in quotes.
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

  /// Returns the text with escapes for characters that YAML does not allow, or that end a line in it (YAML 1.2 sections
  /// 5.1 and 5.4).
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

  /// Returns true if an unquoted text may begin with `byte`: a letter, or the first character of an expression, a path
  /// or a pointer. Returns false for digits and signs, which may begin a number or a date.
  private static func begins(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x80...: true
    default: "$/_(^".utf8.contains(byte)
    }
  }

  private static func indentation(_ count: Int) -> String { String(repeating: " ", count: count) }
}
