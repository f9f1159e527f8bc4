import AssayDocuments

/// The result of reading a section of a guide: whether the draft uses it, and the parts it does not use.
package struct SectionFate: Sendable {
  /// A code block, a table or a list, with its lines.
  package struct Part: Sendable {
    package var kind: String
    package var lines: ClosedRange<Int>
    /// True if it looks like a description of the API.
    package var looksLikeAPI = false
  }

  package var file: String
  package var title: String
  package var lines: ClosedRange<Int>
  /// True if something of the section is in the draft.
  package var isUsed: Bool
  /// The parts that nothing in the draft is taken from.
  package var unread: [Part]

  /// Returns the fate of each section of a guide, by the lines that the draft is taken from.
  static func all(of guide: Outline, _ fences: [Fence], _ claims: Set<Int>) -> [SectionFate] {
    let passages = Dictionary(grouping: guide.passages.indices) { guide.passages[$0].section }
    return guide.sections.enumerated().compactMap { index, section in
      if index == 0, guide.passages.first?.section != 0 { return nil }
      let parts = parts(of: (passages[index] ?? []).map { (guide.passages[$0], fences[$0]) })
      return SectionFate(
        file: guide.file,
        title: section.title.plain.trimmed,
        lines: section.lines,
        isUsed: section.lines.contains { claims.contains($0) },
        unread: parts.filter { !$0.lines.contains { claims.contains($0) } }
      )
    }
  }

  private static func parts(of passages: [(Passage, Fence)]) -> [Part] {
    var parts: [Part] = []
    var list: Int?
    for (passage, fence) in passages {
      if passage.depth == 0 { list = nil }
      switch passage.kind {
      case .code(let code):
        parts.append(Part(kind: "code block", lines: passage.lines, looksLikeAPI: fence.looksLikeAPI(code)))
      case .table(let table):
        let isOfHeaders = table.header.cells.first?.plain.lowercased().has(.headers) == true
        // The rows of an HTML table have lines of their own.
        let end = max(passage.lines.upperBound, table.rows.last?.line ?? 0)
        parts.append(Part(kind: "table", lines: passage.lines.lowerBound...end, looksLikeAPI: isOfHeaders))
      case .item, .paragraph:
        if let list {
          parts[list].lines = parts[list].lines.lowerBound...passage.lines.upperBound
        } else if case .item = passage.kind {
          list = parts.count
          parts.append(Part(kind: "list", lines: passage.lines))
        }
      case .heading: break
      }
    }
    return parts
  }
}

extension Fence {
  /// Returns true for the values, messages and header fields of an API.
  fileprivate func looksLikeAPI(_ code: CodeBlock) -> Bool {
    switch self {
    case .values, .transcript: true
    case .wire: WireFence(code, document: "")?.loose?.headers.isEmpty == false
    default: false
    }
  }
}
