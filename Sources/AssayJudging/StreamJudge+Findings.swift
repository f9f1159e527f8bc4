import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
import AssayText

/// The sentences about single events of a stream.
extension StreamJudge {
  func unknown(_ observed: ObservedEvent) -> Finding {
    let names = promise.events.map(\.name)
    guard observed.event.isNamed else {
      return finding(
        "stream.unnamed",
        observed,
        "it has no `event:` line and is a `message` to clients; one that listens for "
          + "\(names.map { "`\($0)`" }.joined(separator: ", ")) never sees it",
        expected: "an event with a name",
        actual: observed.event.data.cut,
        alternatives: names
      )
    }
    let nearest =
      SpellingSuggestion.nearest(to: observed.event.name, among: names).map {
        "; the nearest documented one is `\($0)`"
      }
      ?? ""
    return finding(
      "stream.unknownEvent",
      level: .may,
      observed,
      "`\(observed.event.name.cut)` is no event the documents name\(nearest); a documented client ignores it",
      expected: names.joined(separator: ", "),
      actual: observed.event.name.cut,
      alternatives: names
    )
  }

  /// An event behind the final one: lost to a client that has closed, unless it had come before.
  func afterFinal(_ observed: ObservedEvent, _ event: EventPromise) -> Finding {
    let name = observed.event.name
    if !seen.contains(name), let order = promise.order {
      return Finding(
        breaking: order.promise,
        of: contract,
        rule: "stream.afterFinal",
        location: "event \(observed.index)",
        message:
          "\(moment(observed)): `\(name)` came after `\(finalName)`; a documented client has closed the stream by "
          + "then and never gets it",
        expected: "\(name) before \(finalName)",
        actual: "\(name) after \(finalName)"
      )
    }
    return finding(
      "stream.afterFinal",
      level: min(promise.promise.level, .should),
      observed,
      "`\(name)` came after `\(finalName)`, which ends the stream",
      expected: "nothing after \(finalName)",
      actual: name
    )
  }

  func notJSON(_ observed: ObservedEvent, _ promise: Promise) -> Finding {
    let reason = observed.jsonError.map { ": \($0)" } ?? ""
    return Finding(
      breaking: promise,
      of: contract,
      rule: "stream.json",
      location: "event \(observed.index)",
      message: "the data of event \(observed.index) (`\(observed.event.name)`) is not JSON\(reason)",
      expected: "JSON",
      actual: observed.event.data.isEmpty ? "no data" : observed.event.data.cut,
      excerpt: observed.event.data.isEmpty
        ? "" : observed.jsonError.map { Excerpt.of(Array(observed.event.data.utf8), offset: $0.offset) } ?? ""
    )
  }

  /// The first event, after the time promised for it.
  func late(_ first: TimeLimit, _ time: Duration) -> Finding {
    Finding(
      breaking: first.promise,
      of: contract,
      rule: "stream.first",
      location: "event 1",
      message: "the first event came only after \(time.spoken); it is promised within \(first.duration.spoken)",
      expected: "within \(first.duration.spoken)",
      actual: time.spoken
    )
  }

  /// A pause longer than promised; up to the end of the wait where it is `open`.
  func silent(_ silence: TimeLimit, for time: Duration, open: Bool) -> Finding {
    Finding(
      breaking: silence.promise,
      of: contract,
      // A stream that never reached its final event leaves its client waiting, however short a pause is promised.
      level: open ? .must : nil,
      rule: "stream.silence",
      location: open ? lastPlace : "event \(count + 1)",
      message: open
        ? "nothing, not even a comment, came for \(time.spoken) \(sinceLast), and the wait ended there; "
          + "the longest pause promised is \(silence.duration.spoken)"
        : "nothing, not even a comment, came for \(time.spoken) \(sinceLast); "
          + "the longest pause promised is \(silence.duration.spoken)",
      expected: open ? "\(wanted) within \(silence.duration.spoken)" : "a pause of at most \(silence.duration.spoken)",
      actual: "\(time.spoken) of silence"
    )
  }

  /// Where the stream had come to, for a sentence: behind which event, or before any.
  var sinceLast: String {
    guard count > 0 else { return "before any event" }
    return lastName.map { "after `\($0.cut)` (event \(count))" } ?? "after event \(count), which has no name"
  }

  /// Where the stream was when it ended.
  var lastPlace: String { count == 0 ? "" : "after event \(count)" }

  /// What may still come, for `expected`.
  var wanted: String { expectedNext.isEmpty ? "the end" : expectedNext.either }

  private func moment(_ observed: ObservedEvent) -> String { "event \(observed.index) at \(observed.time.spoken)" }

  private func finding(
    _ rule: String,
    level: Level? = nil,
    _ observed: ObservedEvent,
    _ words: String,
    expected: String,
    actual: String,
    alternatives: [String] = []
  ) -> Finding {
    Finding(
      breaking: promise.promise,
      of: contract,
      level: level,
      rule: rule,
      location: "event \(observed.index)",
      message: "\(moment(observed)): \(words)",
      expected: expected,
      actual: actual,
      alternatives: alternatives
    )
  }
}

extension String {
  /// At most 120 characters, with the length where there were more.
  package var cut: String {
    utf8.count <= 160 ? self : String(prefix(120)) + "… (\(utf8.count) bytes)"
  }
}
