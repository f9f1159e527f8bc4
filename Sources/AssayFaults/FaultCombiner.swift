package import AssayContract
import AssayFindings
import AssayHTTP
package import AssayMock
import AssayObservation
import AssayText

/// A test of which faults a mock can show at once: together they must cause the same findings as each alone, and no
/// others.
package struct FaultCombiner: Sendable {
  private let contract: Contract
  private let trial: MockTrial
  /// The findings that the mock causes without any fault.
  private let accepted: Set<Fingerprint>

  /// The result of a trial with some faults.
  private struct Outcome {
    /// The faults whose finding is missing.
    var hidden: [Fault]
    /// The fingerprints of findings that none of the faults causes alone.
    var others: [Fingerprint]

    var isClean: Bool { hidden.isEmpty && others.isEmpty }
  }

  package init(contract: Contract) async {
    self.contract = contract
    trial = MockTrial(contract: contract)
    let all = trial.scenarios(calling: Set(contract.operations.map(\.name)))
    accepted = Set(await trial.report(playing: [], in: all).findings.map { Fingerprint($0) })
  }

  /// Returns true if a mock can show `faults` at once.
  package func canPlay(_ faults: [Fault]) async -> Bool {
    guard faults.count > 1 else { return true }
    return contention(among: faults) == nil ? await outcome(playing: faults).isClean : false
  }

  /// Returns the reason why a mock cannot show `faults` at once; `nil` if it can.
  package func clash(among faults: [Fault]) async -> FaultClash? {
    if await canPlay(faults) { return nil }
    if let contention = contention(among: faults) { return contention }
    return await leastClash(among: faults)
  }

  /// Returns the first two faults that cannot be combined because of what they change, which needs no trial; `nil` if
  /// none exists.
  private func contention(among faults: [Fault]) -> FaultClash? {
    for (index, second) in faults.enumerated() {
      for first in faults[..<index] {
        guard let reason = first.reason(against: second, in: contract) else { continue }
        return FaultClash(faults: [first.name, second.name], reason: reason)
      }
    }
    return nil
  }

  private func outcome(playing faults: [Fault]) async -> Outcome {
    let scenarios = trial.scenarios(calling: Set(faults.map(\.operation)))
    let report = await trial.report(
      playing: faults.map(\.played),
      in: scenarios,
      longestStream: longestStream(with: faults),
      isObserved: true
    )
    // An event that is added is one no document names.
    let addsEvent = faults.contains { $0.trace.rule == Rule(Addition.event.rawValue) }
    let found = report.findings.filter { !addsEvent || $0.rule != .streamUnknownEvent }
      .map { Fingerprint($0) }.filter { !accepted.contains($0) }
    let seen = Set(found).union(report.observations.flatMap { Addition.traces(in: $0, of: contract) })
    let wanted = Set(faults.map(\.trace))
    return Outcome(hidden: faults.filter { !seen.contains($0.trace) }, others: found.filter { !wanted.contains($0) })
  }

  /// Returns the time limit for streams if one of the faults keeps a stream from ending: longer than any pause that the
  /// faults cause. `nil` if none does.
  private func longestStream(with faults: [Fault]) -> Duration? {
    guard faults.contains(where: { $0.rule == .streamWithin }) else { return nil }
    return faults.map(\.effect.longestPause).reduce(.milliseconds(500)) { max($0, $1 + .milliseconds(500)) }
  }

  /// Returns the clash of the smallest set of `faults` that still cannot be combined.
  private func leastClash(among faults: [Fault]) async -> FaultClash {
    var clashing = faults
    for fault in faults where clashing.count > 2 {
      let rest = clashing.filter { $0.name != fault.name }
      if await !outcome(playing: rest).isClean { clashing = rest }
    }
    let outcome = await outcome(playing: clashing)
    return FaultClash(faults: clashing.map(\.name), reason: reason(outcome, clashing))
  }

  private func reason(_ outcome: Outcome, _ clashing: [Fault]) -> String {
    if let hidden = outcome.hidden.first, outcome.hidden.count < clashing.count {
      let others = clashing.filter { $0.name != hidden.name }.map { "`\($0.name)`" }
      return "with \(others.joined(separator: " and ")) no client gets to see `\(hidden.name)`"
    }
    if !outcome.hidden.isEmpty { return "they hide each other" }
    let other = outcome.others.first
    let place = (other?.promise).map { $0.isEmpty ? "" : " at \($0)" } ?? ""
    return "together they break something neither breaks alone: \(other?.rule.id ?? "")\(place)"
  }
}

extension Fault {
  /// Returns the reason why the fault cannot be combined with `other` because of what both change; `nil` if it can.
  func reason(against other: Fault, in contract: Contract) -> String? {
    guard operation == other.operation else { return nil }
    if let change = effect.answerChange, let second = other.effect.answerChange,
      let part = change.part(alsoSetBy: second)
    {
      return "both set the \(part) of the answers of `\(operation)`"
    }
    if case .refusal(let change) = effect, case .refusal(let second) = other.effect,
      let part = change.part(alsoSetBy: second)
    {
      return "both set the \(part) of the refusals of `\(operation)`"
    }
    if case .stream? = contract.operation(named: operation)?.interaction, effect.decidesEvents,
      other.effect.decidesEvents
    {
      return "both change the events of `\(operation)` and their order"
    }
    if trace == other.trace { return "both break the same promise, which gives one finding" }
    return nil
  }
}

extension FaultEffect {
  /// True if the effect determines which events are sent, by reordering them or by breaking off the stream.
  fileprivate var decidesEvents: Bool { reordersEvents || answerChange?.flaw != nil }
}

extension AnswerChange {
  /// Returns the name of the part of a response that both changes set; `nil` if none exists.
  fileprivate func part(alsoSetBy other: AnswerChange) -> String? {
    if status != nil, other.status != nil { return "status" }
    if body != nil, other.body != nil { return "body" }
    if flaw != nil, other.flaw != nil { return "end" }
    let names = headers.map(\.name) + removed
    return (other.headers.map(\.name) + other.removed).first { name in
      names.contains { $0.lowercased() == name.lowercased() }
    }.map { "field \($0)" }
  }
}
