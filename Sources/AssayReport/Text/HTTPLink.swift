/// Addresses that a page may link to.
enum HTTPLink {
  /// Returns true if `text` is a web address whose characters need no escape in Markdown and HTML.
  static func isSafe(_ text: String) -> Bool {
    (text.hasPrefix("https://") || text.hasPrefix("http://")) && text.utf8.count <= 1_000
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || "-._~:/?#@!$=%+,;".utf8.contains(byte)
      }
  }
}
