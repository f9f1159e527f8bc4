import AssayHTTP
import AssayText

extension StreamReason {
  var words: Words {
    switch self {
    case .misplaced(let event, let last, let allowed):
      let moment = last.isEmpty ? "at the start of the stream" : "after `\(last)`"
      return Words(
        "`\(event.name)` came; \(moment) \(allowed.isEmpty ? "nothing" : "only \(either(allowed))") may",
        lead: event.lead,
        expected: allowed.isEmpty ? "no further event" : allowed.either,
        actual: event.name
      )
    case .missing(let names, let choices, let late, let opener, let last):
      let wanted = choices.isEmpty ? names.quoted.all : either(choices)
      let came =
        last.isEmpty
        ? "the stream began with `\(opener.name)`; \(wanted) had to come first"
        : "`\(opener.name)` came right after `\(last)`; \(wanted) had to come between them"
      return Words(
        came + (late.isEmpty ? "" : ", and \(late.quoted.all) came late"),
        lead: opener.lead,
        expected: choices.isEmpty ? names.joined(separator: ", then ") : choices.either,
        actual: opener.name
      )
    case .late(let names, let opener, let event, let last):
      return Words(
        "\(names.quoted.all) came late; \(names.count == 1 ? "it" : "they") had to come before "
          + "`\(opener.name)` (event \(opener.index))",
        lead: event.lead,
        expected: "\(names.joined(separator: ", then ")) before \(opener.name)",
        actual: "\(event.name) after \(last)"
      )
    case .early(let event, let again, let missed):
      return Words(
        "`\(event.name)` came too early, and again in its place as event \(again); "
          + "\(missed.quoted.all) had to come first",
        lead: event.lead,
        expected: missed.joined(separator: ", then "),
        actual: event.name
      )
    case .repeated(let event, let allowed):
      return Words(
        "`\(event.name)` came again; it opens the stream, and comes once",
        lead: event.lead,
        expected: allowed.isEmpty ? "no further event" : allowed.either,
        actual: event.name
      )
    case .misspelt(let event, let wanted):
      return Words(
        "`\(event.name)` came where \(either(wanted)) had to; no documented client listens for `\(event.name)`",
        lead: event.lead,
        expected: wanted.either,
        actual: event.name
      )
    case .misnamed(let event, let documented, let saysSo):
      let name = event.name.abridged
      return Words(
        saysSo
          ? "`\(name)` calls itself `\(documented)` in its `type`; a client that listens for `\(documented)` never sees it"
          : "`\(name)` is another spelling of `\(documented)`; a client that listens for that never sees it",
        lead: event.lead,
        expected: documented,
        actual: name
      )
    case .unnamed(let event, let data, let known):
      return Words(
        "it has no `event:` line and is a `message` to clients; one that listens for "
          + "\(known.quoted.joined(separator: ", ")) never sees it",
        lead: event.lead,
        expected: "an event with a name",
        actual: data
      )
    case .unknown(let event, let known, let nearest):
      return Words(
        "`\(event.name.abridged)` is no event the documents name"
          + (nearest.map { "; the nearest documented one is `\($0)`" } ?? "") + "; a documented client ignores it",
        lead: event.lead,
        expected: known.joined(separator: ", "),
        actual: event.name.abridged
      )
    case .afterFinal(let event, let final, let isLost):
      return isLost
        ? Words(
          "`\(event.name)` came after `\(final)`; a documented client has closed the stream by then and never gets it",
          lead: event.lead,
          expected: "\(event.name) before \(final)",
          actual: "\(event.name) after \(final)"
        )
        : Words(
          "`\(event.name)` came after `\(final)`, which ends the stream",
          lead: event.lead,
          expected: "nothing after \(final)",
          actual: event.name
        )
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
        "event \(event.index) is none of those the documents name: \(known.quoted.joined(separator: ", ")); "
          + "a documented client ignores it",
        expected: known.joined(separator: ", "),
        actual: data
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
    case .firstLate, .silent, .neverBegan, .endLate, .overdue: return timeWords
    case .nothingToResumeBy, .notResumed, .replayed: return resumptionWords
    default: return endWords
    }
  }

