import AssayContract
import AssayHTTP
import AssayJudging
import AssayObservation

/// The exchanges of a scenario from which its steps read the URL they call.
struct FollowedAnswers {
  /// True if a step of the scenario reads its URL or its items from the answer before it; otherwise nothing is kept.
  private let areRead: Bool
  private var last: Exchange?
  /// For steps that called a URL from an earlier answer, the exchange with that answer, by step id.
  private var origins: [String: Exchange] = [:]

  init(_ scenario: Scenario) {
    areRead = scenario.steps.contains { $0.call.readsAnswerBefore }
  }

  /// Keeps the last exchange of a step that was run.
  mutating func note(_ record: StepRecord) {
    if areRead { last = record.exchanges.last ?? last }
  }

  /// Returns the exchange from which `step` reads its URL. A probe reads it from the same exchange as the call it is
  /// derived from, if that was made before it.
  mutating func answer(for step: Step) -> Exchange? {
    let call = step.probedStep ?? step.id
    let answer = step.probe == nil ? last : origins[call] ?? last
    origins[call] = answer
    return answer
  }
}
