import AssayContract
import AssayHTTP
import AssayObservation
import AssayVerifier

/// A call of a run, with the command that repeats it.
package struct SeenCall: Hashable, Sendable, Comparable {
  /// The position of the call's check among the checks of the run, from 0.
  fileprivate let check: Int
  /// The number of the call in its check, from 1.
  fileprivate let turn: Int
  /// The shell command that repeats the request.
  package let command: String

  /// Compares calls by the order in which a run without concurrency would make them.
  package static func < (left: SeenCall, right: SeenCall) -> Bool {
    (left.check, left.turn, left.command) < (right.check, right.turn, right.command)
  }
}

/// A counter that numbers the calls of each check, so that calls are identified independently of the order in which
/// checks end.
struct CallCount: Sendable {
  private var places: [String: Int]
  private var turns: [String: Int] = [:]

  /// Makes a counter; `checks` are the ids of the run's checks, in order.
  init(checks: [String]) { places = Dictionary(checks.enumerated().map { ($1, $0) }) { first, _ in first } }

  /// Returns the call of an observation; for a poll the first, since the others repeat it; `nil` if no call was made.
  mutating func call(of observation: Observation, hide: (String) -> String) -> SeenCall? {
    let command: String
    switch observation.content {
    case .exchange(let exchange): command = CurlCommand.text(exchange.request)
    case .poll(let poll): command = poll.answers.first.map { CurlCommand.text($0.exchange.request) } ?? ""
    case .stream(let stream): command = CurlCommand.text(stream.request, isStream: true)
    case .absent: return nil
    }
    turns[observation.check, default: 0] += 1
    return SeenCall(
      check: places[observation.check] ?? places.count,
      turn: turns[observation.check] ?? 1,
      command: hide(command)
    )
  }
}
