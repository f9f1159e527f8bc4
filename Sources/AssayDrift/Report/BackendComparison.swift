import AssayFindings
public import AssayReport

extension DriftReport {
  /// The differences between this backend and `other`, both compared with the same contract.
  ///
  /// Says what only one of them does besides the documents, or where these leave it open, and which documented part only one
  /// of them has returned. An operation that only one of them has answered is a note. The effect is that of this backend on
  /// the documented client. `names` are those of the two backends.
  public func compared(with other: DriftReport, names: (this: String, other: String)) -> DriftReport {
    var report = self
    report.backends = names
    report.observed = observed.intersection(other.observed)
    (report.healed, report.trends, report.coverage) = ([], [], [])
    report.run.unjudged = []
    report.rows = DriftMerge.sorted(
      BackendComparison(this: self, other: other, observed: report.observed).rows,
      by: operations
    )
    return report
  }
}

/// Pairs the rows of two reports.
private struct BackendComparison {
  let this: DriftReport
  let other: DriftReport
  /// The operations that both have answered.
  let observed: Set<String>

  var rows: [DriftRow] {
    let (ours, theirs) = (compared(this), compared(other))
    let known = Dictionary(theirs.map { ($0.key, $0) }) { first, _ in first }
    let own = Set(ours.map(\.key))
    var unpaired = theirs.filter { !own.contains($0.key) }
    var rows: [DriftRow] = []
    for row in ours {
      if let counterpart = known[row.key] {
        if row.isStructural, row.observed != counterpart.observed { rows.append(pair(row, counterpart)) }
      } else if let index = unpaired.firstIndex(where: { $0.part == row.part && $0.kind == row.kind }) {
        rows.append(pair(row, unpaired.remove(at: index)))
      } else {
        rows.append(row.isDrift ? row : difference(row))
      }
    }
    // What differs in one place is one row.
    let differing = Set(rows.map(\.part))
    rows += unpaired.filter { !differing.contains($0.part) }.map(onlyThere)
    return rows + parts + unanswered
  }

  /// The rows of a report that say something of a backend itself, and not only of what a run happened to see.
  private func compared(_ report: DriftReport) -> [DriftRow] {
    report.rows.filter { row in
      (row.operation.isEmpty || observed.contains(row.operation))
        && (row.isDrift || [.undescribed, .unlikeExample, .worthKnowing].contains(row.kind))
    }
  }

  private func pair(_ row: DriftRow, _ counterpart: DriftRow) -> DriftRow {
    var row = difference(row)
    row.documented = counterpart.observed
    row.message = ""
    return row
  }

  private func difference(_ row: DriftRow) -> DriftRow {
    var row = row
    row.kind = .difference
    return row
  }

  /// What only the other backend does: this one is as documented.
  private func onlyThere(_ row: DriftRow) -> DriftRow {
    var there = difference(row)
    (there.documented, there.observed) = (row.observed, row.kind == .undocumentedField ? "nothing" : row.documented)
    (there.verdict, there.seen.examples) = (.ignores, [])
    return there
  }

  /// The documented parts that only one of them has returned.
  private var parts: [DriftRow] {
    let (seen, others) = (Set(this.seen.map(\.key)), Set(other.seen.map(\.key)))
    let missing = this.rows.filter { others.contains($0.part.key) }.compactMap { row in
      row.loss.map { row.disappeared($0, "only the other backend returned it") }
    }
    let added = other.rows.filter { $0.loss != nil && seen.contains($0.part.key) }.map { row in
      var row = difference(row)
      (row.documented, row.observed, row.message) = ("nothing", row.documented, "the other backend did not return it")
      return row
    }
    return (missing + added).filter { observed.contains($0.operation) }
  }

  private var unanswered: [DriftRow] {
    this.observed.symmetricDifference(other.observed).sorted().map { operation in
      let isHere = this.observed.contains(operation)
      return DriftRow(
        key: "\(operation) | never seen | ",
        kind: .neverSeen,
        operation: operation,
        documented: "an answer",
        observed: "nothing",
        message: "only \(isHere ? "this" : "the other") backend answered \(operation)",
        verdict: .ignores
      )
    }
  }
}

extension DriftRow {
  /// True if what was received is a shape or a list, and not one of many values.
  fileprivate var isStructural: Bool {
    switch kind {
    case .undescribed: !place.hasPrefix("header ") || place == "header Content-Type"
    case .undocumentedField, .widerType, .outsideEnumeration, .undocumentedStatus, .undocumentedContentType: true
    default: false
    }
  }
}
