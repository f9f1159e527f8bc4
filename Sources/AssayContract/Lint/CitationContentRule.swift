import AssayFindings
import AssayJSON

/// The lines cited for a field, an event or a state hold its name, in one spelling or another.
enum CitationContentRule: LintRule {
  static func check(_ run: inout LintRun) {
    guard !run.documents.isEmpty else { return }
    let subjects = CitationSubjects(root: run.root, sites: run.sites, schemas: run.schemas)
    for site in run.sites {
      let names = subjects.names(for: site)
      guard !names.isEmpty else { continue }
      for source in site.node.ownSourceValues { check(source, names, site, &run) }
    }
  }

  private static func check(_ source: JSONValue, _ names: [String], _ site: ContractSite, _ run: inout LintRun) {
    guard let citation = source.string.flatMap({ Citation($0) }), let document = run.documents[citation.document],
      citation.lines.upperBound <= document.lineCount,
      !names.contains(where: { document.holds($0, in: citation.lines) })
    else { return }
    let shown = names.prefix(4).map { "`\($0)`" }.joined(separator: ", ")
    run.log.add(
      .unrelatedSource,
      "the lines cited do not hold \(names.count == 1 ? shown : "any of \(shown)\(names.count > 4 ? ", …" : "")")",
      help: "cite the lines of `\(citation.document)` that promise this",
      range: source.byteRange,
      pointer: site.node.pointer.appending("source")
    )
  }
}
