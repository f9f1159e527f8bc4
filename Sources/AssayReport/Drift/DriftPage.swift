import AssayFindings
import AssayText

extension DriftReport {
  /// The page for the owner of the documents: drift that breaks the client, then other drift, then drift in the
  /// baseline.
  package var page: Page {
    var tables = DriftTables(self)
    var body: [Block] = []
    let breaking = newDrift.filter(\.verdict.breaksClient)
    let others = newDrift.filter { !$0.verdict.breaksClient }
    let known = drift.filter(\.standing.isKnown)
    for (rows, title) in [
      (breaking, "Breaks the client"), (others, "Does not break the client"), (known, "In the baseline"),
    ]
    where !rows.isEmpty { body += [.heading("\(title) (\(rows.count.grouped))"), .table(tables.table(rows))] }
    let probed = accepted
    if !probed.isEmpty {
      let count = probed.reduce(0) { $0 + $1.calls.variants.count }
      body += [.heading("Responses to invalid requests (\(count.grouped))"), .table(tables.table(probed))]
    }
    if !healed.isEmpty {
      let rows = healed.map { [Span.code(tables.place($0)), .code($0.location), .prose($0.kind.rawValue)] }
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
    if !isWhole, backends == nil { blocks.append(.sentence(.prose(DriftSentence.part))) }
    let coverage = DriftSentence.coverage(self)
    if !coverage.isEmpty { blocks.append(.sentence(.prose(coverage))) }
    blocks += unjudged
    blocks += DriftSentence.trends(self).map { .sentence(.prose($0)) }
    return blocks + [.fold("Contract, servers and time", [.facts(run.facts)])]
  }

  /// The reasons why promises could not be judged, one line for each; the conformance to those promises is unknown.
  private var unjudged: [Block] {
    let blocked = run.unjudged.filter { $0.kind == .blocked && $0.level > .may }
    if blocked.isEmpty { return [] }
    let byReason = Dictionary(grouping: blocked, by: \.explanation).values.sorted {
      ($1.count, $0[0].explanation) < ($0.count, $1[0].explanation)
    }
    let lines = byReason.map { promises -> [Span] in
      let what = promises.count == 1 ? promises[0].promise : promises.count.counted("promise")
      return [.prose("\(what): \(promises[0].explanation)")]
    }
    let shown = lines.count > Self.mostUnjudged ? "; \(Self.mostUnjudged) of \(lines.count) reasons" : ""
    let title = "\(blocked.count.counted("promise")) could not be judged\(shown):"
    let (first, others) = (Array(lines.prefix(Self.mostUnjudged)), Array(lines.dropFirst(Self.mostUnjudged)))
    let rest = others.isEmpty ? [] : [Block.fold("\(others.count.counted("more reason"))", [.list(others)])]
    return [.sentence(.prose(title)), .list(first)] + rest
  }

  /// The most reasons that are shown unfolded.
  private static let mostUnjudged = 5

  /// The notes about invalid requests of probes that got another response than the documents have for them, such as a
  /// success.
  var accepted: [DriftRow] { notes.filter { $0.kind == .worthKnowing && !$0.calls.variants.isEmpty } }

  /// The folded sections that a reader can open: times, choices no call made, notes.
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
    let lines = DriftNotes(self)
    let unlike = lines.unlikeExample.count
    if unlike > 0 {
      blocks.append(.fold("\(unlike.counted("value")) unlike the guide's example", [.list(lines.unlikeExample)]))
    }
    let others = notes.count - unlike - accepted.count
    if others > 0 {
      blocks.append(.fold(others.counted(unlike > 0 ? "other note" : "note"), [.list(lines.lines)]))
    }
    return blocks
  }
}

/// The tables of a page, in which each line of the documents is quoted once.
private struct DriftTables {
  private let report: DriftReport
  private let documents: DocumentIndex
  private var quoted: [Citation] = []

  init(_ report: DriftReport) {
    self.report = report
    documents = DocumentIndex(report.run)
  }

  /// Returns the method and path of a row's operation, or its name if they are unknown.
  func place(_ row: DriftRow) -> String { report.run.calls[row.operation] ?? row.operation }

