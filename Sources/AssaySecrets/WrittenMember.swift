import AssayHTTP

/// A name with its string or number as written in a text that is not JSON as a whole: a torn or shortened text, lines
/// of JSON, a page containing JSON, a form.
package struct WrittenMember: Hashable, Sendable {
  package var name: String
  package var text: String
  package var isNumber = false
  /// True if the text is not the value of the name itself but inside the list or object that is its value.
  package var isInside = false

  /// Calls `take` with each member of `text` for whose name `isWanted` returns true, in order. With `inObjects`, values
  /// inside an object under such a name are also passed.
  ///
  /// The time is proportional to the text, once more for each level of JSON inside a JSON string (at most three).
  package static func visit(
    _ text: [UInt8],
    inObjects: Bool,
    named isWanted: (String) -> Bool,
    _ take: (WrittenMember) -> Void
  ) {
    var text = text
    for _ in 0..<4 {
      let holdsEscaped = text.withUnsafeBufferPointer { bytes in
        var scan = MemberScan(text: bytes, inObjects: inObjects)
        scan.run(isWanted, take)
        return scan.holdsEscaped
      }
      guard holdsEscaped, let decoded = DecodedText(text, .json) else { return }
      text = decoded.bytes
    }
  }
}

/// A scan for members by their colons and equals signs, independent of the rest: in a torn text it is unknown which
/// parts are inside a string.
private struct MemberScan {
  typealias Text = UnsafeBufferPointer<UInt8>

  let text: Text
  let inObjects: Bool
  /// True if a wanted name occurs in escaped JSON, that is, in JSON inside a JSON string, which must then be scanned.
  private(set) var holdsEscaped = false

  /// The most bytes of a wanted name, and of the white space around a colon.
  private static let longestName = 128

  init(text: Text, inObjects: Bool) { (self.text, self.inObjects) = (text, inObjects) }

  mutating func run(_ isWanted: (String) -> Bool, _ take: (WrittenMember) -> Void) {
    var cursor = 0
    while cursor < text.count {
      switch text[cursor] {
      case 0x3A: cursor = member(at: cursor, isWanted, take)
      case 0x3D: cursor = pair(at: cursor, isWanted, take)
      default: cursor += 1
      }
    }
  }

  // MARK: JSON

  /// Reads the member whose colon is at `colon`, `"NAME": …`, and passes it to `take` if its name is wanted; returns
  /// the position to continue from.
  private mutating func member(
    at colon: Int,
    _ isWanted: (String) -> Bool,
    _ take: (WrittenMember) -> Void
  ) -> Int {
    guard let (name, isEscaped) = name(before: colon), isWanted(name) else { return colon + 1 }
    if isEscaped {
      holdsEscaped = true
      return colon + 1
    }
    let start = skipBlanks(from: colon + 1)
    guard start < text.count else { return start }
    switch text[start] {
    case 0x22, 0x27: return string(at: start) { take(WrittenMember(name: name, text: $0)) }
    case 0x2D, 0x30...0x39: return number(at: start) { take(WrittenMember(name: name, text: $0, isNumber: true)) }
    case 0x5B: return container(at: start, of: name, take)
    case 0x7B: return inObjects ? container(at: start, of: name, take) : start + 1
    default: return start
    }
  }

  /// Returns the quoted text before `colon`, and whether its quotes are escaped.
  private func name(before colon: Int) -> (String, isEscaped: Bool)? {
    let least = max(0, colon - Self.longestName)
    var end = colon
    while end > least, isBlank(text[end - 1]) { end -= 1 }
    guard end > least, isQuote(text[end - 1]) else { return nil }
    let quote = text[end - 1]
    end -= 1
    let closing = end
    while end > least, text[end - 1] == 0x5C { end -= 1 }
    var start = end
    while start > least, text[start - 1] != quote, text[start - 1] >= 0x20 { start -= 1 }
    guard start > least, start < end, text[start - 1] == quote else { return nil }
    return (unescaped(start..<end), end < closing)
  }

