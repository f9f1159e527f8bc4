import AssayFindings
import AssayText

/// The differences between backend and documents in each of many runs.
public struct DriftTimeline: Sendable {
  /// The state of a difference in one run.
  public enum Presence: Character, Sendable {
    /// Present, and not in the baseline.
    case present = "█"
    /// Present, and in the baseline.
    case accepted = "▒"
    /// The run observed the operation without it.
    case absent = "·"
    /// The run did not observe the operation.
    case unobserved = "-"

    /// True if the difference is present.
    var isThere: Bool { self == .present || self == .accepted }
  }

  /// A difference between backend and documents.
  public struct Difference: Sendable {
    /// The identity of the difference, the same in every run.
    public var key: String
    /// The operation's name; empty for a difference that belongs to none.
    public var operation: String
    /// The part of the operation, and the place in it.
    public var location: String
    /// The kind of the difference: `undocumented field`.
    public var kind: String
    /// A short description of what the documents promise.
    public var documented: String
    /// The value received in the last run that shows it.
    public var received: String
    /// The effect on the documented client.
    public var effect: ClientVerdict
    /// The state of the difference in each run, the oldest run first.
    public var runs: [Presence]
    /// The last day on which the difference is accepted; empty if none is set.
    public var until = ""

    /// Makes a difference.
    public init(
      key: String,
      operation: String,
      location: String,
      kind: String,
      documented: String,
      received: String,
      effect: ClientVerdict,
      runs: [Presence] = []
    ) {
      (self.key, self.operation, self.location, self.kind) = (key, operation, location, kind)
      (self.documented, self.received, self.effect, self.runs) = (documented, received, effect, runs)
    }
  }

  /// The times of an operation.
  public struct Times: Sendable {
    /// The operation's name.
    public var operation: String
    /// The median of each run in milliseconds, the oldest first; `nil` for a run that did not call it.
    public var runs: [Double?]

    /// Makes times.
    public init(operation: String, runs: [Double?]) {
      self.operation = operation
      self.runs = runs
    }
  }

  /// The service of the contract.
  public var contract: String
  /// The start of each run, in RFC 3339, the oldest first.
  public var started: [String]
  /// All differences that any run shows.
  public var differences: [Difference]
  /// The times of all operations that any run called.
  public var times: [Times]
  /// The share of the documented parts that each run observed, in percent; `nil` for a run that did not report it.
  public var coverage: [Int?]

  /// Makes a timeline; each array of runs has one element a run.
  public init(
    contract: String,
    started: [String],
    differences: [Difference],
    times: [Times],
    coverage: [Int?]
  ) {
    (self.contract, self.started, self.differences) = (contract, started, differences)
    (self.times, self.coverage) = (times, coverage)
  }
}

extension DriftTimeline.Difference {
  /// The indices of the first to the last run that show the difference.
  var seen: ClosedRange<Int> {
    let first = runs.firstIndex(where: \.isThere) ?? 0
    return first...max(first, runs.lastIndex(where: \.isThere) ?? 0)
  }

  /// The index of the first run from which the difference has the same state as in the last run: present, accepted, or
  /// gone. Runs that did not observe the operation are ignored.
  var since: Int {
    guard let last = current else { return 0 }
    let other = runs.lastIndex { $0 != .unobserved && $0 != last } ?? -1
    return runs[(other + 1)...].firstIndex { $0 != .unobserved } ?? 0
  }

  /// The state of the difference in the last run that observed the operation; `nil` if no run did.
  var current: DriftTimeline.Presence? { runs.last { $0 != .unobserved } }

  /// The number of times the difference returned after it was gone.
  var returns: Int {
    let observed = runs[seen].filter { $0 != .unobserved }
    return zip(observed, observed.dropFirst()).count { !$0.isThere && $1.isThere }
  }
}

extension DriftTimeline {
  /// The most runs shown in a row; of more, only the newest are shown.
  private static let mostRuns = 60

