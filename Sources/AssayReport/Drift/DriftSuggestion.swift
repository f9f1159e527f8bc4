import AssayFindings
import AssayText

/// The corrections of the guides: a unified diff of their lines, after a list in words of the corrections without a
/// line.
enum DriftSuggestion {
  /// The unchanged lines before and after a change.
  private static let context = 3

  static func render(_ report: DriftReport) -> String {
    let files = Dictionary(report.run.documents.map { ($0.name, $0.file) }) { first, _ in first }
    var drafts: [String: GuideDraft] = [:]
    for (file, lines) in report.documents { drafts[file] = GuideDraft(lines, ends: report.lineEnds[file] ?? []) }
    var words: [String] = []
    for row in report.rows where row.isDrift || row.kind == .unlikeExample {
      var isTaken = false
      var unchanged: [Citation] = []
      for (file, cited) in Dictionary(grouping: row.sources, by: { files[$0.document] ?? "" }).sorted(by: {
        $0.key < $1.key
      }) {
        isTaken = drafts[file]?.take(row, in: cited.map(\.lines)) == true || isTaken
        guard row.kind == .widerType || row.kind == .contradiction else { continue }
        for line in drafts[file]?.unchangedRows(of: row, in: cited.map(\.lines)) ?? [] {
          unchanged.append(Citation(document: cited[0].document, lines: line...line))
        }
      }
      if !isTaken {
        words += self.words(row, DriftSentence.sources(row))
      } else if !unchanged.isEmpty {
        words += self.words(row, unchanged.map(\.description).joined(separator: ", "))
      }
    }
    var lines = ["# Corrections of the documents of \(VisibleText.line(report.run.contract))"]
    if !words.isEmpty { lines += ["#", "# Without a line to change:"] + words }
    for (file, draft) in drafts.sorted(by: { $0.key < $1.key }) where !draft.reasons.isEmpty {
      lines += ["", "--- \(VisibleText.line(file))", "+++ \(VisibleText.line(file))"] + hunks(of: draft)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the comment lines of a diff about a row for which no line of the guide can be changed: the documented
  /// part, the received value and the message.
  private static func words(_ row: DriftRow, _ source: String) -> [String] {
    let place = [row.operation, row.location].filter { !$0.isEmpty }.joined(separator: " ")
    return [
      "#", "# \(VisibleText.line(place)): \(row.kind.rawValue)\(source.isEmpty ? "" : " (\(source))")",
      "#   documented  \(VisibleText.line(row.documented, limit: 300))",
      "#   received    \(DriftSentence.observed(row))",
      "#   \(VisibleText.line(row.message, limit: 300))",
    ]
  }

  private static func hunks(of draft: GuideDraft) -> [String] {
    var lines: [String] = []
    var shift = 0
    var pending = draft.reasons.keys.sorted()[...]
    while let first = pending.first {
      var last = first
      while let next = pending.dropFirst().first, next - last <= 2 * context {
        pending.removeFirst()
        last = next
      }
      pending.removeFirst()
      let range = max(0, first - context)...min(draft.lines.count - 1, last + context)
      let changed = range.filter { draft.reasons[$0] != nil }
      let added = range.reduce(0) { $0 + (draft.reasons[$1] == nil ? 1 : draft.lines[$1].count) }
      let reasons = changed.flatMap { draft.reasons[$0] ?? [] }
      let title = reasons.enumerated().filter { !reasons[..<$0].contains($1) }.map(\.element).joined(separator: "; ")
      lines.append("@@ -\(range.lowerBound + 1),\(range.count) +\(range.lowerBound + 1 + shift),\(added) @@ \(title)")
      for index in range {
        let now = draft.lines[index]
        let former = draft.original[index]
        if draft.reasons[index] == nil {
          lines += draft.marked(" ", former, at: index)
        } else {
          let new = now.dropLast().flatMap { draft.marked("+", $0, at: index, isLast: false) }
          lines +=
            now.last == former
            ? new + draft.marked(" ", former, at: index)
            : draft.marked("-", former, at: index) + new + draft.marked("+", now.last ?? "", at: index)
        }
      }
      shift += added - range.count
    }
    return lines
  }
}
