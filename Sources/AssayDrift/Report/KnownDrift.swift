import AssayFindings
import AssayReport
import AssayText

/// The drift of a baseline: a row is known by all its faults, as in `assay verify`.
struct KnownDrift {
  private var rows: [String: DriftRow] = [:]
  private var faults: [FindingIdentity: DriftRow] = [:]

  init(_ known: [DriftRow]) {
    for row in known {
      if rows[row.key] == nil { rows[row.key] = row }
      for fault in row.identities where faults[fault] == nil { faults[fault] = row }
    }
  }

  /// Returns the row of the baseline that contains `fault`; `nil` if the fault is new. Baselines of earlier versions
  /// have one fault for each row, without a check.
  private func row(of fault: FindingIdentity) -> DriftRow? {
    faults[fault] ?? rows[fault.key].flatMap { $0.standing.faults.isEmpty ? $0 : nil }
  }

  /// Marks `row`, which is drift, as known if the baseline accepts it on `day` and nothing in it is new. Otherwise adds
  /// a remark about new parts or an expired acceptance.
  func judge(_ row: inout DriftRow, on day: String) {
    let identities = row.identities
    let unknown = identities.filter { self.row(of: $0) == nil }
    let before = identities.compactMap(self.row)
    guard let first = before.first else { return }
    func until(_ row: DriftRow) -> String { row.standing.acceptance.until }
    let expired = before.first { !until($0).isEmpty && until($0) < day }
    row.standing.acceptance = (expired ?? first).standing.acceptance
    // A baseline of before types were kept says nothing of them.
    let types = before.contains(where: \.seen.types.isEmpty) ? [] : row.seen.types
    let values = Set(before.flatMap { $0.seen.values + $0.seen.types })
    let new =
      (row.seen.values + types).filter { !values.contains($0) }
      + FindingIdentity.words(for: unknown, of: identities)
    row.standing.isKnown = new.isEmpty && expired == nil
    let remarks =
      (expired.map { ["accepted until \(until($0))"] } ?? [])
      + (new.isEmpty ? [] : ["new since the baseline: \(new.joined(separator: ", "))"])
    guard !remarks.isEmpty else { return }
    row.remark = remarks.joined(separator: "; ")
    row.message += "; \(row.remark)"
  }
}

extension DriftRow {
  /// The identities of its faults: those of the findings, or else one for each place it was seen at, in no check.
  fileprivate var identities: [FindingIdentity] {
    guard standing.faults.isEmpty else { return standing.faults }
    return ([location] + seen.alsoAt).map { FindingIdentity(check: "", key: "\(key) | \($0) | ") }
  }

  /// Adds the faults of a row that is merged into this one, each once.
  mutating func add(_ others: [FindingIdentity]) {
    standing.faults += others.filter { !standing.faults.contains($0) }
  }
}

extension FindingIdentity {
  /// The place and the level, which are the last two parts of the key.
  private var end: [Substring] { key.split(separator: " | ", omittingEmptySubsequences: false).suffix(2) }

  /// Returns phrases for the faults that are new, `unknown`, among `all` of a row: the places, or the checks if the
  /// places are already known.
  fileprivate static func words(for unknown: [FindingIdentity], of all: [FindingIdentity]) -> [String] {
    let known = Set(all.filter { !unknown.contains($0) }.compactMap(\.end.first))
    var words: [String] = []
    for fault in unknown {
      let place = fault.end.first ?? ""
      let word = place.isEmpty || known.contains(place) ? "in \(fault.check)" : "at \(place)"
      if !words.contains(word) { words.append(word) }
    }
    return words
  }
}
