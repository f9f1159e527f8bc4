import AssayContract
package import AssayJSON
import AssayText

/// A few lines of a received body, with the faulty place marked; always short, regardless of the body's size.
package enum Excerpt {
  /// The number of members or items shown on each side of the broken one.
  private static let neighbours = 2
  private static let width = 80

  /// Returns the lines around the value at `place` in `root`. If an object has no such member, returns its first
  /// members, and a line that names the missing one.
  ///
  /// An item too long for one line is shortened; the values at the pointers `telling` within the item are still shown.
  package static func of(_ root: JSONValue, at place: JSONPointer, telling: [JSONPointer] = []) -> String {
    guard let name = place.tokens.last, let parent = place.parent.flatMap({ root[$0] }) else { return head(of: root) }
    guard let position = parent.position(of: name) else {
      return parent.kind == .object ? gap(name, in: parent) : head(of: parent)
    }
    let shown = max(0, position - neighbours)..<min(parent.count, position + neighbours + 1)
    return lines(of: parent, shown, marked: position, telling: telling)
  }

  /// Returns the first lines of `value`.
  package static func head(of value: JSONValue) -> String {
    guard value.count > 0 else { return value.inOneLine(upTo: width) }
    return lines(of: value, 0..<min(value.count, 2 * neighbours + 1), marked: nil)
  }

  /// Returns the first members of `parent`, and a line that says the member `name` is missing.
  private static func gap(_ name: String, in parent: JSONValue) -> String {
    lines(of: parent, 0..<min(parent.count, 2 * neighbours + 1), marked: nil, gap: "  ^ \(name) is missing")
  }

  private static func lines(
    of parent: JSONValue,
    _ shown: Range<Int>,
    marked: Int?,
    gap: String? = nil,
    telling: [JSONPointer] = []
  ) -> String {
    let isArray = parent.kind == .array
    let more = { (count: Int) in "  … \(count.counted(isArray ? "more item" : "more member"))" }
    var lines = [isArray ? "[" : "{"]
    if shown.lowerBound > 0 { lines.append(more(shown.lowerBound)) }
    for (position, child) in parent.children(in: shown) {
      let key = child.key.map { "\(JSONValue.string($0).inOneLine(upTo: width)): " } ?? ""
      let text = child.value.inOneLine(upTo: width, telling: telling.map { $0.tokens[...] })
      lines.append("  \(key)\(text)\(position == parent.count - 1 ? "" : ",")")
      guard position == marked else { continue }
      let indent = String(repeating: " ", count: 2 + key.unicodeScalars.count)
      lines.append(indent + String(repeating: "^", count: max(1, text.unicodeScalars.count)))
    }
    if shown.upperBound < parent.count { lines.append(more(parent.count - shown.upperBound)) }
    if let gap { lines.append(gap) }
    lines.append(isArray ? "]" : "}")
    return lines.joined(separator: "\n")
  }
}

extension JSONValue {
  /// Returns the position of the item or member that the JSON Pointer token names; of repeated keys, the last. `nil` if
  /// none exists.
  fileprivate func position(of token: String) -> Int? {
    if kind == .array { return Int(token).flatMap { (0..<count).contains($0) ? $0 : nil } }
    var found: Int?
    for (position, member) in members.enumerated() where member.isNamed(token) { found = position }
    return found
  }

  fileprivate func children(in range: Range<Int>) -> [(Int, (key: String?, value: JSONValue))] {
    func shown<S: Sequence>(_ all: S) -> DropFirstSequence<PrefixSequence<EnumeratedSequence<S>>> {
      all.enumerated().prefix(range.upperBound).dropFirst(range.lowerBound)
    }
    return kind == .array
      ? shown(items).map { ($0.offset, (nil, $0.element)) }
      : shown(members).map { ($0.offset, ($0.element.key, $0.element.value)) }
  }

  /// Returns the value on one line; containers that are too long are summarised, and strings cut.
  fileprivate func inOneLine(upTo width: Int, telling: [ArraySlice<String>] = []) -> String {
    let compact = byteRange.count <= 4 * width ? compactText : nil
    if let compact, compact.unicodeScalars.count <= width { return compact }
    switch kind {
    case .array: return "[ … \(count.counted("item")) ]"
    case .object: return telling.isEmpty ? "{ … \(count.counted("member")) }" : summary(upTo: width, telling)
    default: return brief
    }
  }

  /// Returns the object on one line with only the members that the pointers in `telling` lead through: `{ "similarity":
  /// 0.9, … 4 more members }`.
  private func summary(upTo width: Int, _ telling: [ArraySlice<String>]) -> String {
    var parts: [String] = []
    for token in telling.compactMap(\.first) {
      guard let position = position(of: token), let child = children(in: position..<position + 1).first?.1 else {
        continue
      }
      let inner = telling.filter { $0.first == token }.map { $0.dropFirst() }
      let part =
        "\(JSONValue.string(token).inOneLine(upTo: width)): \(child.value.inOneLine(upTo: width / 2, telling: inner))"
      if !parts.contains(part) { parts.append(part) }
    }
    guard !parts.isEmpty else { return "{ … \(count.counted("member")) }" }
    if parts.count < count {
      parts.append("… \((count - parts.count).counted("more member"))")
    }
    return "{ \(parts.joined(separator: ", ")) }"
  }
}

extension Excerpt {
  private static let textLines = 4
  private static let textWidth = 100

  /// Returns the first lines of a body that is not JSON.
  package static func head(ofText bytes: [UInt8]) -> String {
    let lines = bytes.prefix(8_192).split(separator: 0x0A, omittingEmptySubsequences: true)
      .map { visible($0) }.filter { line in !line.allSatisfy { $0 == " " } }
    let shown = lines.prefix(textLines).map { cut($0, to: textWidth) }
    return (shown + (lines.count > textLines || bytes.count > 8_192 ? ["…"] : [])).joined(separator: "\n")
  }

  /// Returns the line of `bytes` that contains the byte at `offset`, with a mark under that byte.
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

  /// Returns the text with control characters replaced by dots, so that a body cannot control a terminal.
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
