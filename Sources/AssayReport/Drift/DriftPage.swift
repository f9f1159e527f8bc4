import AssayFindings
import AssayText

extension DriftReport {
  /// The page for the owner of the documents: the drift operation by operation, the worst effect first.
  package var page: Page {
    var body: [Block] = []
    if !drift.isEmpty { body.append(.fold("What the effects mean", [.facts(DriftSentence.legend)])) }
    for (operation, rows) in DriftSentence.groups(drift, of: self) {
      body += [.heading(operation.isEmpty ? run.contract : operation), .table(table(rows))]
    }
    if !healed.isEmpty {
      let rows = healed.map { row in [Span.code("\(row.operation) \(row.location)"), .prose(row.kind.rawValue)] }
      body += [.heading("Healed since the baseline"), .list(rows)]
    }
    body += folds
    return Page(
      verdict: DriftSentence.verdict(self),
      tone: outcome == .none || outcome == .known ? .passed : outcome == .interrupted ? .interrupted : .failed,
      name: "Drift",
      summary: summary,
      body: body
    )
  }

  private var summary: [Block] {
    var blocks = [Block.sentence(.prose(DriftSentence.sentence(self)))]
    if !isWhole { blocks.append(.sentence(.prose(DriftSentence.part))) }
    let coverage = DriftSentence.coverage(self)
    if !coverage.isEmpty { blocks.append(.sentence(.prose(coverage))) }
    blocks += DriftSentence.trends(self).map { .sentence(.prose($0)) }
    return blocks + [.fold("Contract, servers and time", [.facts(run.facts)])]
  }

  /// What a reader opens: times, choices no call made, notes.
  private var folds: [Block] {
    var blocks: [Block] = []
    if !trends.isEmpty {
      let rows = trends.map { trend in
        let changed = trend.hasChanged ? "changed" : ""
        let cells =
          [Span.code(trend.operation)]
          + [trend.now.spoken, trend.usual.spoken, String(trend.runs), changed].map { .prose($0) }
        return PageTable.Row(cells.map { PageTable.Cell($0) })
      }
      let columns = ["operation", "this run", "median of earlier runs", "earlier runs", "change"]
      let title = "Times of \(trends.count.counted("operation")) compared with earlier runs"
      blocks.append(.fold(title, [.table(PageTable(columns: columns, rows: rows))]))
    }
    let untried = coverage.flatMap(\.missing)
    if !untried.isEmpty {
      let title = "\(untried.count.counted("documented choice")) that no call tried"
      blocks.append(.fold(title, [.list(untried.map { [.prose($0)] })]))
    }
    guard !notes.isEmpty else { return blocks }
    let tables = DriftSentence.groups(notes, of: self).flatMap { operation, rows in
      [Block.heading(operation.isEmpty ? run.contract : operation), .table(table(rows))]
    }
    let title = "\(notes.count.counted("note")): documented and not seen, or worth knowing"
    return blocks + [.fold(title, tables)]
  }

  private func table(_ rows: [DriftRow]) -> PageTable {
    let documents = DocumentIndex(run)
    return PageTable(
      columns: ["effect on the client", "place", "documented", "received"],
      rows: rows.map { row($0, documents) }
    )
  }

  private func row(_ row: DriftRow, _ documents: DocumentIndex) -> PageTable.Row {
    let since = DriftSentence.since(row, of: self)
    let concerns = DriftSentence.concerns(row)
    let source = [DriftSentence.sources(row), row.promise?.position ?? ""].filter { !$0.isEmpty }
    let place =
      [row.kind.rawValue, row.isKnown ? "known" : "", since, concerns.isEmpty ? "" : "concerns \(concerns)"]
      + row.alsoAt.prefix(5).map { "also at \($0)" }
    let quotes = row.sources.map { source in
      Block.quote(Quotation(source: source, name: row.name, documents: documents, texts: self.documents))
    }
    return PageTable.Row(
      [
        PageTable.Cell(row.isDrift ? .badge(row.verdict.rawValue, row.weight) : .prose("none")),
        PageTable.Cell(.code(row.location.isEmpty ? row.operation : row.location), place.map { .prose($0) }),
        PageTable.Cell(.code(row.documented), source.isEmpty ? [] : [.code(source.joined(separator: ", "))]),
        PageTable.Cell(.code(DriftSentence.observed(row)), [.prose(row.message)]),
      ],
      weight: row.weight,
      name: row.location.isEmpty ? row.operation : row.location,
      evidence: quotes + (row.command.isEmpty ? [] : [.command(row.command)])
    )
  }
}

extension DriftRow {
  /// How heavy its effect on the client is.
  fileprivate var weight: Weight {
    if isKnown { return .known }
    return !isDrift || verdict == .ignores ? .may : verdict <= .isStuck ? .must : .should
  }

  /// The member, or else the event, that it is about.
  fileprivate var name: String? {
    if place.hasPrefix("/"), let last = place.split(separator: "/").last(where: { $0 != "*" }) { return String(last) }
    if case .event(let name) = subject { return name }
    return nil
  }
}

extension RunResult {
  /// Contract, servers and start of a run.
  var facts: [(name: String, value: Span)] {
    let contract = file.isEmpty ? [] : [(name: "contract", value: Span.code(file))]
    let time = started.isEmpty ? [] : [(name: "started", value: Span.prose(DateTime(started)?.spoken ?? started))]
    return contract + servers.map { ($0.name, .code($0.url)) } + time
  }
}
