package import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssaySchema
import AssayReport

/// All observations of one operation.
package struct ObservedOperation: Sendable {
  /// The number of responses received: one for each call, poll or stream.
  package var answers = 0
  /// The number of responses by status.
  package var statuses: [Int: Int] = [:]
  /// The observed shapes of response bodies, by the documented status pattern they belong to.
  package var bodies: [StatusPattern: ObservedShape] = [:]
  /// The received media types where JSON but no media type is documented, by the documented status pattern.
  package var otherTypes: [StatusPattern: LeastTexts] = [:]
  /// The bodies that no schema describes, by status or documented range.
  package var undescribed: [String: SeenBody] = [:]
  /// The undocumented header fields: the number of times each was received, and a few of its values.
  package var headers: [String: (count: Int, values: LeastTexts)] = [:]
  /// The received content types with more parameters than the documented one, by the documented status pattern:
  /// `application/json; charset=utf-8`.
  package var fullTypes: [StatusPattern: LeastTexts] = [:]
  /// The number of events by name.
  package var events: [String: Int] = [:]
  /// The observed shapes of the data of documented events.
  package var data: [String: ObservedShape] = [:]
  /// A few examples of the data of undocumented events.
  package var unknownData: [String: LeastTexts] = [:]
  /// The observed states of polled jobs.
  package var job = SeenJob()
  /// The times of its calls.
  var times = SeenTimes()
  /// The documented choices that valid requests made.
  var choices: Set<String> = []
  /// The calls that reproduce the observed differences.
  var calls = ShownCalls()
}

/// The observed states of polled jobs, and their changes.
package struct SeenJob: Sendable {
  /// The number of polls that showed each state of a job.
  package var states: [String: Int] = [:]
  /// For each change of state, the number of times that two successive polls of a job showed it.
  package var transitions: [StateChange: Int] = [:]
}

/// The times of calls that ran alone, and of those next to others.
struct SeenTimes: Sendable {
  /// Shorter times next to others are not noted.
  private static let least = Duration.seconds(5)
  /// Nor is one that is fewer times longer than alone.
  private static let factor = 20

  private var alone: Duration?
  private var shared: Duration?
  /// A time that was too long, of a call that was made again alone.
  private var late: Duration?

  mutating func add(_ timings: TransferTimings) {
    late = [late, timings.shared].compactMap(\.self).max()
    if timings.isShared {
      shared = max(shared ?? .zero, timings.total)
    } else {
      alone = max(alone ?? .zero, timings.total)
    }
  }

  /// The longest times next to others and alone, where the first is too long and the other is not.
  var slow: (shared: Duration, alone: Duration)? {
    guard let alone else { return nil }
    if let late { return (late, alone) }
    guard let shared, shared >= Self.least, shared >= alone * Self.factor else { return nil }
    return (shared, alone)
  }
}

/// For each observation that is not about a value (`header x-model`, `type 200`, `body 4XX`), the first call that
/// showed it.
package struct ShownCalls: Sendable {
  /// The call whose response is currently being added.
  var current: SeenCall?
  private var first: [String: SeenCall] = [:]

  /// Records that the current call showed `place`.
  mutating func note(_ place: String) {
    guard let current else { return }
    first[place] = min(first[place] ?? current, current)
  }

  /// Returns the command line that repeats the first call that showed `place`; empty if none did.
  func command(_ place: String) -> String { first[place]?.command ?? "" }
}

/// An observed change of a job from one state to a different one.
package struct StateChange: Hashable, Sendable, CustomStringConvertible {
  var from: String
  var to: String

  package var description: String { "\(from) → \(to)" }
}

extension ObservedOperation {
  /// Returns true if the difference in `row` would have been observed if it still existed, so that its absence means
  /// that it is fixed.
  func shows(_ row: DriftRow) -> Bool {
    guard answers > 0 else { return false }
    switch row.kind {
    case .undocumentedStatus: return true
    case .undocumentedEvent: return !events.isEmpty
    case .undocumentedState: return !job.states.isEmpty
    default: break
    }
    switch row.subject {
    case .event(let name): guard events[name] != nil else { return false }
    case .stream: guard !events.isEmpty else { return false }
    case .poll: guard !job.states.isEmpty else { return false }
    case .status(let status): guard bodies.keys.contains(where: { $0.description == status }) else { return false }
    case .answer where row.rule?.family != .transport:
      guard statuses.keys.contains(where: { $0 / 100 == 2 }) else { return false }
    default: break
    }
    return shows(row.place, of: row)
  }

  /// Returns true if a value was received at `place`. For a row about an undocumented or missing field, returns true if
  /// an object was received that could contain the field.
  private func shows(_ place: String, of row: DriftRow) -> Bool {
    guard place.hasPrefix("/"), let pointer = JSONPointer(place), let last = pointer.tokens.last else { return true }
    let roots = shapes(of: row.subject)
    guard !roots.isEmpty else { return true }
    let isAboutPresence = row.kind == .undocumentedField || row.rule == .schema("required")
    let wanted = isAboutPresence ? JSONPointer(tokens: pointer.tokens.dropLast()) : pointer
    return roots.contains { root in
      guard let shape = root[wanted] else { return false }
      return !isAboutPresence || shape.types.contains(last == ObservedShape.anyName ? .array : .object)
    }
  }

  /// Returns the observed shapes of an event's data, or of the response bodies that `subject` selects.
  func shapes(of subject: DriftSubject) -> [ObservedShape] {
    if case .event(let name) = subject { return [data[name]].compactMap { $0 } }
    return bodies.sorted { $0.key.description < $1.key.description }.filter {
      subject == .answer || subject == .status($0.key.description)
    }.map(\.value)
  }
}
