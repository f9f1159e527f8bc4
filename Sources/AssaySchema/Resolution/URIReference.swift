/// A URI or relative reference in its five parts (RFC 3986 section 3), as resolution needs them.
struct URIReference: Equatable, Sendable {
  var scheme: String?
  var authority: String?
  var path: String
  var query: String?
  var fragment: String?

  /// Splits `text` by the expression of RFC 3986 appendix B, which every text matches.
  init(_ text: String) {
    var rest = Substring(text)
    func cut(_ separator: Character) -> String? {
      guard let position = rest.firstIndex(of: separator) else { return nil }
      let tail = String(rest[rest.index(after: position)...])
      rest = rest[..<position]
      return tail
    }
    fragment = cut("#")
    query = cut("?")
    if let colon = rest.firstIndex(of: ":"), colon > rest.startIndex, !rest[..<colon].contains("/") {
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

  /// The target of this reference seen from `base` (section 5.2.2).
  func resolved(against base: URIReference) -> URIReference {
    var target = self
    if scheme != nil {
      target.path = Self.removingDotSegments(path)
      return target
    }
    target.scheme = base.scheme
    if authority != nil {
      target.path = Self.removingDotSegments(path)
      return target
    }
    target.authority = base.authority
    if path.isEmpty {
      target.path = base.path
      target.query = query ?? base.query
    } else if path.hasPrefix("/") {
      target.path = Self.removingDotSegments(path)
    } else {
      target.path = Self.removingDotSegments(merged(with: base))
    }
    return target
  }

  /// Section 5.2.3.
  private func merged(with base: URIReference) -> String {
    if base.authority != nil, base.path.isEmpty { return "/" + path }
    guard let slash = base.path.lastIndex(of: "/") else { return path }
    return String(base.path[...slash]) + path
  }

  /// Section 5.2.4, a segment at a time.
  private static func removingDotSegments(_ path: String) -> String {
    guard path.contains("./") || path.hasSuffix(".") else { return path }
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

  /// The reference without its fragment.
  var withoutFragment: String {
    var copy = self
    copy.fragment = nil
    return copy.description
  }

  /// The fragment with its percent-encoding undone (section 2.1), empty where there is none; `nil` where it is not UTF-8.
  var decodedFragment: String? {
    guard let fragment, fragment.utf8.contains(0x25) else { return fragment ?? "" }
    return PercentEncoding.decode(fragment)
  }
}

extension URIReference: CustomStringConvertible {
  /// Section 5.3.
  var description: String {
    var text = ""
    if let scheme { text += scheme + ":" }
    if let authority { text += "//" + authority }
    text += path
    if let query { text += "?" + query }
    if let fragment { text += "#" + fragment }
    return text
  }
}
