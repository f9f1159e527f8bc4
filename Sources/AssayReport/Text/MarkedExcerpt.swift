import AssayFindings
import AssayText

/// The excerpt of a finding line by line, the broken place in it marked once.
struct MarkedExcerpt {
  /// A line in three parts, the broken place in the middle.
  struct Line {
    var before: String
    var marked = ""
    var after = ""
    /// True if `marked` is a note about a missing part instead of a part of the excerpt.
    var isGap = false

    /// The number of terminal columns before the marked place.
    var column: Int { ColumnWidth.of(before) }
    var width: Int { max(1, ColumnWidth.of(marked)) }
    var text: String { before + marked + after }
  }

  private(set) var lines: [Line]

  /// The most lines that are shown.
  private static let limit = 40

  init(_ finding: Finding) {
    let raw =
      finding.excerpt.isEmpty
      ? [] : finding.excerpt.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    lines = []
    var isMarked = false
    for part in raw.prefix(Self.limit) {
      if let carets = Self.carets(in: part), let last = lines.indices.last, !isMarked,
        let line = Self.mark(carets, in: raw[last])
      {
        lines[last] = line
        isMarked = true
      } else if !isMarked, let gap = Self.gap(in: part) {
        lines.append(gap)
        isMarked = true
      } else {
        lines.append(Line(before: Self.visible(part)))
      }
    }
    if !isMarked { search(finding) }
    if raw.count > Self.limit { lines.append(Line(before: "… (\(raw.count) lines)")) }
  }

  private typealias Part = Substring.UnicodeScalarView

  /// Finds the place by the received value and its location, for an excerpt without a caret.
  private mutating func search(_ finding: Finding) {
    let actual = VisibleText.line(finding.actual)
    guard let mark = ExcerptMark(in: lines.map(\.text), member: finding.place.value?.memberName, actual: actual) else {
      return
    }
    lines[mark.line] = Line(before: mark.before, marked: mark.marked, after: mark.after)
  }

  /// Returns the columns of the carets in `part` if it consists only of leading spaces and carets; otherwise `nil`.
  private static func carets(in part: Part) -> Range<Int>? {
    let start = part.prefix { $0 == " " }.count
    let rest = part.dropFirst(start)
    return !rest.isEmpty && rest.allSatisfy { $0 == "^" } ? start..<start + rest.count : nil
  }

  /// Returns the marked line for a note such as `  ^ advisor is missing`, without the caret; `nil` if `part` is not
  /// such a note.
  private static func gap(in part: Part) -> Line? {
    let indent = part.prefix { $0 == " " }
    let rest = part.dropFirst(indent.count)
    guard rest.starts(with: "^ ".unicodeScalars), rest.count > 2 else { return nil }
    return Line(before: visible(indent), marked: visible(rest.dropFirst(2)), isGap: true)
  }

  private static func mark(_ columns: Range<Int>, in part: Part) -> Line? {
    guard columns.lowerBound < part.count else { return nil }
    let tail = part.dropFirst(columns.lowerBound)
    return Line(
      before: visible(part.prefix(columns.lowerBound)),
      marked: visible(tail.prefix(columns.count)),
      after: visible(tail.dropFirst(columns.count))
    )
  }

  private static func visible(_ part: Part) -> String { VisibleText.lines(String(part), count: 1).first ?? "" }
}

/// The broken place inside an excerpt, found by the received value and its location.
struct ExcerptMark {
  /// The index of the line.
  let line: Int
  /// The line in three parts, the place in the middle.
  let before: String
  let marked: String
  let after: String

  /// Finds the place to mark: the value `actual` after the key `member`, otherwise the key, otherwise the value
  /// anywhere. Returns `nil` if none of them occurs.
  init?(in lines: [String], member: String?, actual: String) {
    if let member, !member.isEmpty {
      let key = "\"\(member)\""
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
}
