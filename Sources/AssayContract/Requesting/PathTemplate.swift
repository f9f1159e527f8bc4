import AssayHTTP

/// A path with `{name}` where a parameter stands.
package struct PathTemplate: Sendable {
  private enum Piece: Sendable {
    case literal(String)
    case parameter(String, prefix: String, suffix: String)
  }

  package let text: String
  private let pieces: [Piece]

  package init(_ text: String) {
    self.text = text
    pieces = text.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      guard let open = segment.firstIndex(of: "{"), let close = segment[open...].firstIndex(of: "}") else {
        return .literal(String(segment))
      }
      return .parameter(
        String(segment[segment.index(after: open)..<close]),
        prefix: String(segment[..<open]),
        suffix: String(segment[segment.index(after: close)...])
      )
    }
  }

  /// The literal segments in order, `nil` in the place of each that has a parameter.
  var segments: [String?] { pieces.map { piece in if case .literal(let literal) = piece { literal } else { nil } } }

  package var parameterCount: Int {
    pieces.reduce(0) { count, piece in if case .parameter = piece { count + 1 } else { count } }
  }

  /// The parameters of `path`, percent-encoding undone; `nil` where it is another path.
  ///
  /// A path parameter is always there (OpenAPI 3.1 section 4.8.12.2), so that nothing at all does not stand for one:
  /// `/jobs/` is not `/jobs/{id}`. `isGreedy` lets the last parameter take the slashes of what is left, as clients that
  /// do not encode them need.
  package func match(_ path: String, isGreedy: Bool) -> [String: String]? {
    matchWritten(path, isGreedy: isGreedy)?.mapValues { PercentEncoding.decode($0) ?? $0 }
  }

  /// The same with the parameters as they are written, percent-encoding and all.
  package func matchWritten(_ path: String, isGreedy: Bool) -> [String: String]? {
    var segments = path.split(separator: "/", omittingEmptySubsequences: false)
    if isGreedy {
      guard segments.count > pieces.count, case .parameter? = pieces.last else { return nil }
      let rest = segments[(pieces.count - 1)...].joined(separator: "/")
      segments = Array(segments[..<(pieces.count - 1)]) + [Substring(rest)]
    }
    guard segments.count == pieces.count else { return nil }
    var parameters: [String: String] = [:]
    for (segment, piece) in zip(segments, pieces) {
      switch piece {
      case .literal(let literal):
        guard segment == literal else { return nil }
      case .parameter(let name, let prefix, let suffix):
        guard segment.utf8.count > prefix.utf8.count + suffix.utf8.count, segment.hasPrefix(prefix),
          segment.hasSuffix(suffix)
        else { return nil }
        let value = segment.dropFirst(prefix.count).dropLast(suffix.count)
        parameters[name] = String(value)
      }
    }
    return parameters
  }
}
