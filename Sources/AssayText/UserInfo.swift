/// The users and passwords in URLs, which are before the host (RFC 3986 section 3.2.1).
package enum UserInfo {
  /// Returns `text` with `…` in place of each user and password, even in malformed URLs.
  ///
  /// A user or password that is only a token, `${NAME}`, reveals no secret and is kept.
  package static func hidden(in text: String) -> String {
    guard text.utf8.contains(0x40) else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var (end, cursor) = (0, 0)
    while let at = bytes[cursor...].firstIndex(of: 0x40) {
      cursor = at + 1
      guard let start = beginning(in: bytes, before: at, notBefore: end), start < at,
        !(bytes[start...].starts(with: "${".utf8) && bytes[at - 1] == 0x7D)
      else { continue }
      result += bytes[end..<start]
      result += "…".utf8
      end = at
    }
    return end == 0 ? text : String(decoding: result + bytes[end...], as: UTF8.self)
  }

  /// Returns the start of the user and password that end before the `@` at `at`; `nil` if absent. They begin after `//`
  /// or, if they contain a colon, after the end of a word.
  private static func beginning(in bytes: [UInt8], before at: Int, notBefore least: Int) -> Int? {
    var (index, word) = (at, nil as Int?)
    var hasColon = false
    while index > least {
      let byte = bytes[index - 1]
      // What is quoted, and a line, is separate from what stands around it.
      if byte == 0x22 || byte == 0x60 || byte == 0x0A || byte == 0x27 { break }
      if byte == 0x2F, index - 1 > least, bytes[index - 2] == 0x2F { return index }
      if word == nil {
        if byte == 0x20 || byte == 0x2F || byte == 0x3D { word = index } else if byte == 0x3A { hasColon = true }
      }
      index -= 1
    }
    return hasColon ? word ?? index : nil
  }
}
