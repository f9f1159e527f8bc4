/// What Markdown readers make a link of without being asked: autolinks (GFM section 6.9), mentions and references.
enum MarkdownReference {
  /// Whether a word may hold one; rather too often than once too seldom.
  static func isLikely(in word: Substring) -> Bool {
    let bytes = Array(word.utf8)
    let lower = word.lowercased()
    if lower.contains("://") || lower.contains("www.") || bytes.contains(at) { return true }
    if ["mailto:", "xmpp:"].contains(where: lower.contains) { return true }
    return isReference(bytes) || hasCommit(bytes)
  }

  private static let at = UInt8(ascii: "@")

  /// `#1`, `!1`, `~label`, `%"next"`, `$1`, `&1`, `^1`, `*iteration`, `[snippet:1]`, `GH-1`, `KEY-1`.
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
