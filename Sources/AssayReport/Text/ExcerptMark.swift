/// The broken place inside an excerpt, found by what came and by where it was.
struct ExcerptMark {
  /// The line's index.
  let line: Int
  /// The line in three parts, the place in the middle.
  let before: String
  let marked: String
  let after: String

  /// Looks for the value behind its key, then for the key, then for the value anywhere.
  init?(in lines: [String], location: String, actual: String) {
    if let key = Self.key(of: location).map({ "\"\($0)\"" }) {
      let places = lines.enumerated().lazy.compactMap { line, text in
        text.firstRange(of: key).map { (line: line, text: text, key: $0) }
      }
      let found = places.map { place in
        let value = actual.isEmpty ? nil : place.text[place.key.upperBound...].firstRange(of: actual)
        return (place: place, value: value)
      }
      if let best = found.first(where: { $0.value != nil }) ?? found.first {
        self.init(line: best.place.line, range: best.value ?? best.place.key, text: best.place.text)
        return
      }
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
    before = String(text[..<range.lowerBound])
    marked = String(text[range])
    after = String(text[range.upperBound...])
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
