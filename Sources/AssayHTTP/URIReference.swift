/// A URI or relative reference in its five parts (RFC 3986 section 4.1), not decoded.
package struct URIReference: Hashable, Sendable {
  package var scheme: String?
  /// The user information, host and port, not decoded; `nil` without a `//`.
  package var authority: String?
  package var path: String
  /// The text after the first `?`; an empty query differs from an absent one.
  package var query: String?
  package var fragment: String?

  /// Parses `text`; returns `nil` if it contains a character that is not allowed in URIs, such as a space or a control
  /// character.
  package init?(validating text: String) {
    guard text.utf8.allSatisfy(Self.isAllowed) else { return nil }
    self.init(text)
  }

  /// Splits `text` by the expression of appendix B, which every text matches.
  package init(_ text: String) {
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

  /// The reference as text, recomposed from its parts (section 5.3).
  package var text: String {
    var result = ""
    if let scheme { result += scheme + ":" }
    if let authority { result += "//" + authority }
    result += path
    if let query { result += "?" + query }
    if let fragment { result += "#" + fragment }
    return result
  }

  /// The reference without its fragment (section 3.5).
  package var withoutFragment: String {
    var copy = self
    copy.fragment = nil
    return copy.text
  }

  /// The fragment, percent-decoded; empty if absent, `nil` if it is not UTF-8.
  package var decodedFragment: String? {
    guard let fragment, fragment.utf8.contains(0x25) else { return fragment ?? "" }
    return PercentEncoding.decode(fragment)
  }

  /// Returns the target of this reference in a document at `base` (section 5.2.2).
  package func resolved(against base: URIReference) -> URIReference {
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

  /// Returns the path with `relative` in place of its last segment (section 5.2.3).
  private func merged(with relative: String) -> String {
    if authority != nil, path.isEmpty { return "/" + relative }
    guard let slash = path.lastIndex(of: "/") else { return relative }
    return path[...slash] + relative
  }

  /// Returns `path` without its `.` and `..` segments (section 5.2.4).
  static func removingDotSegments(_ path: String) -> String {
    guard path.utf8.contains(0x2E) else { return path }
    let isAbsolute = path.hasPrefix("/")
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(isAbsolute ? 1 : 0)
    for segment in segments {
      switch segment {
      case ".": break
      case "..": if !kept.isEmpty { kept.removeLast() }
      default: kept.append(segment)
      }
    }
    if let last = segments.last, last == "." || last == ".." { kept.append("") }
    return (isAbsolute ? "/" : "") + kept.joined(separator: "/")
  }

  /// Returns true if `text` is a valid scheme (section 3.1).
  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }

  /// Returns true if `byte` is visible ASCII and not a delimiter of appendix C, or is not ASCII, as in an IRI (RFC
  /// 3987).
  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x7F, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B, 0x7C, 0x7D: false
    default: true
    }
  }
}
