package import AssayFindings
import AssayText

extension Page {
  /// Creates the page of an audit: the undetected wrong responses, with the promises to add, in the order a client
  /// meets them; and the equivalent ones, with the reason.
  ///
  /// `documents` has the lines to quote, by document name.
  package init(audit: ContractAudit, quoting documents: [String: [String]] = [:]) {
    let survivors = audit.survivors
    let rows = survivors.map { mutant in
      let remedy = mutant.remedy
      return PageTable.Row([
        PageTable.Cell(.code(mutant.operation)), PageTable.Cell(.code(mutant.place)),
        PageTable.Cell(mutant.received.isEmpty ? .prose("") : .code(VisibleText.line(mutant.received, limit: 120))),
        PageTable.Cell(.prose(mutant.change)),
        PageTable.Cell(remedy.map { .code($0.text) } ?? .prose("")),
        PageTable.Cell(.code(remedy.map { "\($0.place.position) \($0.place.pointer)" } ?? "")),
        PageTable.Cell(.prose(mutant.sources.map { $0.quoted(from: documents) }.joined(separator: "; "))),
      ])
    }
    var body: [Block] = []
    if !rows.isEmpty {
      let columns = ["operation", "place", "received", "wrong response", "add", "to", "source"]
      body += [.heading("Not noticed"), .table(PageTable(columns: columns, rows: rows))]
    }
    func list(_ title: String, _ items: [[Span]]) {
      if !items.isEmpty { body += [.heading(title), .list(items)] }
    }
    list("No scenario judges", audit.unjudged.map { [.prose($0.promise), .prose("(\($0.reason))")] })
    list("Promises that never broke alone", audit.redundant.map { [.code("\($0.position) \($0.pointer)")] })
    let equivalent = audit.mutants.filter { $0.verdict == .equivalent }.map { mutant in
      PageTable.Row([
        PageTable.Cell(.code(mutant.operation)), PageTable.Cell(.code(mutant.place)),
        PageTable.Cell(.prose(mutant.change)), PageTable.Cell(.prose(mutant.reason)),
      ])
    }
    if !equivalent.isEmpty {
      let columns = ["operation", "place", "other response", "equivalent because"]
      body += [.heading("Equivalent"), .table(PageTable(columns: columns, rows: equivalent))]
    }
    list("Broken before anything was changed", audit.broken.map { [.code($0)] })
    let counts = ContractAudit.Verdict.allCases.map { verdict in
      (name: verdict.rawValue, value: Span.prose(audit.count(verdict).grouped))
    }
    self.init(
      verdict: audit.verdict,
      tone: survivors.isEmpty && audit.broken.isEmpty ? .passed : .failed,
      name: "Audit of \(audit.service)",
      summary: [.facts(counts)],
      body: body
    )
  }
}

extension Citation {
  /// Returns the citation followed by its lines, if they are available.
  fileprivate func quoted(from documents: [String: [String]]) -> String {
    let all = documents[document] ?? []
    let cited = all.dropFirst(lines.lowerBound - 1).prefix(lines.count).map { VisibleText.line($0, limit: 120) }
    return cited.isEmpty ? "\(self)" : "\(self): \(cited.prefix(3).joined(separator: " / "))"
  }
}

extension ContractAudit {
  /// The score of the audit, in a sentence without a full stop.
  fileprivate var verdict: String {
    let judged = mutants.count - count(.equivalent)
    guard judged > 0 else { return "\(service): no wrong response could be made" }
    let caught = count(.killed) + count(.noticed)
    return "\(service): \(caught.grouped) of \(judged.grouped) wrong responses noticed (\(score.percentage))"
  }
}

extension Double {
  /// The number rounded down, so that 100 % means all: `99 %`.
  fileprivate var percentage: String { "\(Int(self)) %" }
}
