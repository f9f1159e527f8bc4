import AssayHTTP
import AssayText

extension StreamReason {
  /// The texts of a finding for this fault of a stream.
  var words: Words {
    switch self {
    case .misplaced, .missing, .late, .early, .repeated, .misspelt: orderWords
    case .misnamed, .unnamed, .unknown, .afterFinal: nameWords
    case .dataNotJSON, .dataBeyondJSON, .ofNoKind, .unreadable, .otherText: dataWords
    case .firstLate, .silent, .neverBegan, .endLate, .overdue: timeWords
    case .nothingToResumeBy, .notResumed, .replayed: resumptionWords
    case .notUTF8, .endsInsideEvent, .cutAtTheEnd, .eventTooLarge, .badFrame, .badRecord: formWords
    case .cutInsideEvent, .empty, .ended, .cut, .brokeOff, .closed, .failed, .endedOtherwise: endWords
    }
  }

  private var orderWords: Words {
    switch self {
    case .misplaced(let event, let last, let allowed):
      let moment = last.isEmpty ? "at the start of the stream" : "after `\(last)`"
      return Words(
        "`\(event.name)` was sent \(moment), expected \(allowed.isEmpty ? "no event" : either(allowed))",
        lead: event.lead,
        expected: allowed.isEmpty ? "no further event" : allowed.either,
        actual: event.name,
        details: [event.sent]
      )
    case .missing(let names, let choices, let late, let opener, let last):
      let (wanted, isOne) = choices.isEmpty ? (names.quoted.all, names.count == 1) : (either(choices), true)
      let missing = "\(wanted) \(isOne ? "is" : "are") missing "
      return Words(
        missing + (last.isEmpty ? "before `\(opener.name)`" : "between `\(last)` and `\(opener.name)`"),
        lead: opener.lead,
        expected: choices.isEmpty ? names.joined(separator: ", then ") : choices.either,
        actual: opener.name,
        details: [opener.sent]
          + (late.isEmpty ? [] : [.init("late", "\(late.quoted.all), sent after `\(opener.name)`")])
      )
    case .late(let names, let opener, let event, let last):
      return Words(
        "\(names.quoted.all) \(names.count == 1 ? "is" : "are") late, "
          + "expected before `\(opener.name)` (event \(opener.index))",
        lead: event.lead,
        expected: "\(names.joined(separator: ", then ")) before \(opener.name)",
        actual: "\(event.name) after \(last)",
        details: [event.sent]
      )
    case .early(let event, let again, let missed):
      return Words(
        "`\(event.name)` is early, expected after \(missed.quoted.all)",
        lead: event.lead,
        expected: missed.joined(separator: ", then "),
        actual: event.name,
        details: [event.sent, .init("again", "`\(event.name)` was sent again as event \(again), where it is expected")]
      )
    case .repeated(let event, let allowed):
      return Words(
        "`\(event.name)` was sent again, expected only at the start of the stream",
        lead: event.lead,
        expected: allowed.isEmpty ? "no further event" : allowed.either,
        actual: event.name,
        details: [event.sent]
      )
    case .misspelt(let event, let wanted):
      return Words(
        "`\(event.name)` was sent, expected \(either(wanted))",
        lead: event.lead,
        expected: wanted.either,
        actual: event.name,
        details: [event.sent, .effect("documented clients do not listen for `\(event.name)`")]
      )
    default: return Words("")
    }
  }

  private var nameWords: Words {
    switch self {
    case .misnamed(let event, let documented, let saysSo):
      let name = event.name.abridged
      return Words(
        saysSo
          ? "the name is `\(name)`, but its `type` is `\(documented)`"
          : "`\(name)` is a different spelling of `\(documented)`",
        lead: event.lead,
        expected: documented,
        actual: name,
        details: [event.sent, .effect("clients that listen for `\(documented)` never receive it")]
      )
    case .unnamed(let event, let data, let known):
      let listened = known.quoted.joined(separator: ", ")
      return Words(
        "the event has no name (no `event:` line)",
        lead: event.lead,
        expected: "an event with a name",
        actual: data,
        details: [
          event.sent, .effect("its name is `message` to clients; those that listen for \(listened) never receive it"),
        ]
      )
    case .unknown(let event, let known, let nearest):
      return Words(
        "`\(event.name.abridged)` is not documented" + (nearest.map { "; the nearest name is `\($0)`" } ?? ""),
        lead: event.lead,
        expected: known.joined(separator: ", "),
        actual: event.name.abridged,
        details: [event.sent, .effect("documented clients ignore it")]
      )
    case .afterFinal(let event, let final, let isLost):
      let effect = Words.Detail.effect("documented clients close the stream after `\(final)` and never receive it")
      return Words(
        "`\(event.name)` was sent after the final event `\(final)`",
        lead: event.lead,
        expected: isLost ? "\(event.name) before \(final)" : "nothing after \(final)",
        actual: isLost ? "\(event.name) after \(final)" : event.name,
        details: [event.sent] + (isLost ? [effect] : [])
      )
    default: return Words("")
    }
  }

