/// Text between tags and in attributes of XML and HTML.
enum MarkupText {
  /// `text` with markup characters as references (XML 1.0 section 2.4, HTML section 13.1.4); `>` too, for `]]>`.
  /// An attribute's value has to stand in double quotes.
  static func escape(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
