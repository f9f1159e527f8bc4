/// Text that is safe in the log of a pipeline, whose runner treats certain lines as commands.
package enum LogText {
  /// Returns the text with everything that a runner would obey escaped as in JSON.
  ///
  /// GitHub's runner obeys `::name` at the beginning of a line, after white space, and `##[name]` anywhere in a line;
  /// the agents of Azure Pipelines (`##vso[…]`) and TeamCity (`##teamcity[…]`) do anywhere. One character of each is
  /// written as `\u003a` or `\u0023`.
  package static func harmless(_ text: String) -> String {
    var previous: UInt8 = 0
    let mayBeCommand = text.utf8.contains { byte in
      defer { previous = byte }
      return byte == previous && (byte == UInt8(ascii: "#") || byte == UInt8(ascii: ":"))
    }
    guard mayBeCommand else { return text }
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var isBeginning = true
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : "\n"
      let isCommand =
        switch scalar {
        case "#": index > 0 && scalars[index - 1] == "#" && (next == "[" || isLetter(next))
        case ":": isBeginning && next == ":" && index + 2 < scalars.count && isLetter(scalars[index + 2])
        default: false
        }
      if isCommand {
        result.append(contentsOf: VisibleText.escape(scalar).unicodeScalars)
      } else {
        result.append(scalar)
      }
      isBeginning = scalar == "\n" || isBeginning && scalar.properties.isWhitespace
    }
    return String(result)
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }
}