  /// Passes the string that begins with the quote at `start` to `take`; an unterminated one extends to the end of the
  /// text. Of a string with several lines, which JSON does not allow, the first line is also passed: its closing quote
  /// may be missing.
  private func string(at start: Int, _ take: (String) -> Void) -> Int {
    var (end, line) = (start + 1, text.count)
    while end < text.count, text[end] != text[start] {
      if text[end] == 0x0A || text[end] == 0x0D { line = min(line, end) }
      end += text[end] == 0x5C ? 2 : 1
    }
    end = min(end, text.count)
    take(unescaped(start + 1..<end))
    if line < end {
      while line > start + 1, isBlank(text[line - 1]) { line -= 1 }
      if line > start + 1 { take(unescaped(start + 1..<line)) }
    }
    return min(end + 1, text.count)
  }

  private func number(at start: Int, _ take: (String) -> Void) -> Int {
    var end = start
    while end < text.count, "+-.eE0123456789".utf8.contains(text[end]) { end += 1 }
    take(unescaped(start..<end))
    return end
  }

  /// Passes the values in the list or object at `start` to `take`, without the names in it. If objects are not wanted,
  /// a list is read only up to the first nested container.
  private func container(at start: Int, of name: String, _ take: (WrittenMember) -> Void) -> Int {
    var (depth, cursor) = (0, start)
    repeat {
      switch text[cursor] {
      case 0x5B, 0x7B:
        if depth > 0, !inObjects { return cursor }
        depth += 1
        cursor += 1
      case 0x5D, 0x7D:
        depth -= 1
        cursor += 1
      case 0x22:
        var texts: [String] = []
        let end = string(at: cursor) { texts.append($0) }
        cursor = skipBlanks(from: end)
        if cursor < text.count, text[cursor] == 0x3A { continue }
        for text in texts { take(WrittenMember(name: name, text: text, isInside: true)) }
      case 0x2D, 0x30...0x39:
        cursor = number(at: cursor) { take(WrittenMember(name: name, text: $0, isNumber: true, isInside: true)) }
      default: cursor += 1
      }
    } while depth > 0 && cursor < text.count
    return cursor
  }

  // MARK: Forms

  /// Reads the form or query pair whose equals sign is at `sign`, `NAME=…`, and passes it to `take` if its name is
  /// wanted; returns the position to continue from.
  private func pair(at sign: Int, _ isWanted: (String) -> Bool, _ take: (WrittenMember) -> Void) -> Int {
    let least = max(0, sign - Self.longestName)
    var start = sign
    while start > least, isOfName(text[start - 1]) { start -= 1 }
    guard start < sign, start == 0 || "&?#;\n".utf8.contains(text[start - 1]) else { return sign + 1 }
    let name = decoded(start..<sign)
    guard isWanted(name) else { return sign + 1 }
    var end = sign + 1
    while end < text.count, text[end] > 0x20, !"&\"'<>".utf8.contains(text[end]) { end += 1 }
    take(WrittenMember(name: name, text: decoded(sign + 1..<end)))
    // Outside of a form it may end sooner.
    let sooner = text[sign + 1..<end].firstIndex { ";,#)\\".utf8.contains($0) }
    if let sooner { take(WrittenMember(name: name, text: decoded(sign + 1..<sooner))) }
    return end
  }

  // MARK: Bytes

  private func decoded(_ range: Range<Int>) -> String {
    let part = String(decoding: text[range], as: UTF8.self)
    return PercentEncoding.decode(part[...], plusIsSpace: true) ?? part
  }

  private func unescaped(_ range: Range<Int>) -> String {
    let part = text[range]
    guard part.contains(0x5C), let decoded = DecodedText(Array(part), .json) else {
      return String(decoding: part, as: UTF8.self)
    }
    return String(decoding: decoded.bytes, as: UTF8.self)
  }

  private func skipBlanks(from start: Int) -> Int {
    var cursor = start
    while cursor < text.count, isBlank(text[cursor]) { cursor += 1 }
    return cursor
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
  private func isQuote(_ byte: UInt8) -> Bool { byte == 0x22 || byte == 0x27 }

  private func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x25, 0x5B, 0x5D: true
    default: byte >= 0x80
    }
  }
}