  private var dataWords: Words {
    switch self {
    case .dataNotJSON(let event, let data, let error):
      return Words(
        "the data of event \(event.index) (`\(event.name)`) is not JSON\(error.map { ": \($0)" } ?? "")",
        expected: "JSON",
        actual: data.isEmpty ? "no data" : data
      )
    case .dataBeyondJSON(let event, let excess, let length):
      return excess.words("the data of event \(event.index) (`\(event.name)`)", length: length)
    case .ofNoKind(let event, let data, let known):
      return Words(
        "event \(event.index) matches none of the documented events",
        expected: known.joined(separator: ", "),
        actual: data,
        details: [.effect("documented clients ignore it")]
      )
    case .unreadable(let event, let data, let texts, let isAllText):
      let wanted = texts + (isAllText ? [] : ["JSON"])
      let words = wanted.count == 1 ? "not \(wanted[0])" : "neither " + wanted.joined(separator: " nor ")
      return Words(
        "the data of event \(event.index) is \(words)",
        expected: wanted.joined(separator: " or "),
        actual: data.isEmpty ? "no data" : data
      )
    case .otherText(let event, let data, let wanted):
      return Words(
        "the data of event \(event.index) (`\(event.name)`) is not \(wanted)",
        expected: wanted,
        actual: data.isEmpty ? "no data" : data
      )
    default: return Words("")
    }
  }

  private var timeWords: Words {
    switch self {
    case .firstLate(let time, let limit):
      return Words(
        "the first event was late, expected within \(limit.spoken)",
        expected: "within \(limit.spoken)",
        actual: time.spoken
      )
    case .silent(let time, let limit, let progress, let wanted, let isOpen):
      return Words(
        "no event or comment for too long \(progress.since), expected within \(limit.spoken)",
        expected: isOpen ? "\(next(wanted)) within \(limit.spoken)" : "a pause of at most \(limit.spoken)",
        actual: "\(time.spoken) of silence" + (isOpen ? ", then Assay stopped waiting" : "")
      )
    case .neverBegan(let time, let limit, let wanted):
      return Words(
        "the stream sent no event, expected the first within \(limit.spoken)",
        expected: "\(next(wanted)) within \(limit.spoken)",
        actual: "no event in \(time.spoken)"
      )
    case .endLate(let time, let limit, let name):
      return Words(
        (name.map { "the final event `\($0)` was late" } ?? "the stream ended late")
          + ", expected within \(limit.spoken)",
        expected: "within \(limit.spoken)",
        actual: time.spoken
      )
    case .overdue(let time, let limit, let cap, let progress, let finals):
      let end = cap.map { "; \($0) ended the wait" } ?? ""
      return Words(
        "\(finals.isEmpty ? "the stream did not end" : "no final event") \(progress.since), "
          + "expected within \(limit.spoken)",
        expected: "\(next(finals)) within \(limit.spoken)",
        actual: progress.count.counted("event") + (finals.isEmpty ? " and no end" : ", none of them final"),
        details: [.time("waited \(time.spoken)\(end)")]
      )
    default: return Words("")
    }
  }

  private var formWords: Words {
    switch self {
    case .notUTF8(let offset):
      return Words(
        "the stream is not valid UTF-8",
        expected: "UTF-8 (WHATWG HTML section 9.2.5)",
        actual: "an invalid byte at offset \(offset)",
        details: [.effect("clients show U+FFFD in its place")]
      )
    case .endsInsideEvent(let lines):
      return Words(
        "the last event was not ended by an empty line",
        expected: "an empty line after each event",
        actual: lines,
        details: [.effect("clients discard it")]
      )
    case .cutAtTheEnd(let isReset):
      return Words(
        isReset
          ? "the server reset the connection after the last event"
          : "the server closed the connection after the last event, without ending the response",
        expected: "a complete response (RFC 9112 section 8)",
        actual: cut(isReset),
        details: [.effect("a proxy may report a failure to the client")]
      )
    case .eventTooLarge(let limit, let progress):
      return Words(
        "an event \(progress.since) is larger than Assay reads",
        expected: "events of at most \(limit) bytes",
        actual: "a larger one; nothing after it was read"
      )
    case .badFrame(let clause, let progress):
      return Words(
        "\(clause), \(progress.since)",
        expected: "frames as RFC 6455 section 5 defines them",
        actual: clause,
        details: [.effect("clients close the connection there")]
      )
    case .badRecord(let clause, let progress):
      return Words(
        "\(clause), \(progress.since)",
        expected: "texts as RFC 7464 section 2.2 defines them, each after a record separator",
        actual: clause,
        details: [.effect("clients stop reading there")]
      )
    default: return Words("")
    }
  }

