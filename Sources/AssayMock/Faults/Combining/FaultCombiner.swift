package import AssayContract
import AssayFindings

/// Says which faults can be played at once: those that each show as they do alone, and show nothing else.
package struct FaultCombiner: Sendable {
  private let contract: Contract
  private let rehearsal: Rehearsal
  /// What the conforming mock shows.
  private let accepted: Set<FindingIdentity>

  /// What came of playing some faults.
  private struct Outcome {
    /// The faults that did not show.
    var hidden: [Fault]
    /// What showed that none of them shows alone.
    var others: [FindingIdentity]

    var isClean: Bool { hidden.isEmpty && others.isEmpty }
  }

  package init(contract: Contract) {
    self.contract = contract
    rehearsal = Rehearsal(contract: contract)
    let all = rehearsal.scenarios(calling: Set(contract.operations.map(\.name)))
    accepted = Set(rehearsal.report(playing: [], in: all, watching: "").findings.map(FindingIdentity.init))
  }

  /// Whether `faults` can be played at once.
  package func canPlay(_ faults: [Fault]) -> Bool {
    faults.count < 2 || contention(among: faults) == nil && outcome(playing: faults).isClean
  }

  /// Why `faults` cannot be played at once; `nil` where they can.
  package func clash(among faults: [Fault]) -> FaultClash? {
    canPlay(faults) ? nil : contention(among: faults) ?? leastClash(among: faults)
  }

  /// The first two faults whose effects alone show that they exclude each other.
  private func contention(among faults: [Fault]) -> FaultClash? {
    for (index, second) in faults.enumerated() {
      for first in faults[..<index] {
        guard let reason = first.reason(against: second, in: contract) else { continue }
        return FaultClash(faults: [first.name, second.name], reason: reason)
      }
    }
    return nil
  }

  private func outcome(playing faults: [Fault]) -> Outcome {
    let scenarios = rehearsal.scenarios(calling: Set(faults.map(\.operation)))
    let report = rehearsal.report(playing: faults, in: scenarios, watching: "")
    let found = report.findings.map(FindingIdentity.init).filter { !accepted.contains($0) }
    let seen = Set(found).union(report.additions)
    let wanted = Set(faults.map(\.trace))
    return Outcome(hidden: faults.filter { !seen.contains($0.trace) }, others: found.filter { !wanted.contains($0) })
  }

  /// The clash of as few of the faults as make one, told.
  private func leastClash(among faults: [Fault]) -> FaultClash {
    var clashing = faults
    for fault in faults where clashing.count > 2 {
      let rest = clashing.filter { $0.name != fault.name }
      if !outcome(playing: rest).isClean { clashing = rest }
    }
    let outcome = outcome(playing: clashing)
    return FaultClash(faults: clashing.map(\.name), reason: reason(outcome, clashing))
  }

  private func reason(_ outcome: Outcome, _ clashing: [Fault]) -> String {
    if let hidden = outcome.hidden.first, outcome.hidden.count < clashing.count {
      let others = clashing.filter { $0.name != hidden.name }.map { "`\($0.name)`" }
      return "with \(others.joined(separator: " and ")) no client gets to see `\(hidden.name)`"
    }
    if !outcome.hidden.isEmpty { return "they hide one another" }
    let other = outcome.others.first
    let place = (other?.promise).map { $0.isEmpty ? "" : " at \($0)" } ?? ""
    return "together they break something neither breaks alone: \(other?.rule ?? "")\(place)"
  }
}
