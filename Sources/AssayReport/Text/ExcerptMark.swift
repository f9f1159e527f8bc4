/// The broken place inside an excerpt, found by what came and by where it was.
struct ExcerptMark: Equatable {
  /// The line's index.
  var line: Int
  /// The terminal columns before the place, and those it takes.
  var column: Int
  var width: Int

  /// Looks for the value behind its key, then for the key, then for the value anywhere.
  init?(in lines: [String], location: String, actual: String) {
    let key = Self.key(of: location).map { "\"\($0)\"" }
    if let key, let line = lines.firstIndex(where: { $0.contains(key) }) {
      let text = lines[line]
      guard let keyRange = text.firstRange(of: key) else { return nil }
      let value = actual.isEmpty ? nil : text[keyRange.upperBound...].firstRange(of: actual)
      self.init(line: line, range: value ?? keyRange, text: text)
      return
    }
    guard actual.count > 1 else { return nil }
    for (line, text) in lines.enumerated() {
      guard let range = text.firstRange(of: actual) else { continue }
      self.init(line: line, range: range, text: text)
      return
    }
    return nil
  }

  private init(line: Int, range: Range<String.Index>, text: String) {
    self.line = line
    column = ColumnWidth.of(text[..<range.lowerBound])
    width = max(1, ColumnWidth.of(text[range]))
  }

  /// The last reference token of the pointer in a location, where it names a member (RFC 6901 section 4).
  private static func key(of location: String) -> String? {
    guard let slash = location.lastIndex(of: "/") else { return nil }
    let token = location[location.index(after: slash)...]
    guard !token.isEmpty, !token.allSatisfy(\.isNumber) else { return nil }
    return token.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
      .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
  }
}
