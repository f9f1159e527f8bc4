import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation

/// The states a polled job went through.
struct StateWalk: Sendable {
  /// A change to a state that the contract does not allow from the previous one.
  struct Wrong: Sendable {
    /// The previous state of the job.
    var from: String
    /// The finding about the change.
    var finding: Finding

    /// Returns true if the job may change to `state` from the previous state.
    func mayGo(to state: String, in poll: PollPromise) -> Bool {
      from.isExactly(state) || poll.state(named: from)?.next.containsExactly(state) == true
    }
  }

  /// The state of the last answer that had one.
  private(set) var current: String?
  /// The states, one for each change, for the message about a job that never ends; at most ``mostStates``.
  private(set) var states: [String] = []
  /// The number of further changes, not in ``states``.
  private(set) var furtherChanges = 0
  /// The change that was not allowed, while the job is still in the state it led to; otherwise `nil`.
  var wrong: Wrong?

  private static let mostStates = 12

  /// Records the state of the next response.
  mutating func take(_ state: String) {
    if let current, !current.isExactly(state), wrong?.from.isExactly(current) == false { wrong = nil }
    current = state
    guard states.last?.isExactly(state) != true else { return }
    if states.count < Self.mostStates { states.append(state) } else { furtherChanges += 1 }
  }

  func contains(_ state: String) -> Bool { states.containsExactly(state) }
}

/// The poll response with the final state, kept for comparison with the one requested after it.
struct FinalAnswer: Sendable {
  var state: String
  /// The time at which the answer was received.
  var time: Duration
  var json: JSONValue?
  private var status: Int?
  private var mediaType: String?
  /// The body if it is not JSON.
  private var body: [UInt8]

  init(_ answer: PollAnswer, state: String) {
    self.state = state
    time = answer.time
    json = answer.exchange.json?.detached
    status = answer.exchange.response?.head.status
    mediaType = answer.exchange.response?.head.mediaType?.essence
    body = json == nil ? answer.exchange.response?.body ?? [] : []
  }

  /// A difference between a later poll response and the final one.
  struct Difference {
    var part: Place.Part
    /// The place in words: `/status`, `status`, `header Content-Type`.
    var path: String
    var isState = false
    var from: String?
    var to: String?
  }

  /// Returns the first difference of `answer` from the final response; `nil` if they are equal.
  func difference(from answer: PollAnswer, _ promise: PollPromise) -> Difference? {
    let exchange = answer.exchange
    if let json {
      guard let now = exchange.json else { return Difference(part: .whole, path: "the body", from: json.brief) }
      if now != json {
        let (place, before, after) = JSONDifference.first(json, now)
        return Difference(
          part: Place(ValuePath(place, in: now), at: nil).part,
          path: place.description,
          isState: place == promise.state.pointer,
          from: before?.shown,
          to: after?.shown
        )
      }
    } else if exchange.response?.body ?? [] != body {
      return Difference(part: .whole, path: "the body")
    }
    let now = promise.state(in: exchange)
    if now?.isExactly(state) != true { return Difference(part: .whole, path: "", isState: true, from: state, to: now) }
    if status != exchange.response?.head.status {
      let code = exchange.response.map { "\($0.head.status)" }
      return Difference(part: .status, path: "status", from: status.map { "\($0)" }, to: code)
    }
    let type = exchange.response?.head.mediaType?.essence
    guard type != mediaType else { return nil }
    return Difference(part: .header("Content-Type"), path: "Content-Type", from: mediaType, to: type)
  }
}
