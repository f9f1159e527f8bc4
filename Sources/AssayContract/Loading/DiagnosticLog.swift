package import AssayJSON

/// The diagnostics found so far, at most one for each place; they are formatted only on request.
package struct DiagnosticLog {
  /// A diagnostic whose place is not yet computed.
  private struct Entry {
    var kind: DiagnosticKind
    var message: String
    var help: String
    var range: Range<Int>
    var pointer: JSONPointer
  }

  /// The maximum number of entries kept; further ones are only counted, so that a hostile file costs no memory.
  private static let capacity = 1000

  private var entries: [Entry] = []
  private var offsets: Set<Int> = []
  private var overflow = 0

  /// Makes a log without entries.
  package init() {}

  var isEmpty: Bool { entries.isEmpty }

  /// Adds a problem with the bytes in `range`, unless the same place already has one.
  package mutating func add(
    _ kind: DiagnosticKind,
    _ message: String,
    help: String = "",
    range: Range<Int>,
    pointer: JSONPointer = JSONPointer()
  ) {
    guard offsets.insert(range.lowerBound).inserted else { return }
    guard entries.count < Self.capacity else {
      overflow += 1
      return
    }
    entries.append(Entry(kind: kind, message: message, help: help, range: range, pointer: pointer))
  }

  /// Returns true if a problem was logged inside `range`.
  package func hasEntry(in range: Range<Int>) -> Bool { offsets.contains { range.contains($0) } }

  /// Returns the first `limit` diagnostics in the order of the text, and the number of further ones.
  package func diagnostics(in text: ContractText, limit: Int = .max) -> (shown: [Diagnostic], omitted: Int) {
    let ordered = entries.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    let shown = ordered.prefix(limit).map { _, entry in
      let excerpt = text.excerpt(of: entry.range)
      return Diagnostic(
        severity: entry.kind.severity,
        id: entry.kind.rawValue,
        message: entry.message,
        help: entry.help,
        place: text.place(ofByte: entry.range.lowerBound, pointer: entry.pointer),
        length: excerpt.length,
        excerpt: excerpt.text
      )
    }
    return (shown, entries.count - shown.count + overflow)
  }
}
