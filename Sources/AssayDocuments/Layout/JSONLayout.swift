import AssayJSON

/// The formatter of a value as JSON: a value that fits on a line is written on one, any other with one member or item
/// per line.
package struct JSONLayout {
  private var text = ""
  private static let width = 120

  /// Returns `value` formatted as JSON, with its comments; ends with a line feed.
  package static func text(of value: CommentedValue) -> String {
    var layout = JSONLayout()
    layout.comments(value.before, indent: 0)
    layout.write(value, indent: 0, used: 0, suffix: "", isRoot: true)
    layout.text += "\n"
    layout.comments(value.after, indent: 0)
    return layout.text
  }

  private mutating func comments(_ lines: [String], indent: Int) {
    for line in lines { text += Self.indentation(indent) + Self.comment(line) + "\n" }
  }

  private static func comment(_ line: String) -> String { line.isEmpty ? "//" : "// \(line)" }

  /// Writes `value` on a line that already has `used` characters; `suffix` follows it, before its comment.
  private mutating func write(_ value: CommentedValue, indent: Int, used: Int, suffix: String, isRoot: Bool = false) {
    if case .scalar(let scalar) = value.kind {
      text += scalar.text + suffix
    } else if !isRoot, let line = Self.line(value), used + line.count + suffix.count <= Self.width {
      text += line + suffix
    } else {
      writeLines(value, indent: indent)
      text += suffix
    }
    if let comment = value.behind { text += " " + Self.comment(comment) }
  }

  private mutating func writeLines(_ value: CommentedValue, indent: Int) {
    let (open, close, count): (String, String, Int)
    switch value.kind {
    case .scalar: return
    case .array(let items): (open, close, count) = ("[", "]", items.count)
    case .object(let members): (open, close, count) = ("{", "}", members.count)
    }
    text += open + "\n"
    func begin(_ child: CommentedValue, _ index: Int) -> String { index > 0 && child.isApart ? "\n" : "" }
    switch value.kind {
    case .scalar: break
    case .array(let items):
      for (index, item) in items.enumerated() {
        text += begin(item, index)
        comments(item.before, indent: indent + 2)
        text += Self.indentation(indent + 2)
        write(item, indent: indent + 2, used: indent + 2, suffix: index + 1 < count ? "," : "")
        text += "\n"
      }
    case .object(let members):
      for (index, member) in members.enumerated() {
        text += begin(member.value, index)
        comments(member.value.before, indent: indent + 2)
        let key = Self.indentation(indent + 2) + JSONEscapes.quote(member.key) + ": "
        text += key
        write(member.value, indent: indent + 2, used: key.count, suffix: index + 1 < count ? "," : "")
        text += "\n"
      }
    }
    comments(value.end, indent: indent + 2)
    text += Self.indentation(indent) + close
  }

  /// Returns the value as JSON on one line; `nil` if it contains a comment that needs a line end, or is longer than a
  /// line may be.
  private static func line(_ value: CommentedValue) -> String? {
    if !value.end.isEmpty { return nil }
    switch value.kind {
    case .scalar(let scalar): return scalar.text
    case .array(let items):
      guard let parts = lines(items) else { return nil }
      return "[" + parts.joined(separator: ", ") + "]"
    case .object(let members):
      guard let parts = lines(members.map(\.value)) else { return nil }
      if parts.isEmpty { return "{}" }
      return "{ " + zip(members, parts).map { JSONEscapes.quote($0.key) + ": " + $1 }.joined(separator: ", ") + " }"
    }
  }

  private static func lines(_ values: [CommentedValue]) -> [String]? {
    var parts: [String] = []
    var length = 0
    for value in values {
      guard value.before.isEmpty, value.behind == nil, let part = line(value) else { return nil }
      length += part.utf8.count
      guard length <= 4 * width else { return nil }
      parts.append(part)
    }
    return parts
  }

  private static func indentation(_ count: Int) -> String { String(repeating: " ", count: count) }
}
