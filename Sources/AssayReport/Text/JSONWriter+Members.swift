package import AssayJSON

extension JSONWriter {
  /// Writes a member with invisible characters of its text as escapes: the same value, safe to display.
  package mutating func member(_ key: String, _ value: String) {
    self.key(key)
    visible(value)
  }

  package mutating func member(_ key: String, _ values: [String]) {
    self.key(key)
    array(values) { $1.visible($0) }
  }

  /// Writes a string with invisible characters as escapes.
  package mutating func visible(_ text: String) {
    let quoted = JSONEscapes.quote(text)
    guard quoted.unicodeScalars.contains(where: VisibleText.isInvisible) else { return raw(quoted) }
    var escaped = ""
    for scalar in quoted.unicodeScalars {
      guard VisibleText.isInvisible(scalar) else {
        escaped.unicodeScalars.append(scalar)
        continue
      }
      // Past the first plane JSON wants a surrogate pair (RFC 8259 section 7).
      for unit in String(scalar).utf16 {
        let hex = String(unit, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      }
    }
    raw(escaped)
  }
}