  private var endWords: Words {
    switch self {
    case .cutInsideEvent(let lines, let time, let progress, let wanted):
      return Words(
        "the stream was cut inside "
          + (progress.count == 0 ? "its first event" : "the next event \(progress.since)"),
        expected: next(wanted),
        actual: lines,
        details: [.time("\(time.spoken) after the request"), .effect("clients discard the incomplete event")]
      )
    case .empty(let time, let wanted):
      return Words(
        "the stream ended without an event",
        expected: next(wanted),
        actual: "no event",
        details: [.time("\(time.spoken) after the request")]
      )
    case .ended(let time, let progress, let wanted):
      return Words(
        "the stream ended without its final event, \(progress.since)",
        expected: next(wanted),
        actual: "the end of the stream",
        details: [.time("\(time.spoken) after the request")]
      )
    case .cut(let isReset, let isInsideEvent, let time, let progress, let wanted):
      return Words(
        "the server \(isReset ? "reset" : "closed") the connection \(progress.since)"
          + "\(isInsideEvent ? ", inside the next event" : "")",
        expected: next(wanted),
        actual: cut(isReset),
        details: [.time("\(time.spoken) after the request"), .effect("the response is incomplete")]
      )
    case .brokeOff(let end, let detail, let progress, let wanted):
      return Words(
        "the stream failed \(progress.since)",
        expected: next(wanted),
        actual: detail.isEmpty ? end.spoken : detail
      )
    case .closed(let closing, let time, let progress, let wanted):
      let code = closing.code.map { "with code \($0)" } ?? "without a code"
      return Words(
        "the server closed the WebSocket \(code) \(progress.since)"
          + (wanted.isEmpty ? "" : ", without its final event"),
        expected: wanted.isEmpty ? "1000, a normal closure (RFC 6455 section 7.4.1)" : next(wanted),
        actual: closing.code.map { "closed with \($0)" } ?? "closed",
        details: [.time("\(time.spoken) after the request")]
          + (closing.reason.isEmpty ? [] : [.init("reason", "“\(closing.reason.abridged)”")])
      )
    case .endedOtherwise(let name, let needed):
      return Words(
        "the stream ended with the documented `\(name)`; this scenario needs \(needed.quoted.either)",
        expected: needed.either,
        actual: name
      )
    case .failed(let event, let why):
      return Words(
        "the stream ended in the documented failure `\(event.name)`; this scenario needs a success",
        expected: "a job that succeeds",
        actual: "a documented failure",
        details: [event.sent] + (why.map { [.init("reason", "“\($0)”")] } ?? [])
      )
    default: return Words("")
    }
  }

  private var resumptionWords: Words {
    switch self {
    case .nothingToResumeBy(let progress):
      return Words(
        "the connection ended \(progress.since), and no event had an `id`",
        expected: "events with an id",
        actual: "no event with an id",
        details: [.effect("clients cannot ask for the rest of the stream")]
      )
    case .notResumed(let progress, let id, let status, let type):
      let isOther = status / 100 == 2
      let answer = isOther ? "\(status) with \(type.map { "`\($0)`" } ?? "no Content-Type")" : "\(status)"
      return Words(
        "the request for the rest of the stream returned \(answer), expected the stream",
        expected: "200 with `text/event-stream`",
        actual: answer,
        details: [
          .init("sent", (id.isEmpty ? "the request again, " : "`Last-Event-ID: \(id.abridged)`, ") + progress.since),
          .effect("clients give up there"),
        ]
      )
    case .replayed(let event, let id, let asked):
      return Words(
        "`\(event.name)` with the id `\(id.abridged)` was sent again after `Last-Event-ID: \(asked.abridged)`",
        lead: event.lead,
        expected: "only events after the id \(asked.abridged)",
        actual: "the id \(id.abridged) again",
        details: [event.sent, .effect("clients handle it twice")]
      )
    default: return Words("")
    }
  }

  private func cut(_ isReset: Bool) -> String { isReset ? "a reset connection" : "a connection closed early" }

  /// Returns the names of the events that may follow as text; "the end" if none exists.
  private func next(_ names: [String]) -> String { names.isEmpty ? "the end" : names.either }

  private func either(_ names: [String]) -> String { names.isEmpty ? "nothing" : names.quoted.either }
}

extension StreamReason.Event {
  /// The text with which messages about the event begin: `event 4: `.
  fileprivate var lead: String { "event \(index): " }

  fileprivate var sent: Words.Detail { .time("\(time.spoken) after the request") }
}

extension StreamReason.Progress {
  /// The position in the stream as text: "after `done` (event 4)", "before any event".
  fileprivate var since: String {
    guard count > 0 else { return "before any event" }
    return lastName.map { "after `\($0.abridged)` (event \(count))" } ?? "after event \(count), which has no name"
  }
}
