import AssayContract
import AssayFindings
import AssayText

/// The sentences about the order of events.
extension OrderJudge {
  /// An event that may not come here, and for which nothing is missing.
  func misplaced(_ observed: EventMoment, after last: String) -> Finding {
    let allowed = expectedNext
    let moment = last.isEmpty ? "at the start of the stream" : "after `\(last)`"
    return finding(
      "stream.order",
      observed,
      "`\(observed.name)` came; \(moment) \(allowed.isEmpty ? "nothing" : "only \(either(allowed))") may",
      expected: allowed.isEmpty ? "no further event" : allowed.either,
      actual: observed.name,
      alternatives: allowed
    )
  }

  /// Events that had to come before another and did not.
  func missing(_ gap: OrderGap) -> Finding {
    let wanted = gap.choices.isEmpty ? all(gap.names) : either(gap.choices)
    let opener = "`\(gap.opener.name)`"
    let came =
      gap.last.isEmpty
      ? "the stream began with \(opener); \(wanted) had to come first"
      : "\(opener) came right after `\(gap.last)`; \(wanted) had to come between them"
    let late = gap.late.isEmpty ? "" : ", and \(all(gap.late)) came late"
    return finding(
      "stream.missing",
      gap.opener,
      came + late,
      expected: gap.choices.isEmpty ? gap.names.joined(separator: ", then ") : gap.choices.either,
      actual: gap.opener.name,
      alternatives: order(from: gap)
    )
  }

  /// Events that were missing and came after all.
  func late(_ gap: OrderGap, _ observed: EventMoment, after last: String) -> Finding {
    let opener = "`\(gap.opener.name)` (event \(gap.opener.index))"
    return finding(
      "stream.order",
      observed,
      "\(all(gap.late)) came late; \(gap.late.count == 1 ? "it" : "they") had to come before \(opener)",
      expected: "\(gap.late.joined(separator: ", then ")) before \(gap.opener.name)",
      actual: "\(observed.name) after \(last)",
      alternatives: []
    )
  }

  /// An event that came too early, and again where it belongs.
  func early(_ gap: OrderGap, again observed: EventMoment) -> Finding {
    let name = gap.opener.name
    return finding(
      "stream.order",
      gap.opener,
      "`\(name)` came too early, and again in its place as event \(observed.index); \(all(gap.late)) had to come first",
      expected: gap.late.joined(separator: ", then "),
      actual: name,
      alternatives: order(from: gap)
    )
  }

  /// The event that opens the stream, once more.
  func repeated(_ observed: EventMoment) -> Finding {
    finding(
      "stream.repeated",
      level: min(promise.promise.level, .should),
      observed,
      "`\(observed.name)` came again; it opens the stream, and comes once",
      expected: expectedNext.isEmpty ? "no further event" : expectedNext.either,
      actual: observed.name,
      alternatives: expectedNext
    )
  }

  /// An event that had to come, and came under a name that is nearly its own.
  func misspelt(_ stranger: OrderStranger, _ wanted: [String]) -> Finding {
    let name = stranger.name ?? ""
    return Finding(
      breaking: promise.promise,
      of: contract,
      rule: "stream.missing",
      location: "event \(stranger.moment.index)",
      message:
        "event \(stranger.moment.index) at \(stranger.moment.time.spoken): `\(name)` came where \(either(wanted)) had to; "
        + "no documented client listens for `\(name)`",
      expected: wanted.either,
      actual: name,
      alternatives: wanted
    )
  }

  private func finding(
    _ rule: String,
    level: Level? = nil,
    _ observed: EventMoment,
    _ words: String,
    expected: String,
    actual: String,
    alternatives: [String]
  ) -> Finding {
    Finding(
      breaking: promise.promise,
      of: contract,
      level: level,
      rule: rule,
      location: "event \(observed.index)",
      message: "event \(observed.index) at \(observed.time.spoken): \(words)",
      expected: expected,
      actual: actual,
      alternatives: alternatives
    )
  }

  private func order(from gap: OrderGap) -> [String] { promise.order.allowed(in: gap.before) }

  private func either(_ names: [String]) -> String { listed(names, "or") }
  private func all(_ names: [String]) -> String { listed(names, "and") }

  private func listed(_ names: [String], _ word: String) -> String {
    let quoted = names.map { "`\($0)`" }
    guard quoted.count > 1, let last = quoted.last else { return quoted.first ?? "nothing" }
    return quoted.dropLast().joined(separator: ", ") + " \(word) " + last
  }
}
