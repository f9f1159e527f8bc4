/// A command line for a shell, in lines of a terminal.
enum ShellLine {
  /// Returns the command broken between its words; each line except the last ends with a backslash, so that it stays
  /// one command.
  static func wrap(_ command: String, to width: Int, after taken: Int, indent: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var room = width - taken
    for word in words(command) {
      if !line.isEmpty, ColumnWidth.of(line) + 1 + ColumnWidth.of(word) + 2 > room {
        lines.append(line + " \\")
        line = ""
        room = width - indent
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }

  /// Returns the words with their quotes; a comment counts as one word.
  private static func words(_ command: String) -> [String] {
    var words: [String] = []
    var word = ""
    var quote: Character?
    var isEscaped = false
    for character in command {
      if character == " ", quote == nil, !isEscaped, !word.hasPrefix("#") {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      word.append(character)
      if isEscaped {
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      }
    }
    return word.isEmpty ? words : words + [word]
  }
}
