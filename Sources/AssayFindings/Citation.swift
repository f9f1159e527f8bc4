import AssayText

/// The lines of a document on which a promise is based, written `guide:27-33`; in a document of long lines with a place
/// inside them, `openapi:1 #/paths/~1orders/get`.
public struct Citation: Sendable, Hashable, Codable {
  /// The document's name in the contract.
  public var document: String
  /// The first and last line, from 1, both included.
  public var lines: ClosedRange<Int>
  /// The JSON Pointer of the cited value, as text that begins with `/`, if the lines are too long to find it in;
  /// otherwise `nil`.
  public var pointer: String?

  /// Makes a citation.
  public init(document: String, lines: ClosedRange<Int>, pointer: String? = nil) {
    self.document = document
    self.lines = lines
    self.pointer = pointer
  }

  /// Parses `document:first-last` or `document:line`, optionally followed by ` #` and a JSON Pointer; returns `nil` if
  /// the text is neither, or the last line is before the first.
  public init?(_ citation: String) {
    var text = citation[...]
    if let mark = citation.firstRange(of: " #/") {
      text = citation[..<mark.lowerBound]
      pointer = "/" + citation[mark.upperBound...]
    }
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let name = text[..<colon]
    let bounds = text[text.index(after: colon)...].split(separator: "-", omittingEmptySubsequences: false)
    guard !name.isEmpty, bounds.count <= 2, let first = bounds.first.flatMap({ Int($0) }),
      let last = bounds.last.flatMap({ Int($0) }), first >= 1, last >= first
    else { return nil }
    document = String(name)
    lines = first...last
  }
}

extension Citation: CustomStringConvertible {
  /// The citation as text: `guide:27-33`, or `guide:27` for one line, and a pointer as in `openapi:1 #/paths`.
  public var description: String {
    let last = lines.count == 1 ? "" : "-\(lines.upperBound)"
    return "\(document):\(lines.lowerBound)\(last)" + (pointer.map { " #\($0)" } ?? "")
  }
}
