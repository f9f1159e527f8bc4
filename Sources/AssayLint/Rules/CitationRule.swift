import AssayContract
import AssayFindings
import AssayJSON
import AssaySchema
import AssayText

/// The rule that a citation names a document of the contract and existing lines, and not too many of them.
enum CitationRule: LintRule {
  /// The maximum number of lines of one citation.
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

  /// Returns all citations in the contract, including those of notes.
  private static func citations(_ run: LintRun) -> [(value: JSONValue, pointer: JSONPointer)] {
    let promises = run.sites.flatMap { site in
      site.node.ownSourceValues.map { (value: $0, pointer: site.node.pointer.appending("source")) }
    }
    let notes = run.root.list("notes").flatMap { $0.list("sources") }.map { (value: $0.value, pointer: $0.pointer) }
    return promises + notes
  }
}

/// The rule that the lines cited for a field, an event or a state contain its name in any spelling, such as `job_id` as
/// `jobId`.
///
/// If there are several citations, it is enough that one has the name, since the others may use different words. No
/// citation may consist of empty lines.
enum CitationContentRule: LintRule {
  static func check(_ run: inout LintRun) {
    guard !run.documents.isEmpty else { return }
    let subjects = CitationSubjects(root: run.root, sites: run.sites, schemas: run.contract.schemas)
    for site in run.sites {
      let cited = site.node.ownSourceValues.compactMap { CitedLines($0, run.documents) }
      for citation in cited where !citation.document.holdsContent(in: citation.lines) {
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

  /// The cited lines of an available document.
  private struct CitedLines {
    let value: JSONValue
    let document: CitedDocument
    let lines: ClosedRange<Int>

    /// Reads the lines of a citation; returns `nil` if the document is not available or has no such lines, which a
    /// different rule reports.
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
