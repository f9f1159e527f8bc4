import AssayText

/// The kind of a text by its form: a name chosen by a person, or a value made by a program.
enum IDText {
  /// Returns true if the form of the text alone shows that it is an id: digits, a UUID, a hash, a date, an address, a
  /// random word.
  static func isID(_ text: some StringProtocol) -> Bool {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, bytes.count <= 4_096 else { return !bytes.isEmpty }
    if bytes.allSatisfy(isDigit) || isUUID(text) || isDate(text) || isAddress(text) { return true }
    if isVersion(text) { return false }
    let digits = bytes.count(where: isDigit)
    if bytes.count >= 8, digits > 0, bytes.allSatisfy(isHex) { return true }
    // Words and a number separated by hyphens or underlines, as `top-10`, may be a name.
    let words = text.split { $0 == "-" || $0 == "_" || $0 == "." || $0 == ":" }
    let isWordy = words.allSatisfy { word in
      word.allSatisfy(\.isNumber) && word.count <= 4 || word.allSatisfy { $0.isLetter } && !isRandom(word)
    }
    return bytes.count >= 8 && digits > 0 && !isWordy || bytes.count >= 20 && isRandom(text)
  }

  /// Returns true if the text may be an id: a word followed by a number, such as `job-1` or `ord_42`.
  static func mayBeID(_ text: some StringProtocol) -> Bool {
    guard let last = text.split(whereSeparator: { $0 == "-" || $0 == "_" || $0 == ":" }).last, last.count < text.count
    else { return false }
    return last.contains(where: \.isNumber) && !isVersion(last)
  }

  static func isUUID(_ text: some StringProtocol) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.utf8.allSatisfy(isHex) }
  }

  /// Returns true for a date, `2026-01-31`, alone or followed by a time.
  static func isDate(_ text: some StringProtocol) -> Bool {
    let day = text.prefix(10).utf8.map { $0 }
    guard day.count == 10, day[4] == 0x2D, day[7] == 0x2D else { return false }
    let isDay = day.enumerated().allSatisfy { $0.offset == 4 || $0.offset == 7 || isDigit($0.element) }
    return isDay && (text.utf8.count == 10 || text.dropFirst(10).first == "T" || text.dropFirst(10).first == " ")
  }

  private static func isAddress(_ text: some StringProtocol) -> Bool {
    guard let at = text.firstIndex(of: "@"), at != text.startIndex else { return false }
    return text[at...].contains(".")
  }

  /// Returns true for a version: `v1`, `v2.1`, `1.0`.
  static func isVersion(_ text: some StringProtocol) -> Bool {
    let rest = text.first == "v" || text.first == "V" ? text.dropFirst() : text[...]
    guard let first = rest.first, first.isNumber, rest.utf8.count <= 6 else { return false }
    return rest.allSatisfy { $0.isNumber || $0 == "." } && (rest.count < text.count || rest.contains("."))
  }

  /// Returns true if small letters, capitals and digits change more often than in a word.
  private static func isRandom(_ text: some StringProtocol) -> Bool {
    var changes = 0
    var last = 0
    for byte in text.utf8 {
      let kind = isDigit(byte) ? 1 : byte >= 0x61 ? 2 : byte >= 0x41 ? 3 : 0
      // A capital that begins a word does not count as a change.
      if kind != 0, last != 0, kind != last, !(last == 3 && kind == 2) { changes += 1 }
      if kind != 0 { last = kind }
    }
    return changes * 5 >= text.utf8.count
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isHex(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x66).contains(byte | 0x20) }
}
