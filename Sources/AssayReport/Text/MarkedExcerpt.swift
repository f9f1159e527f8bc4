import AssayFindings

/// The excerpt of a finding line by line, the broken place in it marked once.
struct MarkedExcerpt {
  /// A line in three parts, the broken place in the middle.
  struct Line {
    var before: String
    var marked = ""
    var after = ""
    /// Whether the marked words stand for what is not there.
    var isGap = false

    /// The terminal columns before the place, and those it takes.
    var column: Int { ColumnWidth.of(before) }
    var width: Int { max(1, ColumnWidth.of(marked)) }
    var text: String { before + marked + after }
  }

  private(set) var lines: [Line]

  /// More lines than this say no more.
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

  /// Where no caret shows the place, it is looked for by what came and by where it was.
  private mutating func search(_ finding: Finding) {
    let actual = VisibleText.line(finding.actual)
    guard let mark = ExcerptMark(in: lines.map(\.text), location: finding.location, actual: actual) else { return }
    lines[mark.line] = Line(before: mark.before, marked: mark.marked, after: mark.after)
  }

  /// The columns carets stand under, where a line holds nothing else.
  private static func carets(in part: Part) -> Range<Int>? {
    let start = part.prefix { $0 == " " }.count
    let rest = part.dropFirst(start)
    return !rest.isEmpty && rest.allSatisfy { $0 == "^" } ? start..<start + rest.count : nil
  }

  /// `  ^ advisor is missing`: nothing came, and the words say what.
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

  private static func visible(_ part: Part) -> String {
    VisibleText.lines(String(part), count: 1).first ?? ""
  }
}
