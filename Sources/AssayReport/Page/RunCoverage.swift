import AssayFindings
import AssayText

extension RunResult {
  /// Returns the tables for a run: its operations with their checks and promises, and the promises that were kept.
  /// `named` includes the contract's name.
  func coverage(named: Bool) -> [Block] {
    if checks.isEmpty { return [] }
    let operations = Dictionary(checks.map { ($0.id, $0.operation) }) { first, _ in first }
    let kept = count(self.kept.map { operations[$0.check] ?? "" })
    let unjudged = count(self.unjudged.map { operations[$0.check] ?? "" })
    let hasPromises = promises.all > 0
    let rows = checks.groups(by: \.operation).map { checks in
      let operation = checks[0].operation
      let call = calls[operation] ?? ""
      let name = operation.isEmpty ? Span.prose("rules over scenarios") : .code(operation)
      let passed = checks.count { $0.status == .passed || $0.status == .warned }
      let numbers = [passed == checks.count ? passed.grouped : "\(passed.grouped) of \(checks.count.grouped)"]
      let fates = hasPromises ? [kept[operation] ?? 0, unjudged[operation] ?? 0].map(\.grouped) : []
      let first = call.isEmpty ? PageTable.Cell(name) : PageTable.Cell(.code(call), [name])
      return PageTable.Row([first] + (numbers + fates).map { PageTable.Cell(.prose($0)) })
    }
    let columns = ["operation", "checks passed"] + (hasPromises ? ["promises kept", "not judged"] : [])
    var blocks: [Block] = named ? [.heading(VisibleText.line(contract, limit: 60))] : []
    blocks.append(.table(PageTable(columns: columns, rows: rows)))
    if !self.kept.isEmpty {
      let shown = self.kept.prefix(Self.mostKept).map { promise in
        [Span.badge(promise.level.rawValue, promise.level.weight), .prose(promise.promise)]
      }
      let more = self.kept.count - shown.count
      let rest = more > 0 ? [[Span.prose("… and \(more.grouped) more, which assay promises lists")]] : []
      blocks.append(.fold("\(self.kept.count.groupedCount("promise")) kept", [.list(shown + rest)]))
    }
    return blocks
  }

  /// The most promises that a page lists.
  private static let mostKept = 500

  private func count(_ operations: [String]) -> [String: Int] {
    operations.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

extension Level {
  /// The weight that gives the level its colour.
  var weight: Weight {
    switch self {
    case .must: .must
    case .should: .should
    case .may: .may
    }
  }
}
