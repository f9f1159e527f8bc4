extension Excerpt {
  private static let textLines = 4
  private static let textWidth = 100

  /// The first lines of a body that is not JSON.
  package static func head(ofText bytes: [UInt8]) -> String {
    let lines = bytes.prefix(8_192).split(separator: 0x0A, omittingEmptySubsequences: true)
      .map { visible($0) }.filter { line in !line.allSatisfy { $0 == " " } }
    let shown = lines.prefix(textLines).map { cut($0, to: textWidth) }
    return (shown + (lines.count > textLines || bytes.count > 8_192 ? ["…"] : [])).joined(separator: "\n")
  }

  /// The line of `bytes` the byte at `offset` stands in, and a mark under that byte.
  package static func of(_ bytes: [UInt8], offset: Int) -> String {
    let offset = min(max(0, offset), bytes.count)
    var start = offset
    while start > 0, bytes[start - 1] != 0x0A, offset - start < 60 { start -= 1 }
    // A cut inside a character would show as a replacement character.
    while start < offset, bytes[start] & 0xC0 == 0x80 { start += 1 }
    let before = visible(bytes[start..<offset])
    let behind = visible(bytes[offset...].prefix(120).prefix { $0 != 0x0A })
    let lead = start > 0 && bytes[start - 1] != 0x0A ? "…" : ""
    let mark = String(repeating: " ", count: (lead + before).unicodeScalars.count) + "^"
    return lead + before + cut(behind, to: 40) + "\n" + mark
  }

  /// The text with control characters as dots, so that no body can drive a terminal.
  private static func visible(_ bytes: ArraySlice<UInt8>) -> String {
    var result = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\r": continue
      case "\t": result.append(" ")
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": result.append("·")
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private static func cut(_ text: String, to width: Int) -> String {
    text.unicodeScalars.count <= width
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(width - 1))) + "…"
  }
}
