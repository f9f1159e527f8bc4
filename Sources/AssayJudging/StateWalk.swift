import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation

/// The states a polled job went through.
struct StateWalk: Sendable {
  /// A state the job should not have gone to.
  struct Wrong: Sendable {
    /// The state it was in before.
    var from: String
    /// The finding that says so.
    var finding: Finding

    /// Returns true if the job may change to `state` from the state it was in before.
    func mayGo(to state: String, in poll: PollPromise) -> Bool {
      from.isExactly(state) || poll.state(named: from)?.next.containsExactly(state) == true
    }
  }

  /// The state of the last answer that had one.
  private(set) var current: String?
  /// One for each change, for the message about a job that never ends; at most ``mostStates``.
  private(set) var states: [String] = []
  /// The number of changes beyond those.
  private(set) var furtherChanges = 0
  /// The last state it should not have gone to, as long as it is there.
  var wrong: Wrong?

  private static let mostStates = 12

  /// Takes the state of the next answer.
  mutating func take(_ state: String) {
    if let current, !current.isExactly(state), wrong?.from.isExactly(current) == false { wrong = nil }
    current = state
    guard states.last?.isExactly(state) != true else { return }
    if states.count < Self.mostStates { states.append(state) } else { furtherChanges += 1 }
  }

  func contains(_ state: String) -> Bool { states.containsExactly(state) }
}

/// The answer with the final state, as the one after it is compared with it.
struct FinalAnswer: Sendable {
  var state: String
  /// When it was received.
  var time: Duration
  var json: JSONValue?
  private var status: Int?
  private var mediaType: String?
  /// The body where it is not JSON.
  private var body: [UInt8]

  init(_ answer: PollAnswer, state: String) {
    self.state = state
    time = answer.time
    json = answer.exchange.json?.detached
    status = answer.exchange.response?.head.status
    mediaType = answer.exchange.response?.head.mediaType?.essence
    body = json == nil ? answer.exchange.response?.body ?? [] : []
  }

  /// The difference between a later answer and this one.
  struct Difference {
    var part: Place.Part
    /// The place in words: `/status`, `status`, `header Content-Type`.
    var path: String
    var isState = false
    var from: String?
    var to: String?
  }

  /// The first difference of `answer`; `nil` where it is the same.
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
