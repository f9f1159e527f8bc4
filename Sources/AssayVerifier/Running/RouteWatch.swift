import AssayContract
import AssayFindings
import AssayHTTP
import AssayJudging
import AssayObservation
import AssaySecrets
import Synchronization

/// A watch for operations that respond only as a server does for a path it does not serve.
///
/// Some checks accept such a response, for example for an unknown job. Their results are reported only when the route
/// is known to exist: after the first different response of the operation, or at the end of the run.
final class RouteWatch: Sendable {
  /// A check whose response may be that of a path the server does not serve.
  struct Suspect: Sendable {
    var check: String
    var step: Step
    var exchange: Exchange
  }

  private struct State {
    /// The names of the operations whose routes are known to exist.
    var shown: Set<String> = []
    /// The suspected responses by operation and check; if a scenario is retried, the later response replaces the
    /// earlier one.
    var suspects: [String: [String: Suspect]] = [:]
    /// The results of checks that are not reported yet, by operation.
    var held: [String: [Hidden<RunEvent>]] = [:]
  }

  private let state = Mutex(State())
  private let tell: @Sendable (Hidden<RunEvent>) -> Void

  init(_ tell: @escaping @Sendable (Hidden<RunEvent>) -> Void) { self.tell = tell }

  /// Takes the responses to a step, and reports the kept events of the operation if one of them shows that its route
  /// exists.
  func note(_ exchanges: [Exchange], of step: Step, check: String) {
    guard let last = exchanges.last(where: { $0.response != nil }) else { return }
    guard exchanges.allSatisfy({ $0.response == nil || RouteJudge.isSuspect($0) }) else { return show(step.operation) }
    state.withLock { state in
      if state.shown.contains(step.operation) { return }
      let suspect = Suspect(check: check, step: step, exchange: last.routeAnswer)
      state.suspects[step.operation, default: [:]][check] = suspect
    }
  }

  /// Takes one of several responses to a step of `operation`, of which ``note(_:of:check:)`` takes only those that later
  /// steps read.
  func note(_ exchange: Exchange, of operation: String) {
    if exchange.response != nil, !RouteJudge.isSuspect(exchange) { show(operation) }
  }

  /// Records that the route of `operation` exists, and reports its kept events.
  private func show(_ operation: String) {
    let told = state.withLock { state -> [Hidden<RunEvent>] in
      guard state.shown.insert(operation).inserted else { return [] }
      state.suspects[operation] = nil
      return state.held.removeValue(forKey: operation) ?? []
    }
    told.forEach(tell)
  }

  /// Reports `event`, or keeps it for later if its check did not fail but its route may not exist.
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

  /// The suspected responses of the operations that have returned no others, in no particular order.
  var unsettled: [String: [Suspect]] { state.withLock { $0.suspects.mapValues { Array($0.values) } } }

  /// The names of the operations whose routes are known to exist.
  var shown: Set<String> { state.withLock { $0.shown } }

  /// Ends the watch, and reports the kept results of `operations`. Checks in `lost`, whose routes do not exist, have
  /// the results given there.
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

extension Exchange {
  /// The exchange with only what shows whether its route exists: at most 64 KiB of the response's body, and its JSON if
  /// the body has at most 1 MiB.
  var routeAnswer: Exchange {
    let mostBody = 65_536
    // JSON takes more memory than its text does.
    var exchange = size > 1 << 20 ? cut(to: mostBody) : self
    if let body = exchange.response?.body, body.count > mostBody {
      exchange.response?.body = Array(body.prefix(mostBody))
    }
    return exchange
  }
}
