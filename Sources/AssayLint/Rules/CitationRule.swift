import AssayContract
import AssayFindings
import AssayJSON
import AssaySchema
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
          "\(lines.lines.count) lines are cited, too many to find the fact in",
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

/// The lines cited for a field, an event or a state hold its name, in one spelling or another.
///
/// One of several citations is enough: the others may tell of the same thing in other words. But none may cite nothing.
enum CitationContentRule: LintRule {
  static func check(_ run: inout LintRun) {
    guard !run.documents.isEmpty else { return }
    let subjects = CitationSubjects(root: run.root, sites: run.sites, schemas: run.contract.schemas)
    for site in run.sites {
      let cited = site.node.ownSourceValues.compactMap { CitedLines($0, run.documents) }
      for citation in cited where !citation.document.holdsWords(in: citation.lines) {
        note("the lines cited are blank", citation, site, &run)
      }
      guard let first = cited.first, cited.count == site.node.ownSourceValues.count else { continue }
      let names = subjects.names(for: site)
      if names.isEmpty
        || cited.contains(where: { citation in names.contains { citation.document.holds($0, in: citation.lines) } })
      {
        continue
      }
      let shown = names.prefix(4).map { "`\($0)`" }.joined(separator: ", ")
      let wanted = names.count == 1 ? shown : "any of \(shown)\(names.count > 4 ? ", …" : "")"
      note("the lines cited do not hold \(wanted)", first, site, &run)
    }
  }

  /// Lines of a document that is at hand.
  private struct CitedLines {
    let value: JSONValue
    let document: CitedDocument
    let lines: ClosedRange<Int>

    /// `nil` where the document is not at hand or has no such lines, which is said elsewhere.
    init?(_ value: JSONValue, _ documents: [String: CitedDocument]) {
      guard let citation = value.string.flatMap({ Citation($0) }), let document = documents[citation.document],
        citation.lines.upperBound <= document.lineCount
      else { return nil }
      self.value = value
      self.document = document
      lines = citation.lines
    }
  }

  private static func note(_ message: String, _ citation: CitedLines, _ site: ContractSite, _ run: inout LintRun) {
    run.log.add(
      .unrelatedSource,
      message,
      help: "cite the lines that promise this",
      range: citation.value.byteRange,
      pointer: site.node.pointer.appending("source")
    )
  }
}
