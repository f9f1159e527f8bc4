import AssayContract
import AssayHTTP
package import AssayJSON
import AssayObservation

/// The data of received events that rules read by `$events.NAME`; kept up to a limit, since a stream may be endless.
package struct EventMemory: Sendable {
  /// The maximum number of bytes kept; each event counts with its overhead in addition to its data.
  private let mostBytes: Int
  private static let costOfEvent = 256

  private let names: Set<ExactText>
  /// The data of the events up to the final one, by name.
  package private(set) var events: [ExactText: [JSONValue]] = [:]
  /// The data of events after the final one, which a client never receives.
  private var late: [ExactText: [JSONValue]] = [:]
  private var bytes = 0
  /// The number of events that rules read but that were not kept.
  package private(set) var dropped = 0

  init(readBy rules: [Expression], bytes: Int) {
    mostBytes = bytes
    names = rules.reduce(into: []) { names, rule in
      for case .events(let name) in rule.references.lazy.map(\.subject) { names.insert(ExactText(name)) }
    }
  }

  mutating func take(_ observed: ObservedEvent, isLate: Bool) {
    guard !names.isEmpty else { return }
    let name = ExactText(observed.name)
    guard names.contains(name) else { return }
    bytes += observed.event.bytes.count + Self.costOfEvent
    guard bytes <= mostBytes else {
      dropped += 1
      return
    }
    if isLate {
      late[name, default: []].append(observed.value)
    } else {
      events[name, default: []].append(observed.value)
    }
  }

  /// The data of all kept events by name, including the events after the final one; `nil` if none were received after
  /// it.
  var withLate: [ExactText: [JSONValue]]? {
    late.isEmpty ? nil : events.merging(late) { $0 + $1 }
  }

  /// Returns the promise of the first rule that reads a member of the data of `event`, so that the data must be JSON;
  /// `nil` if no rule does.
  func reader(insideDataOf event: EventPromise, _ stream: StreamPromise) -> Promise? {
    stream.invariants.first { rule in
      rule.expression.references.contains { reference in
        guard case .events(let name) = reference.subject else { return false }
        return name.isExactly(event.name) && !reference.pointer.tokens.isEmpty
      }
    }?.promise
  }
}