  private var timeWords: Words {
    switch self {
    case .firstLate(let time, let limit):
      return Words(
        "the first event came only after \(time.spoken); it is promised within \(limit.spoken)",
        expected: "within \(limit.spoken)",
        actual: time.spoken
      )
    case .silent(let time, let limit, let progress, let wanted, let isOpen):
      return Words(
        "nothing, not even a comment, came for \(time.spoken) \(progress.since)"
          + (isOpen ? ", and the wait ended there" : "") + "; the longest pause promised is \(limit.spoken)",
        expected: isOpen ? "\(next(wanted)) within \(limit.spoken)" : "a pause of at most \(limit.spoken)",
        actual: "\(time.spoken) of silence"
      )
    case .neverBegan(let time, let limit, let wanted):
      return Words(
        "the stream was opened, and no event came in \(time.spoken); "
          + "the first one is promised within \(limit.spoken)",
        expected: "\(next(wanted)) within \(limit.spoken)",
        actual: "no event in \(time.spoken)"
      )
    case .endLate(let time, let limit, let name):
      return Words(
        (name.map { "the final event, `\($0)`, came" } ?? "the stream ended")
          + " only after \(time.spoken); it is promised within \(limit.spoken)",
        expected: "within \(limit.spoken)",
        actual: time.spoken
      )
    case .overdue(let time, let limit, let cap, let progress, let finals):
      let end = cap.map { "\($0) ended the wait" } ?? "the time the contract allows was over"
      return Words(
        "\(finals.isEmpty ? "the stream had not ended" : "no final event") after \(time.spoken): \(end) \(progress.since)",
        expected: "\(next(finals)) within \(limit.spoken)",
        actual: progress.count.counted("event") + (finals.isEmpty ? " and no end" : ", none of them final")
      )
    default: return Words("")
    }
  }

