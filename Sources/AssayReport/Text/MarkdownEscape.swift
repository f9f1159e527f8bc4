import AssayText

/// Text from outside as Markdown that displays it unchanged: as code, in which nothing links, mentions or closes a tag.
package enum MarkdownEscape {
  /// A code span whose fence is longer than any run of backticks inside (CommonMark section 6.1).
  package static func code(_ text: String) -> String {
    let line = VisibleText.line(text, limit: 300)
    guard !line.isEmpty else { return "" }
    let fence = String(repeating: "`", count: longestRun(in: line) + 1)
    let pad = line.hasPrefix("`") || line.hasSuffix("`") ? " " : ""
    return fence + pad + line + pad + fence
  }

  /// Returns a code span for a cell of a table, in which `|` ends the cell even inside code (GFM section 4.10).
  package static func cell(_ text: String) -> String {
    code(text).unicodeScalars.reduce(into: "") { result, scalar in
      if scalar == "|" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
  }

  /// Returns a fenced block whose fence cannot be closed by its content (CommonMark section 4.5).
  static func block(_ lines: [String]) -> [String] {
    let longest = lines.map(longestRun).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return [fence + "text"] + lines + [fence]
  }

  /// Returns one of our own sentences, which may contain a name, with all special characters escaped.
  ///
  /// A word that a forge would turn into a link is written as code, since forges search for such words after escapes
  /// are removed.
  package static func plain(_ text: String) -> String {
    let words = VisibleText.line(text).split(omittingEmptySubsequences: false) { $0 == " " || $0 == "|" }
    var result = ""
    for word in words {
      // What ended the word before it.
      if word.startIndex > words[0].startIndex {
        result += word.base[word.base.index(before: word.startIndex)] == "|" ? "\\|" : " "
      }
      result += MarkdownReference.isLikely(in: word) ? code(String(word)) : escaped(word)
    }
    return result
  }

  private static func escaped(_ text: Substring) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\\", "`", "*", "_", "[", "]", "#", "|", "~", "!", "@": result += "\\\(scalar)"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns a sentence escaped as by `plain`, with text between backticks as code; a single backtick stands for
  /// itself.
  package static func prose(_ text: String) -> String {
    let parts = VisibleText.line(text).split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 2, !parts.count.isMultiple(of: 2) else { return plain(text) }
    return parts.enumerated().map { $0.isMultiple(of: 2) ? plain($1) : cell($1) }.joined()
  }

  private static func longestRun(in text: String) -> Int {
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == 0x60 ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}

/// The texts that Markdown readers turn into links unasked: autolinks (GFM section 6.9), mentions and references.
enum MarkdownReference {
  /// Returns true if `word` may contain a text that becomes a link. It rather returns true too often than misses one.
  static func isLikely(in word: Substring) -> Bool {
    let bytes = Array(word.utf8)
    let lower = word.lowercased()
    if lower.contains("://") || lower.contains("www.") || bytes.contains(at) { return true }
    if ["mailto:", "xmpp:"].contains(where: lower.contains) { return true }
    return isReference(bytes) || hasCommit(bytes)
  }

  private static let at = UInt8(ascii: "@")

  /// Returns true for references: `#1`, `!1`, `~label`, `%"next"`, `$1`, `&1`, `^1`, `*iteration`, `[snippet:1]`,
  /// `GH-1`, `KEY-1`.
  private static func isReference(_ bytes: [UInt8]) -> Bool {
    zip(bytes, bytes.dropFirst()).contains { sign, next in
      switch sign {
      case UInt8(ascii: "#"), UInt8(ascii: "!"), UInt8(ascii: "~"), UInt8(ascii: "%"), UInt8(ascii: "$"),
        UInt8(ascii: "&"), UInt8(ascii: "^"):
        isWord(next) || next == UInt8(ascii: "\"")
      case UInt8(ascii: "*"), UInt8(ascii: "["): isLetter(next)
      default: false
      }
    } || hasKey(bytes)
  }

  /// A letter, a hyphen and a number, as in the keys of issue trackers.
  private static func hasKey(_ bytes: [UInt8]) -> Bool {
    bytes.indices.dropFirst().dropLast().contains { index in
      bytes[index] == UInt8(ascii: "-") && isWord(bytes[index - 1]) && !isDigit(bytes[index - 1])
        && isDigit(bytes[index + 1])
    }
  }

  /// Seven or more hexadecimal digits on end, the short name of a commit.
  private static func hasCommit(_ bytes: [UInt8]) -> Bool {
    var run = 0
    for byte in bytes {
      run = isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20) ? run + 1 : 0
      if run == 7 { return true }
    }
    return false
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  /// A letter, a digit, an underscore, or part of a character past ASCII.
  private static func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || isLetter(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
  }
}