  /// Returns a table of `rows`, sorted by the effect on the client, the worst first. The undocumented fields of one
  /// object share a row.
  mutating func table(_ rows: [DriftRow]) -> PageTable {
    let inOrder = rows.enumerated().sorted { ($0.element.harm, $0.offset) < ($1.element.harm, $1.offset) }.map(
      \.element
    )
    let values = report.backends == nil ? ["documented", "received"] : ["received there", "received here"]
    var table = PageTable(columns: ["effect on the client", "place"] + values, rows: [])
    for (row, count) in DriftAdditions.joined(inOrder) { table.rows.append(self.row(row, count)) }
    return table
  }

  private mutating func row(_ row: DriftRow, _ count: Int) -> PageTable.Row {
    let concerns = DriftSentence.concerns(row)
    let kind =
      [.contradiction, .worthKnowing].contains(row.kind)
      ? "" : count > 1 ? count.counted(row.kind.rawValue) : row.kind.rawValue
    let notes = [kind, concerns.isEmpty ? "" : "concerns \(concerns)"]
    let also = row.seen.alsoAt.prefix(5).map { Span.prose("also at \($0)") }
    let call = place(row)
    let name = row.location.isEmpty ? call : row.location
    let place = call.isEmpty ? [] : [Span.code(row.location)]
    let source = row.sources.isEmpty ? row.promise?.position ?? "" : DriftSentence.sources(row)
    let effect = [DriftSentence.since(row, of: report), row.standing.isKnown ? DriftSentence.acceptance(row) : ""]
    return PageTable.Row(
      [
        PageTable.Cell(.badge(row.verdict.rawValue, row.weight), effect.map { .prose($0) }),
        PageTable.Cell(.code(call.isEmpty ? row.location : call), place + notes.map { .prose($0) } + also),
        PageTable.Cell(.code(row.kind == .undocumentedField ? "nothing" : row.documented), [.code(source)]),
        PageTable.Cell(.code(DriftSentence.observed(row)), explanation(row)),
      ],
      weight: row.weight,
      name: name,
      evidence: quotes(row) + commands(row)
    )
  }

  private func explanation(_ row: DriftRow) -> [Span] {
    let variants = row.calls.variants.map(\.about)
    if variants.isEmpty { return [.prose(row.explanation)] }
    // The message names the first of them.
    return (row.rule == .status ? [] : [.prose(row.explanation)]) + [.prose(variants.all)]
  }

  private func commands(_ row: DriftRow) -> [Block] {
    let lines = row.calls.variants.isEmpty ? [row.calls.command] : row.calls.variants.map(\.command)
    return lines.filter { !$0.isEmpty }.map { .command($0) }
  }

  /// Returns quotations of the lines cited by `row`, without lines that an earlier row already quoted.
  private mutating func quotes(_ row: DriftRow) -> [Block] {
    let new = row.sources.filter { source in
      !quoted.contains { $0.document == source.document && $0.lines.contains(source.lines) }
    }
    quoted += new
    return new.map { source in
      .quote(Quotation(source: source, name: row.name, documents: documents, texts: report.documents))
    }
  }
}

extension ClosedRange<Int> {
  fileprivate func contains(_ other: ClosedRange<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}

extension DriftRow {
  /// The weight, and thus the colour, of a row, according to its effect on the client.
  fileprivate var weight: Weight {
    if standing.isKnown { return .known }
    return verdict == .ignores ? .may : verdict <= .isStuck ? .must : .should
  }

  /// The rank of the effect, the worst first.
  fileprivate var harm: Int { ClientVerdict.allCases.firstIndex(of: verdict) ?? 0 }

  /// The name of the member that the row is about, or else of the event.
  fileprivate var name: String? {
    if place.hasPrefix("/"), let last = place.split(separator: "/").last(where: { $0 != "*" }) { return String(last) }
    if case .event(let name) = subject { return name }
    return nil
  }

  /// The explanation of the difference, if the documented and the received value do not suffice; otherwise empty.
  fileprivate var explanation: String {
    switch kind {
    case .undocumentedField, .undocumentedEvent, .undocumentedState, .undocumentedStatus, .undocumentedContentType,
      .widerType, .outsideEnumeration:
      return remark
    case .contradiction where rule?.family == .schema || rule?.family == .transport: return remark
    default: return message
    }
  }
}

extension RunResult {
  /// The facts for the page of a run: the contract, the servers and the start.
  var facts: [(name: String, value: Span)] {
    let contract = file.isEmpty ? [] : [(name: "contract", value: Span.code(file))]
    let time = started.isEmpty ? [] : [(name: "started", value: Span.prose(DateTime(started)?.spoken ?? started))]
    return contract + servers.map { ($0.name, .code($0.url)) } + time
  }
}
