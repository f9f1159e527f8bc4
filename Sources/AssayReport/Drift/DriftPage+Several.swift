import AssayFindings
import AssayText

extension [DriftReport] {
  /// The page for all contracts of a run: the overall verdict, then a part for each contract.
  package var page: Page {
    if count == 1 { return self[0].page }
    let pages = map(\.page)
    return Page(
      verdict: DriftSentence.verdict(self),
      tone: tone,
      name: "Drift",
      summary: [.list(pages.map { [.prose($0.verdict)] })],
      body: pages.map { .part($0.verdict, $0.summary + $0.body) }
    )
  }

  private var tone: Page.Tone {
    if contains(where: { $0.outcome == .interrupted }) { return .interrupted }
    return allSatisfy { $0.outcome == .none || $0.outcome == .known } ? .passed : .failed
  }
}

extension DriftSentence {
  /// Returns the overall verdict: `2 of 3 services differ from their documentation in 14 places: 4 break the client, 10
  /// do not`.
  static func verdict(_ reports: [DriftReport]) -> String {
    func count(_ outcome: DriftReport.Outcome) -> Int { reports.count { $0.outcome == outcome } }
    let (differing, silent) = (count(.drift), count(.unobserved))
    let unseen = silent > 0 ? "\(silent) of \(reports.count) services could not be observed" : ""
    if count(.interrupted) > 0 { return "the run was interrupted; this is what was seen until then" }
    if differing > 0 {
      let verb = differing == 1 ? "differs from its" : "differ from their"
      return "\(differing) of \(reports.count) services \(verb) documentation in "
        + effects(reports.flatMap(\.newDrift)) + (silent > 0 ? "; \(unseen)" : "")
    }
    if silent > 0 { return unseen }
    if count(.known) > 0 { return "no new drift in \(reports.count) services; all of it is in the baseline" }
    return "all \(reports.count) services match their documentation, as far as they were seen"
  }
}
