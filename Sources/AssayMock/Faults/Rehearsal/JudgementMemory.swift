import AssayContract
import AssayFindings
import AssayHTTP
import AssayObservation
import Synchronization

/// Remembers what was found in answers that are text: the same page comes in every rehearsal, and patterns take time.
final class JudgementMemory: Sendable {
  private struct Key: Hashable {
    var operation: String
    var step: String
    var response: HTTPResponse
    var end: TransferEnd
  }

  private let known = Mutex<[Key: [Finding]]>([:])
  private static let limit = 64

  /// What `judge` finds in `exchange`, or found in one like it, where nothing but the answer counts.
  func findings(
    for exchange: Exchange,
    _ operation: Operation,
    _ step: Step,
    judge: () -> [Finding]
  ) -> [Finding] {
    let isText = (step.responses ?? operation.responses).contains { $0.text != nil && $0.body == nil }
    guard isText, operation.invariants.isEmpty, step.invariants.isEmpty, let response = exchange.response else {
      return judge()
    }
    let key = Key(operation: operation.name, step: step.id, response: response, end: exchange.end)
    if let findings = known.withLock({ $0[key] }) { return findings }
    let findings = judge()
    known.withLock { known in
      if known.count >= Self.limit { known.removeAll() }
      known[key] = findings
    }
    return findings
  }
}
