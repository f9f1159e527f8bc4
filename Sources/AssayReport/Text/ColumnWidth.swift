/// The number of terminal columns a text takes, accurate enough to put a caret under a word.
enum ColumnWidth {
  /// Sums the characters: two columns for East Asian wide forms and emoji, one for the rest.
  static func of(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + of($1) } }

  /// Returns the beginning of a text that fits into `width` columns, with `…` if something was cut off.
  static func cut(_ text: String, to width: Int) -> String {
    guard of(text) > width else { return text }
    var result = ""
    var columns = 1
    for character in text {
      columns += of(character)
      if columns > width { break }
      result.append(character)
    }
    return result + "…"
  }

  /// The text in lines of at most `width` columns, broken between words: `taken` columns of the first line and `indent` of
  /// the others are in use. A longer word stays whole.
  static func wrap(_ text: String, to width: Int, after taken: Int, indent: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var columns = taken
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let size = of(word)
      if !line.isEmpty, columns + 1 + size > width {
        lines.append(line)
        line = ""
        columns = indent
      }
      columns += size + (line.isEmpty ? 0 : 1)
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }

  private static func of(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    return switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }
}
