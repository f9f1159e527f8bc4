import AssayFindings
import AssayJSON
import AssayText
public import AssayReport

/// A baseline: the differences (drift) of an earlier report, which are treated as known.
public struct DriftBaseline: Sendable {
  /// The contract's `service`.
  public var contract: String
  /// The differences in the earlier report.
  public var rows: [DriftRow]
  /// The documented parts that were observed in the earlier run; empty in reports of earlier versions.
  public var seen: [SeenPart]

  /// The reason why a file is not a baseline.
  package enum Mistake: Error, Hashable, Sendable {
    /// The file is not JSON; the text is the error and its place.
    case notJSON(String)
    /// The file is JSON, but not a drift report.
    case notADriftReport
    /// A row's `until` is not a date.
    case notADay(String)
  }

  init(contract: String, rows: [DriftRow], seen: [SeenPart]) {
    (self.contract, self.rows, self.seen) = (contract, rows, seen)
  }

  /// Reads a baseline or JSON report; of several contracts, only the first.
  package init(parsing bytes: [UInt8]) throws(Mistake) {
    guard let first = try DriftBaselines(parsing: bytes).contracts.first else { throw .notADriftReport }
    self = first
  }

  /// Reads the part of a baseline or a JSON report about one contract.
  init(run: JSONValue) throws(Mistake) {
    guard let contract = run["contract"]?.string, let rows = run["rows"], rows.kind == .array else {
      throw .notADriftReport
    }
    self.contract = contract
    for day in rows.items.compactMap({ $0["until"]?.string }) {
      guard day.utf8.count == 10, DateTime("\(day)T00:00:00Z") != nil else { throw .notADay(day) }
    }
    self.rows = rows.items.compactMap { DriftRow(json: $0) }.filter(\.isDrift)
    seen = (run["seen"].map { Array($0.items) } ?? []).compactMap { SeenPart(json: $0) }
  }
}

extension SeenPart {
  fileprivate init?(json: JSONValue) {
    guard let operation = json["operation"]?.string, let subject = json["subject"]?.string,
      let place = json["place"]?.string
    else { return nil }
    self.init(operation: operation, subject: DriftSubject(subject), place: place, times: json["times"]?.int ?? 1)
  }
}

extension DriftRow {
  /// Reads a row's members that a baseline needs; `nil` if `json` is not a row.
  fileprivate init?(json: JSONValue) {
    guard let key = json["key"]?.string, let kind = json["kind"]?.string.flatMap(Kind.init(rawValue:)) else {
      return nil
    }
    func text(_ name: String) -> String { json[name]?.string ?? "" }
    func texts(_ name: String) -> [String] { json[name]?.items.compactMap(\.string) ?? [] }
    self.init(
      key: key,
      kind: kind,
      operation: text("operation"),
      subject: DriftSubject(text("subject")),
      place: text("place"),
      documented: text("documented"),
      observed: text("observed"),
      values: texts("values"),
      types: texts("types"),
      message: text("message"),
      verdict: ClientVerdict(rawValue: text("verdict")) ?? .ignores,
      level: Level(rawValue: text("level")),
      rule: json["rule"]?.string.map { Rule($0) }
    )
    seen.alsoAt = texts("also_at")
    standing.faults = (json["faults"].map { Array($0.items) } ?? []).compactMap { fault in
      guard let check = fault["check"]?.string, let key = fault["key"]?.string else { return nil }
      return FindingIdentity(check: check, key: key)
    }
    standing.acceptance = Acceptance(reason: text("reason"), until: text("until"))
  }
}
