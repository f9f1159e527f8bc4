import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation

/// The sentences about single events of a stream.
extension StreamJudge {
  func unknown(_ observed: ObservedEvent) -> Finding {
    let names = promise.events.map(\.name)
    guard observed.event.isNamed else {
      return finding(
        "stream.unnamed",
        promise.promise.level,
        observed,
        "event \(observed.index) at \(observed.time.spoken) has no `event:` line; a client that listens for \(names.joined(separator: ", ")) never sees it",
        expected: "an event with a name",
        actual: observed.event.data.cut,
        alternatives: names
      )
    }
    return finding(
      "stream.unknownEvent",
      .may,
      observed,
      "event \(observed.index) is a `\(observed.event.name)`, which the documents do not name; a documented client ignores it",
      expected: names.joined(separator: ", "),
      actual: observed.event.name,
      alternatives: names
    )
  }

  /// An event behind the final one: lost to a client that has closed, unless it had come before.
  func afterFinal(_ observed: ObservedEvent, _ event: EventPromise) -> Finding {
    let name = observed.event.name
    if !seen.contains(name), let order = promise.order {
      return Finding(
        level: order.promise.level,
        rule: "stream.afterFinal",
        location: "event \(observed.index)",
        message:
          "event \(observed.index) at \(observed.time.spoken): `\(name)` came after `\(finalName)`, when a documented client has closed the stream",
        expected: "`\(name)` before `\(finalName)`",
        actual: "\(name) after \(finalName)",
        sources: order.promise.sources,
        promise: contract.place(of: order.promise)
      )
    }
    return finding(
      "stream.afterFinal",
      .should,
      observed,
      "event \(observed.index) at \(observed.time.spoken): `\(name)` came after `\(finalName)`, which ends the stream",
      expected: "nothing after `\(finalName)`",
      actual: name,
      alternatives: []
    )
  }

  func notJSON(_ observed: ObservedEvent, _ promise: Promise) -> Finding {
    Finding(
      level: promise.level,
      rule: "stream.json",
      location: "event \(observed.index)",
      message:
        "the data of event \(observed.index) (`\(observed.event.name)`) is not JSON: \(observed.jsonError?.description ?? "empty")",
      expected: "JSON",
      actual: observed.event.data.cut,
      sources: promise.sources,
      promise: contract.place(of: promise)
    )
  }

  func timing(_ rule: String, _ limit: TimeLimit, _ words: String, _ time: Duration, location: String) -> Finding {
    Finding(
      level: limit.promise.level,
      rule: rule,
      location: location,
      message: "\(words) \(time.spoken)",
      expected: "within \(limit.duration.spoken)",
      actual: time.spoken,
      sources: limit.promise.sources,
      promise: contract.place(of: limit.promise)
    )
  }

  private func finding(
    _ rule: String,
    _ level: Level,
    _ observed: ObservedEvent,
    _ message: String,
    expected: String,
    actual: String,
    alternatives: [String]
  ) -> Finding {
    Finding(
      level: level,
      rule: rule,
      location: "event \(observed.index)",
      message: message,
      expected: expected,
      actual: actual,
      sources: promise.promise.sources,
      promise: contract.place(of: promise.promise),
      alternatives: alternatives
    )
  }
}

extension String {
  /// At most 120 characters, with the length where there were more.
  var cut: String {
    utf8.count <= 160 ? self : String(prefix(120)) + "… (\(utf8.count) bytes)"
  }
}
