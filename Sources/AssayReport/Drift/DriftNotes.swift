import AssayFindings
import AssayText

/// The notes of a report: one line for each value unlike the guide's example, then one for each operation, the unusual
/// first.
struct DriftNotes {
  /// The kinds of notes, in the order of a line, each with its label.
  private static let labels: [(kind: DriftRow.Kind, label: String)] = [
    (.worthKnowing, ""), (.slowNextToOthers, "slow next to others: "), (.withoutEffect, "without effect: "),
    (.undescribed, "not described: "),
    (.narrowerType, "only "), (.neverSeen, "not seen: "),
  ]
  /// The most notes of one kind that are listed; others are counted.
  private static let mostListed = 12

  /// The lines about values unlike the guide's example, the most frequent first.
  let unlikeExample: [[Span]]
  /// The other lines, those of operations with unusual notes first.
  private(set) var lines: [[Span]] = []

  init(_ report: DriftReport) {
    let unlike = report.notes.filter { $0.kind == .unlikeExample }.enumerated().sorted {
      ($1.element.seen.occurrences, $0.offset) < ($0.element.seen.occurrences, $1.offset)
    }
    unlikeExample = unlike.map { _, row in
      [.code(report.run.calls[row.operation] ?? row.operation), .prose(Self.text(of: row))]
    }
    let accepted = Set(report.accepted.map(\.key))
    let others = report.notes.filter { $0.kind != .unlikeExample && !accepted.contains($0.key) }
    let byOperation = Dictionary(grouping: others, by: \.operation)
    let operations = ([""] + report.operations).enumerated().compactMap { position, name in
      byOperation[name].map { (rank: $0.map(Self.rank).min() ?? 0, position: position, name: name, rows: $0) }
    }
    for (_, _, name, rows) in operations.sorted(by: { ($0.rank, $0.position) < ($1.rank, $1.position) }) {
      let call = report.run.calls[name] ?? (name.isEmpty ? report.run.contract : name)
      lines.append([.code(call), .prose(Self.text(rows))])
    }
  }

  private static func rank(_ row: DriftRow) -> Int { labels.firstIndex { $0.kind == row.kind } ?? labels.count }

  /// Returns the notes of one operation: `not described: …, …; not seen: …`.
  private static func text(_ rows: [DriftRow]) -> String {
    labels.compactMap { kind, label -> String? in
      let own = rows.filter { $0.kind == kind }
      if own.isEmpty { return nil }
      let more = own.count > mostListed ? ["and \(own.count - mostListed) more"] : []
      return label + (own.prefix(mostListed).map { text(of: $0) } + more).joined(separator: ", ")
    }.joined(separator: "; ")
  }

  private static func text(of row: DriftRow) -> String {
    let place = code(row.subject == .answer && row.place.hasPrefix("/") ? row.place : row.location)
    switch row.kind {
    case .neverSeen where row.location.isEmpty: return row.message
    case .worthKnowing: return "\(place) \(VisibleText.line(row.message, limit: 300))"
    case .neverSeen: return place
    case .narrowerType: return "\(row.observed) in \(place)"
    case .unlikeExample:
      let source = row.sources.isEmpty ? "" : " (\(DriftSentence.sources(row)))"
      return "\(place) \(code(row.seen.examples.first ?? row.observed)), documented \(code(row.documented))\(source)"
    case .slowNextToOthers: return row.observed
    case .withoutEffect: return "\(code(row.place)), \(VisibleText.line(row.message, limit: 300))"
    default:
      let value = row.place.hasPrefix("header ") ? row.seen.examples.first ?? row.observed : row.observed
      return "\(place) \(code(value))"
    }
  }

  /// The text as code inside of a sentence.
  private static func code(_ text: String) -> String { "`\(text.replacing("`", with: "'"))`" }
}
