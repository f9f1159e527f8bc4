/// Text from a server that is safe to display: nothing in it can move a cursor, hide a word or reverse the line.
package enum VisibleText {
  /// Returns the text in one line: control and invisible characters are escaped as in JSON, and text past `limit`
  /// scalars is cut off.
  package static func line(_ text: String, limit: Int = 400) -> String {
    if text.utf8.count <= limit, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
    var result = ""
    var count = 0
    for scalar in text.unicodeScalars {
      if count == limit { return result + "… (\(text.unicodeScalars.count) characters)" }
      append(scalar, to: &result)
      count += 1
    }
    return result
  }

  /// The text line by line, each made visible and cut at `limit` scalars, with a note in place of lines past `count`.
  package static func lines(_ text: String, count: Int = 40, limit: Int = 400) -> [String] {
    guard !text.isEmpty else { return [] }
    let parts = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    var result = parts.prefix(count).map { part in
      let body = part.last == "\r" ? part.dropLast() : part
      return line(String(String.UnicodeScalarView(body.flatMap { $0 == "\t" ? [" ", " "] : [$0] })), limit: limit)
    }
    if parts.count > count { result.append("… (\(parts.count) lines)") }
    return result
  }

  /// Returns the text with line ends and tabs kept and every other control or invisible character escaped.
  package static func block(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "\n" || scalar == "\t" { result.unicodeScalars.append(scalar) } else { append(scalar, to: &result) }
    }
    return result
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    guard isInvisible(scalar) else { return result.unicodeScalars.append(scalar) }
    switch scalar {
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    default: result += escape(scalar)
    }
  }

  /// Returns the escape of a scalar: `\u001b`, or `\u{e0041}` outside the first plane.
  static func escape(_ scalar: Unicode.Scalar) -> String {
    let hex = String(scalar.value, radix: 16)
    guard hex.count <= 4 else { return "\\u{\(hex)}" }
    return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
  }

  /// Returns true if a scalar is invisible, or changes the appearance of its neighbours.
  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: false
    // C0, DEL and C1 controls: U+009B begins a terminal sequence as ESC [ does.
    case 0x00...0x1F, 0x7F...0x9F: true
    // Soft hyphen, fillers, zero-width characters, line separators, byte order mark, interlinear marks.
    case 0xAD, 0x34F, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x3164, 0xFFA0, 0x200B, 0x2028...0x2029,
      0x2060...0x2065, 0xFEFF, 0xFFF9...0xFFFB:
      true
    // Bidirectional controls (UAX #9), deprecated format characters, tags.
    case 0x61C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x206F, 0xE0000...0xE007F: true
    // Non-characters.
    case 0xFDD0...0xFDEF: true
    default: scalar.value & 0xFFFE == 0xFFFE
    }
  }
}
