import AssayContract
import AssayHTTP
import AssayObservation
import AssayVerifier

/// A call of a run, by which what it showed can be shown again.
package struct SeenCall: Hashable, Sendable, Comparable {
  /// The place of its check among those of the run, from 0.
  fileprivate let check: Int
  /// As how many it was made in its check, from 1.
  fileprivate let turn: Int
  /// The line for a shell that repeats its request.
  package let command: String

  /// Orders as the run would make them one at a time.
  package static func < (left: SeenCall, right: SeenCall) -> Bool {
    (left.check, left.turn, left.command) < (right.check, right.turn, right.command)
  }
}

/// Tells the calls of a run apart, in whatever order they are seen.
struct CallCount: Sendable {
  private var places: [String: Int]
  private var turns: [String: Int] = [:]

  /// `checks` are the ids of the run's checks in order.
  init(checks: [String]) { places = Dictionary(checks.enumerated().map { ($1, $0) }) { first, _ in first } }

  /// The call of an observation; of a poll the first, which the others repeat. `nil` where none was made.
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
