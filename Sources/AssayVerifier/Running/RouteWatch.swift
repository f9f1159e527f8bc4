import AssayContract
import AssayFindings
import AssayHTTP
import AssayJudging
import AssayObservation
import AssaySecrets
import Synchronization

/// Watches whether each operation ever answers otherwise than a path that is not served.
///
/// A check that such an answer is enough for, as of a job that is not known, is reported once it is known that its route
/// exists: with the first other answer of the operation, or at the end of the run.
final class RouteWatch: Sendable {
  /// An answer that may be that of a path that is not served.
  struct Suspect: Sendable {
    var check: String
    var step: Step
    var exchange: Exchange
  }

  private struct State {
    /// The operations whose routes exist.
    var shown: Set<String> = []
    /// By operation and check: a scenario that is retried makes its checks again.
    var suspects: [String: [String: Suspect]] = [:]
    /// The events that were not reported yet, by operation.
    var held: [String: [Hidden<RunEvent>]] = [:]
  }

  /// The most bytes of an answer that are kept.
  private static let mostBody = 65_536
  /// The most bytes of an answer whose JSON is kept.
  private static let mostRead = 1 << 20

  private let state = Mutex(State())
  private let tell: @Sendable (Hidden<RunEvent>) -> Void

  init(_ tell: @escaping @Sendable (Hidden<RunEvent>) -> Void) { self.tell = tell }

  /// Takes in the answers of a step.
  func note(_ exchanges: [Exchange], of step: Step, check: String) {
    guard let last = exchanges.last(where: { $0.response != nil }) else { return }
    let isSuspect = exchanges.allSatisfy { $0.response == nil || RouteJudge.isSuspect($0) }
    let told = state.withLock { state -> [Hidden<RunEvent>] in
      if state.shown.contains(step.operation) { return [] }
      guard isSuspect else {
        state.shown.insert(step.operation)
        state.suspects[step.operation] = nil
        return state.held.removeValue(forKey: step.operation) ?? []
      }
      // Its JSON takes more memory than its body does.
      var exchange = last.size > Self.mostRead ? last.cut(to: Self.mostBody) : last
      if let body = last.response?.body, body.count > Self.mostBody {
        exchange.response?.body = Array(body.prefix(Self.mostBody))
      }
      state.suspects[step.operation, default: [:]][check] = Suspect(check: check, step: step, exchange: exchange)
      return []
    }
    told.forEach(tell)
  }

  /// Tells of `event`, or keeps it where it says that a check is green whose route may not exist.
  func emit(_ event: Hidden<RunEvent>) {
    let isHeld = state.withLock { state in
      guard case .checkEnded(let check, _) = event.value, [.passed, .warned, .unjudged].contains(check.status),
        state.suspects[check.operation]?[check.id] != nil
      else { return false }
      state.held[check.operation, default: []].append(event)
      return true
    }
    if !isHeld { tell(event) }
  }

  /// The suspects of each operation that answered nothing else, in no order.
  var unsettled: [String: [Suspect]] { state.withLock { $0.suspects.mapValues { Array($0.values) } } }

  /// The operations whose routes exist.
  var shown: Set<String> { state.withLock { $0.shown } }

  /// Ends the watch: what was kept of `operations` is emitted, the checks in `lost` as they are there.
  func settle(_ operations: @autoclosure () -> [String], _ lost: [String: RunPart.LostCheck], _ vault: SecretVault) {
    let held = state.withLock { state in
      defer { (state.suspects, state.held) = ([:], [:]) }
      return state.held
    }
    if held.isEmpty { return }
    for event in operations().lazy.flatMap({ held[$0] ?? [] }) {
      if case .checkEnded(let check, _) = event.value, let lost = lost[check.id] {
        tell(vault.hide(.checkEnded(lost.check, findings: lost.findings)))
      } else {
        tell(event)
      }
    }
  }
}
