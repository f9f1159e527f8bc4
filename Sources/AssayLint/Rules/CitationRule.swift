import AssayContract
import AssayFindings
import AssayJSON
import AssayText

/// A citation names a document of the contract, few enough lines to be read, and lines that are there.
enum CitationRule: LintRule {
  /// The most lines one citation may span.
  private static let longest = 40

  static func check(_ run: inout LintRun) {
    let names = run.contract.documents.map(\.name)
    for citation in citations(run) {
      guard let lines = Citation(citation.value.string ?? "") else { continue }
      if !names.contains(lines.document) {
        run.log.add(
          .unknownDocument,
          "`documents` has no `\(lines.document)`",
          help: SpellingSuggestion.help(for: lines.document, among: names, noun: "the documents there are"),
          range: citation.value.byteRange,
          pointer: citation.pointer
        )
      } else if let document = run.documents[lines.document], lines.lines.upperBound > document.lineCount {
        run.log.add(
          .sourcePastEnd,
          "`\(lines.document)` has only \(document.lineCount) lines",
          help: "cite lines that are there; has the document changed?",
          range: citation.value.byteRange,
          pointer: citation.pointer
        )
      } else if lines.lines.count > longest {
        run.log.add(
          .longSource,
          "\(lines.lines.count) lines are cited; a reader would have to search them",
          help: "cite the lines that say it, \(longest) at most, or several ranges in an array",
          range: citation.value.byteRange,
          pointer: citation.pointer
        )
      }
    }
  }

  /// Every cited range, those of the notes too.
  private static func citations(_ run: LintRun) -> [(value: JSONValue, pointer: JSONPointer)] {
    let promises = run.sites.flatMap { site in
      site.node.ownSourceValues.map { (value: $0, pointer: site.node.pointer.appending("source")) }
    }
    let notes = run.root.list("notes").flatMap { $0.list("sources") }.map { (value: $0.value, pointer: $0.pointer) }
    return promises + notes
  }
}
