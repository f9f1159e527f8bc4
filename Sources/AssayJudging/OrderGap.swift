import AssayContract
import AssayHTTP
import AssayObservation
import AssayText

/// When an event came, and under which name; all that is kept of it.
struct EventMoment: Sendable {
  var name: String
  /// Its number in the stream, from 1.
  var index: Int
  /// The time since the request began.
  var time: Duration

  init(_ observed: ObservedEvent) {
    name = observed.event.name
    index = observed.index
    time = observed.time
  }
}

/// Events that had to come and did not, until they do.
struct OrderGap: Sendable {
  /// Those still missing, in order.
  var names: [String]
  /// Those that came late.
  var late: [String] = []
  /// The names any one of which would have done, where one was missing.
  var choices: [String] = []
  /// The point they were missing at.
  var before: EventOrder.State
  /// The event that came instead.
  var opener: EventMoment
  /// The name of the event before that; empty at the start of the stream.
  var last: String
  /// The place of the finding that says so.
  var place = 0

  init(names: [String], before: EventOrder.State, opener: EventMoment, last: String) {
    self.names = names
    self.before = before
    self.opener = opener
    self.last = last
  }

  var isFilled: Bool { names.isEmpty }

  func isWaiting(for name: String) -> Bool { names.contains(name) || choices.contains(name) }

  mutating func take(_ name: String) {
    if choices.contains(name) {
      names = []
    } else if let index = names.firstIndex(of: name) {
      names.remove(at: index)
    }
    late.append(name)
  }
}

/// An event no documented client listens for.
struct OrderStranger: Sendable {
  /// `nil` where it has none.
  var name: String?
  var moment: EventMoment
  /// The place of the finding about it.
  var place: Int

  /// Whether its name is a misspelt one of `names`.
  func isMeant(for names: [String]) -> Bool {
    name.map { SpellingSuggestion.nearest(to: $0, among: names) != nil } ?? false
  }
}
