/// The lines of a document on which a promise is based, written `guide:27-33`.
public struct Citation: Sendable, Hashable, Codable {
  /// The document's name in the contract.
  public var document: String
  /// The first and last line, from 1, both included.
  public var lines: ClosedRange<Int>

  /// Makes a citation.
  public init(document: String, lines: ClosedRange<Int>) {
    self.document = document
    self.lines = lines
  }

  /// Parses `document:first-last` or `document:line`; returns `nil` if the text is neither, or the last line is before
  /// the first.
  public init?(_ text: String) {
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
  /// The citation as text: `guide:27-33`, or `guide:27` for one line.
  public var description: String {
    lines.count == 1 ? "\(document):\(lines.lowerBound)" : "\(document):\(lines.lowerBound)-\(lines.upperBound)"
  }
}