  /// One page over all runs.
  package var page: Page {
    let there = differences.filter { $0.current?.isThere ?? false }
    let gone = differences.count - there.count
    let accepted = there.count { $0.current == .accepted }
    var body: [Block] = []
    if !differences.isEmpty {
      let columns = ["difference", "effect on the client", "first seen", "last seen", "now", "runs"]
      body += [.heading("Differences"), .table(PageTable(columns: columns, rows: ordered.map(row)))]
      let legend =
        "`█` there, `▒` there and accepted, `·` not there, `-` not observed; one sign a run, the newest at the end."
      body.append(.sentence(.prose(legend)))
    }
    if !times.isEmpty {
      let columns = ["operation", "median of all runs", "slowest run", "last run", "runs"]
      body += [.heading("Times"), .table(PageTable(columns: columns, rows: times.compactMap(row)))]
    }
    let period = [started.first, started.last].compactMap { $0.map { String($0.prefix(10)) } }
    var summary = [
      Block.sentence(.prose("\(started.count.counted("run")) from \(period.joined(separator: " to "))."))
    ]
    if let last = coverage.last ?? nil {
      let line = Sparkline.text(coverage.suffix(Self.mostRuns).map { $0.map(Double.init) })
      summary.append(.sentence(.prose("The last run observed \(last) % of what is documented: `\(line)`.")))
    }
    var verdict = "\(contract): \(there.count.counted("difference")) there"
    if accepted > 0 { verdict += ", \(accepted.grouped) of them accepted" }
    if gone > 0 { verdict += ", \(gone.grouped) gone" }
    return Page(
      verdict: verdict,
      tone: there.count == accepted ? .passed : .failed,
      name: "Drift over time",
      summary: summary,
      body: body
    )
  }

  /// The differences sorted by state (present, accepted, gone), and then by effect, the worst first.
  private var ordered: [Difference] {
    func rank(_ difference: Difference) -> (Int, Int, String) {
      let state = difference.current.map { [.present: 0, .accepted: 1][$0] ?? 2 } ?? 2
      return (state, ClientVerdict.allCases.firstIndex(of: difference.effect) ?? 0, difference.key)
    }
    return differences.sorted { rank($0) < rank($1) }
  }

  private func row(_ difference: Difference) -> PageTable.Row {
    let place = [difference.operation, difference.location].filter { !$0.isEmpty }.joined(separator: " ")
    let values = "documented \(difference.documented), received \(difference.received)"
    let now: String
    switch difference.current {
    case .accepted:
      let until = difference.until.isEmpty ? "" : " until \(difference.until)"
      now = "accepted since \(day(difference.since))\(until)"
    case .present:
      now = difference.returns > 0 ? "back since \(day(difference.since))" : "there since \(day(difference.since))"
    case .absent, .unobserved, nil: now = "gone since \(day(difference.since))"
    }
    let returns = difference.returns > 0 ? "came back \(difference.returns.counted("time"))" : ""
    let runs = String(difference.runs.suffix(Self.mostRuns).map(\.rawValue))
    let weight: Weight =
      switch difference.current {
      case .present: difference.effect <= .isStuck ? .must : .should
      case .accepted: .known
      case .absent, .unobserved, nil: .good
      }
    return PageTable.Row(
      [
        PageTable.Cell(.code(place), [.prose(difference.kind), .prose(values)]),
        PageTable.Cell(.badge(difference.effect.rawValue, weight)),
        PageTable.Cell(.prose(day(difference.seen.lowerBound))),
        PageTable.Cell(.prose(day(difference.seen.upperBound))),
        PageTable.Cell(.prose(now), [.prose(returns)]), PageTable.Cell(.code(runs)),
      ],
      weight: weight
    )
  }

  private func row(_ times: Times) -> PageTable.Row? {
    let known = times.runs.compactMap(\.self).sorted()
    guard let slowest = known.last, let last = times.runs.last(where: { $0 != nil }) ?? nil,
      let run = times.runs.firstIndex(of: slowest)
    else { return nil }
    func spoken(_ milliseconds: Double) -> String { Duration.microseconds(milliseconds * 1000).spoken }
    return PageTable.Row([
      PageTable.Cell(.code(times.operation)), PageTable.Cell(.prose(spoken(known[known.count / 2]))),
      PageTable.Cell(.prose("\(spoken(slowest)) on \(day(run))")), PageTable.Cell(.prose(spoken(last))),
      PageTable.Cell(.code(Sparkline.text(Array(times.runs.suffix(Self.mostRuns))))),
    ])
  }

  private func day(_ run: Int) -> String { started.indices.contains(run) ? String(started[run].prefix(10)) : "" }
}

/// Values drawn as bars in text.
enum Sparkline {
  private static let bars = Array("▁▂▃▄▅▆▇█")

  /// Returns one bar for each value, from 0 to the greatest one; a space for a missing value.
  static func text(_ values: [Double?]) -> String {
    let greatest = values.compactMap(\.self).max() ?? 0
    return String(
      values.map { value -> Character in
        guard let value else { return " " }
        guard greatest > 0 else { return bars[0] }
        return bars[min(bars.count - 1, max(0, Int(value / greatest * Double(bars.count - 1) + 0.5)))]
      }
    )
  }
}
