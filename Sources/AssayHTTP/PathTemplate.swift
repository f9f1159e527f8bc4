/// The path template of an operation: literal text and `{name}` parameters, any number in one segment
/// (`/tiles/{z}/{x}/{y}.{format}`, `/compare/{base}...{head}`).
///
/// All code that reads a path follows these rules:
/// 1. A parameter expands as in RFC 6570 section 3.2.2 (level 1). Its value has at least one character (OpenAPI 3.1 section
///    4.8.12.2), so that `/jobs/` does not match `/jobs/{id}`.
/// 2. In one segment, an earlier parameter takes as many characters as possible: `{name}.{type}` reads `a.tar.gz` as
///    `a.tar` and `gz`.
/// 3. A parameter ends at a slash. Only if the path does not match that way, the last segment's parameter also takes
///    the remaining slashes, for clients that do not encode them.
/// 4. Of several templates that match, `PathIndex` selects one.
package struct PathTemplate: Hashable, Sendable, CustomStringConvertible {
  package enum Piece: Equatable, Sendable {
    case literal(String)
    case parameter(String)
    /// A `{` that is not closed in its segment, or has no name; it is matched as literal text.
    case unclosed
  }

  /// A part of the path between two slashes: `literals[0]{names[0]}literals[1]…`.
  struct Segment: Hashable, Sendable {
    var literals = [""]
    var names: [String] = []
  }

  package let text: String
  let segments: [Segment]

  package init(_ text: String) {
    self.text = text
    segments = text.split(separator: "/", omittingEmptySubsequences: false).map { Segment(Self.pieces(of: $0)) }
  }

  package var description: String { text }
  /// The names of the parameters, in the order of the path.
  package var parameters: [String] { segments.flatMap(\.names) }
  /// The path without the names of parameters; equal for templates that match the same paths: `/tiles/{}/{}/{}.{}`.
  package var shape: String {
    segments.map { $0.literals.joined(separator: "{}") }.joined(separator: "/")
  }
  /// The non-empty segments; `nil` for each segment that contains a parameter.
  package var words: [String?] { segments.map(\.literal).filter { $0 != "" } }

  /// Returns the literal texts and parameters of `text`, in order.
  package static func pieces(of text: some StringProtocol) -> [Piece] {
    var pieces: [Piece] = []
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "{") {
      if open > rest.startIndex { pieces.append(.literal(String(rest[..<open]))) }
      rest = rest[open...].dropFirst()
      guard let end = rest.firstIndex(where: { "{}/".contains($0) }), rest[end] == "}", end > rest.startIndex else {
        pieces.append(.unclosed)
        continue
      }
      pieces.append(.parameter(String(rest[..<end])))
      rest = rest[end...].dropFirst()
    }
    if !rest.isEmpty { pieces.append(.literal(String(rest))) }
    return pieces
  }

  /// Returns the path with each parameter replaced by the result of `value` for its name.
  package func expanded<Failure: Error>(_ value: (String) throws(Failure) -> String) throws(Failure) -> String {
    var path = ""
    for (index, segment) in segments.enumerated() {
      if index > 0 { path += "/" }
      path += segment.literals[0]
      for (name, literal) in zip(segment.names, segment.literals.dropFirst()) { path += try value(name) + literal }
    }
    return path
  }

  /// Returns the decoded parameters of `path`, or `nil` if it does not match.
  package func match(_ path: String) -> [String: String]? {
    matchWritten(path)?.mapValues { PercentEncoding.decode($0) ?? $0 }
  }

  /// Returns the parameters of `path`, still encoded, or `nil` if it does not match.
  package func matchWritten(_ path: String) -> [String: String]? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return match(parts, takesRest: false) ?? match(parts, takesRest: true)
  }

  /// Returns the parameters of the segments `parts`. With `takesRest`, the last segment takes the remaining slashes
  /// (rule 3).
  func match(_ parts: [Substring], takesRest: Bool) -> [String: String]? {
    var parts = parts
    if takesRest {
      guard parts.count > segments.count, segments.last?.names.isEmpty == false else { return nil }
      let rest = parts[(segments.count - 1)...].joined(separator: "/")
      parts.replaceSubrange((segments.count - 1)..., with: [Substring(rest)])
    }
    guard parts.count == segments.count else { return nil }
    var parameters: [String: String] = [:]
    for (part, segment) in zip(parts, segments) {
      guard let values = segment.values(in: part) else { return nil }
      for (name, value) in zip(segment.names, values) { parameters[name] = value }
    }
    return parameters
  }
}

extension PathTemplate.Segment {
  init(_ pieces: [PathTemplate.Piece]) {
    for piece in pieces {
      switch piece {
      case .literal(let text): literals[literals.count - 1] += text
      case .unclosed: literals[literals.count - 1] += "{"
      case .parameter(let name):
        names.append(name)
        literals.append("")
      }
    }
  }

  /// The text of the segment if it contains no parameter; otherwise `nil`.
  var literal: String? { names.isEmpty ? literals[0] : nil }

  /// Returns the values of the parameters in `text`, or `nil` if it differs from the literals (rules 1 and 2).
  ///
  /// Each literal between parameters is searched from the right, which gives the earlier parameters as much text as
  /// possible, so that no other choice needs to be tried.
  func values(in text: Substring) -> [String]? {
    let (prefix, suffix) = (literals[0].utf8, literals[literals.count - 1].utf8)
    var rest = text.utf8[...]
    if names.isEmpty { return rest.elementsEqual(prefix) ? [] : nil }
    guard rest.count > prefix.count + suffix.count, rest.starts(with: prefix),
      rest.suffix(suffix.count).elementsEqual(suffix)
    else { return nil }
    rest = rest.dropFirst(prefix.count).dropLast(suffix.count)
    var values: [String] = []
    for separator in literals.dropFirst().dropLast().reversed() {
      guard let start = Self.last(separator.utf8, in: rest) else { return nil }
      values.append(String(Substring(rest[start...].dropFirst(separator.utf8.count))))
      rest = rest[..<start]
    }
    if rest.isEmpty { return nil }
    return (values + [String(Substring(rest))]).reversed()
  }

  /// Returns the start of the last `separator` in `text` with characters on both sides; `nil` if none exists. A `%XX`
  /// is not divided.
  private static func last(_ separator: String.UTF8View, in text: Substring.UTF8View) -> Substring.Index? {
    var start = text.endIndex
    while start > text.startIndex {
      start = text.index(before: start)
      let isInTriplet = text[..<start].suffix(2).contains(UInt8(ascii: "%"))
      guard start > text.startIndex, text[start...].count > separator.count, !(separator.isEmpty && isInTriplet) else {
        continue
      }
      if text[start...].starts(with: separator) { return start }
    }
    return nil
  }
}
