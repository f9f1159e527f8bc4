/// A comment of JSON or YAML.
struct Comment {
  /// The byte range of the comment, including its marks.
  let range: Range<Int>
  /// The comment's lines, without marks; never empty.
  let lines: [String]

  init(_ range: Range<Int>, of bytes: [UInt8]) {
    self.range = range
    let text = bytes[range]
    let slash = UInt8(ascii: "/")
    if text.starts(with: "/*".utf8) {
      lines = Self.block(text.dropFirst(2).dropLast(2))
    } else {
      let marks = text.first == slash ? 2 : 1
      lines = [Self.line(text.dropFirst(marks), mark: text.first ?? slash)]
    }
  }

  /// Returns a comment line without its marks. One further mark (`///`, `##`) and one space are also removed; a row of
  /// marks, and further indentation, are text.
  private static func line(_ text: ArraySlice<UInt8>, mark: UInt8) -> String {
    var text = text
    if text.first == mark, text.dropFirst().first != mark { text = text.dropFirst() }
    if text.first == 0x20 { text = text.dropFirst() }
    return string(text)
  }

  private static func block(_ text: ArraySlice<UInt8>) -> [String] {
    var text = text
    if text.first == UInt8(ascii: "*") { text = text.dropFirst() }
    var lines: [String] = []
    let rows = text.split(omittingEmptySubsequences: false) { $0 == 0x0A }
      .flatMap { ($0.last == 0x0D ? $0.dropLast() : $0).split(separator: 0x0D, omittingEmptySubsequences: false) }
    for (index, row) in rows.enumerated() {
      var line = row.drop { $0 == 0x20 || $0 == 0x09 }
      if index > 0, line.first == UInt8(ascii: "*") {
        line = line.dropFirst()
        if line.first == 0x20 { line = line.dropFirst() }
      }
      let words = string(line)
      if !words.isEmpty || !lines.isEmpty { lines.append(words) }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.isEmpty ? [""] : lines
  }

  /// Returns the text without white space at its end.
  private static func string(_ text: ArraySlice<UInt8>) -> String {
    var text = text
    while let last = text.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
    return String(decoding: text, as: UTF8.self)
  }
}
