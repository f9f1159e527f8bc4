/// A URI reference taken apart (RFC 3986 section 4.1 and appendix B), absolute or relative, nothing decoded.
package struct URLReference: Hashable, Sendable {
  package var scheme: String?
  /// User information, host and port as they stand; `nil` where no `//` is.
  package var authority: String?
  package var path: String
  /// What follows the first `?`; empty and absent are two things.
  package var query: String?
  package var fragment: String?

  /// Takes `text` apart; `nil` where it holds a character no URI may, such as a space or a control character.
  package init?(_ text: String) {
    guard text.utf8.allSatisfy(Self.isAllowed) else { return nil }
    var rest = Substring(text)
    if let hash = rest.firstIndex(of: "#") {
      fragment = String(rest[rest.index(after: hash)...])
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
      scheme = rest[..<colon].lowercased()
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = String(rest[..<end])
      rest = rest[end...]
    }
    path = String(rest)
  }

  /// The reference put together again (section 5.3).
  package var text: String {
    var result = ""
    if let scheme { result += scheme + ":" }
    if let authority { result += "//" + authority }
    result += path
    if let query { result += "?" + query }
    if let fragment { result += "#" + fragment }
    return result
  }

  /// What this reference means when it stands in a document at `base` (section 5.2.2).
  package func resolved(against base: URLReference) -> URLReference {
    var target = self
    if scheme == nil {
      target.scheme = base.scheme
      if authority == nil {
        target.authority = base.authority
        if path.isEmpty {
          target.path = base.path
          target.query = query ?? base.query
        } else if !path.hasPrefix("/") {
          target.path = base.merged(with: path)
        }
      }
    }
    target.path = Self.removingDotSegments(target.path)
    return target
  }

  /// Section 5.2.3.
  private func merged(with relative: String) -> String {
    if authority != nil, path.isEmpty { return "/" + relative }
    guard let slash = path.lastIndex(of: "/") else { return relative }
    return path[...slash] + relative
  }

  /// `path` without its `.` and `..` segments (section 5.2.4).
  static func removingDotSegments(_ path: String) -> String {
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".":
        if isLast { kept.append("") }
      case "..":
        if kept.count > 1 || (kept.count == 1 && kept[0] != "") { kept.removeLast() }
        if isLast { kept.append("") }
      default:
        kept.append(segment)
      }
    }
    return kept.joined(separator: "/")
  }

  /// Section 3.1.
  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// Visible ASCII without the delimiters of appendix C; bytes past ASCII pass, as in an IRI (RFC 3987).
  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x7F, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B, 0x7C, 0x7D: false
    default: true
    }
  }
}