  private var endWords: Words {
    switch self {
    case .notUTF8(let offset):
      return Words(
        "byte \(offset) of the stream is not UTF-8; clients show U+FFFD in its place",
        expected: "UTF-8 (WHATWG HTML section 9.2.5)",
        actual: "another byte at \(offset)"
      )
    case .endsInsideEvent(let lines):
      return Words(
        "after its last event the stream ended inside another one; clients discard what came of it",
        expected: "a blank line behind each event",
        actual: lines
      )
    case .cutAtTheEnd(let isReset):
      let deed = isReset ? "reset the connection" : "closed the connection without ending the answer"
      return Words(
        "after its last event the server \(deed); a proxy may pass that on as a failure",
        expected: "an answer that is complete (RFC 9112 section 8)",
        actual: cut(isReset)
      )
    case .eventTooLarge(let limit, let progress):
      return Words(
        "an event of more than \(limit) bytes came \(progress.since); nothing behind it was read",
        expected: "events of at most \(limit) bytes",
        actual: "a larger one"
      )
    case .cutInsideEvent(let lines, let time, let progress, let wanted):
      return Words(
        progress.count == 0
          ? "the stream was cut inside its first event, at \(time.spoken); clients discard what came of it"
          : "the stream was cut inside an event, \(progress.since), at \(time.spoken); "
            + "clients discard what came of it",
        expected: next(wanted),
        actual: lines
      )
    case .empty(let time, let wanted):
      return Words(
        "the stream ended at \(time.spoken) without a single event",
        expected: next(wanted),
        actual: "no event"
      )
    case .ended(let time, let progress, let wanted):
      return Words(
        "the stream ended at \(time.spoken) \(progress.since); its final event never came",
        expected: next(wanted),
        actual: "the end of the stream"
      )
    case .cut(let isReset, let isInsideEvent, let time, let progress, let wanted):
      return Words(
        "the server \(isReset ? "reset" : "closed") the connection at \(time.spoken), \(progress.since)"
          + "\(isInsideEvent ? " and inside another" : ""); the answer is incomplete",
        expected: next(wanted),
        actual: cut(isReset)
      )
    case .brokeOff(let end, let detail, let progress, let wanted):
      return Words(
        "the stream broke off \(progress.since)\(detail.isEmpty ? "" : ": \(detail)")",
        expected: next(wanted),
        actual: detail.isEmpty ? end.spoken : detail
      )
    case .closed(let closing, let time, let progress, let wanted):
      let code = closing.code.map { "with the code \($0)" } ?? "without a code"
      let reason = closing.reason.isEmpty ? "" : " (“\(closing.reason.abridged)”)"
      return Words(
        "the server closed the WebSocket at \(time.spoken) \(code)\(reason), \(progress.since)"
          + (wanted.isEmpty ? "" : "; its final event never came"),
        expected: wanted.isEmpty ? "1000, a normal closure (RFC 6455 section 7.4.1)" : next(wanted),
        actual: closing.code.map { "closed with \($0)" } ?? "closed"
      )
    case .badFrame(let clause, let progress):
      return Words(
        "\(clause), \(progress.since); a client closes the connection there",
        expected: "frames as RFC 6455 section 5 has them",
        actual: clause
      )
    case .badRecord(let clause, let progress):
      return Words(
        "\(clause), \(progress.since); a client reads no further",
        expected: "texts as RFC 7464 section 2.2 has them, each behind a record separator",
        actual: clause
      )
    case .endedOtherwise(let name, let needed):
      return Words(
        "the stream ended with `\(name)`, as the documents allow; this scenario needs \(needed.quoted.either)",
        expected: needed.either,
        actual: name
      )
    case .failed(let event, let why):
      return Words(
        "the job failed, as the documents allow (event \(event.index) at \(event.time.spoken), "
          + "`\(event.name)`\(why.map { "; it says “\($0)”" } ?? "")); this scenario needs one that succeeds",
        expected: "a job that succeeds",
        actual: "a documented failure"
      )
    default: return Words("")
    }
  }

  private var resumptionWords: Words {
    switch self {
    case .nothingToResumeBy(let progress):
      return Words(
        "the connection ended \(progress.since), and no event had an `id`; a client cannot say where to go on",
        expected: "events with an id",
        actual: "none has one"
      )
    case .notResumed(let progress, let id, let status, let type):
      let asked = id.isEmpty ? "asked again" : "asked with `Last-Event-ID: \(id.abridged)` for the rest"
      let isOther = status / 100 == 2
      let answer = isOther ? "\(status) with \(type.map { "`\($0)`" } ?? "no Content-Type")" : "\(status)"
      return Words(
        "\(asked), \(progress.since), the server answered \(answer); a client gives up there",
        expected: "200 with `text/event-stream`",
        actual: answer
      )
    case .replayed(let event, let id, let asked):
      return Words(
        "`\(event.name)` with the id `\(id.abridged)` came again, though `Last-Event-ID: \(asked.abridged)` asks for "
          + "what comes behind that one; a client handles it twice",
        lead: event.lead,
        expected: "events that had not come yet",
        actual: "the id \(id.abridged) again"
      )
    default: return Words("")
    }
  }

  private func cut(_ isReset: Bool) -> String { isReset ? "a reset connection" : "a connection closed early" }

  /// What may still come.
  private func next(_ names: [String]) -> String { names.isEmpty ? "the end" : names.either }

  private func either(_ names: [String]) -> String { names.isEmpty ? "nothing" : names.quoted.either }
}

extension StreamReason.Event {
  /// What its sentences begin with: `event 4 at 1.2 s: `.
  fileprivate var lead: String { "event \(index) at \(time.spoken): " }
}

extension StreamReason.Progress {
  /// The event it comes after, or the start of the stream.
  fileprivate var since: String {
    guard count > 0 else { return "before any event" }
    return lastName.map { "after `\($0.abridged)` (event \(count))" } ?? "after event \(count), which has no name"
  }
}
