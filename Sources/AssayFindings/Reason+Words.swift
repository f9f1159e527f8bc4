import AssayHTTP
import AssayText

extension Reason {
  /// The reason in words for people, each of some thousand characters at most: made anew each time it is asked for.
  package var words: Words { fullWords.bounded }

  private var fullWords: Words {
    switch self {
    case .words(let words): words
    case .transfer(let reason): reason.words
    case .answer(let reason): reason.words
    case .request(let reason): reason.words
    case .schema(let reason): reason.spoken
    case .rule(let reason): reason.words
    case .value(let reason): reason.words
    case .poll(let reason): reason.words
    case .stream(let reason): reason.words
    case .during(let reason, let circumstance): reason.words.adding(circumstance.clause)
    }
  }
}

extension Words {
  /// The size in bytes above which the text of a reason is shortened.
  private static let limit = 4_000

  fileprivate var bounded: Words {
    let size = lead.utf8.count + sentence.utf8.count + expected.utf8.count + actual.utf8.count
    guard size > Self.limit else { return self }
    return Words(
      sentence.shortened(to: Self.limit),
      lead: lead.shortened(to: Self.limit),
      expected: expected.shortened(to: Self.limit),
      actual: actual.shortened(to: Self.limit)
    )
  }
}

extension Words {
  fileprivate func adding(_ clause: String) -> Words {
    var words = self
    words.sentence += clause
    return words
  }
}

extension Reason.Circumstance {
  fileprivate var clause: String {
    switch self {
    case .state(let state): ", while the job is `\(state)`"
    case .lastState(let state, let poll): "; in poll \(poll) the job was `\(state)`"
    case .moreCounted: "; more of this kind are counted here"
    case .asked(let about): "; it was asked \(about)"
    case .sent(let about): "; it was sent \(about)"
    case .sentTwice:
      "; the request was sent twice, for the kept connection it first went out on closed before anything of an answer came"
    case .resumedInVain(let count, let id):
      "; it was asked for again\(count == 1 ? "" : " \(count) times")"
        + "\(id.isEmpty ? "" : " with Last-Event-ID \(id.abridged)"), and nothing came"
    }
  }
}

extension TransferReason {
  fileprivate var words: Words {
    switch self {
    case .ended(let end, let call, let total, let detail):
      let words = Self.words(end, call, total.spoken)
      if Self.isOfProxy(end, detail) {
        return Words(
          "no server could be reached at \(call.origin): \(detail)",
          expected: "a server at \(call.origin)",
          actual: detail
        )
      }
      // Where part of a body came, the message counts the bytes as the transport's own words would.
      let isCounted = end == .truncated && call.received != nil
      return words.adding(detail.isEmpty || isCounted ? "" : " (\(detail))")
    case .unreachable(let server, let url, let end, let detail) where Self.isOfProxy(end, detail):
      return Words(
        "the server \(server) at \(url) cannot be reached: \(detail)",
        expected: "a server at \(url)",
        actual: detail
      )
    case .unreachable(let server, let url, let end, let detail):
      let what =
        switch end {
        case .unresolved: "its host has no address"
        case .refused: "nothing listens there"
        case .connectTimeout: "no connection came about in time"
        case .tls: "the TLS connection was not accepted"
        default: "no request can be sent there"
        }
      // Of a refusal the transport's own words say no more, and a time that differs from run to run.
      let told = detail.isEmpty || end == .refused ? "" : " (\(detail))"
      return Words(
        "the server \(server) at \(url) does not answer: \(what)\(told)",
        expected: "a server at \(url)",
        actual: what
      )
    case .vanished(let poll, let state, let finals):
      return Words(
        "the server took no further call after poll \(poll)\(state.map { ", when the job was `\($0)`" } ?? "")",
        expected: finals.either,
        actual: "no connection"
      )
    }
  }

  /// Whether no more is known of the server than that the proxy on the way to it cannot be spoken to.
  private static func isOfProxy(_ end: TransferEnd.Reason, _ detail: String) -> Bool {
    [.unresolved, .refused, .connectTimeout].contains(end) && detail.hasPrefix(TransferEnd.ofProxy)
  }

  private static func words(_ end: TransferEnd.Reason, _ call: Call, _ total: String) -> Words {
    let came =
      call.received.map { "status \($0.status) and \($0.length.counted("byte")) of body" }
      ?? (call.hasBegun ? "part of a header section" : "not one byte")
    switch end {
    case .complete, .stopped, .cancelled: return Words("")
    case .unresolved:
      return Words(
        "the server's name in \(call.origin) has no address",
        expected: "a server at \(call.origin)",
        actual: "no address"
      )
    case .refused:
      return Words(
        "no server answers at \(call.origin)",
        expected: "a server at \(call.origin)",
        actual: "connection refused"
      )
    case .connectTimeout:
      return Words(
        "no connection to \(call.origin) stood after \(total)",
        expected: "a server at \(call.origin)",
        actual: "no connection"
      )
    case .tls:
      return Words(
        "no secure connection could be made",
        expected: "a certificate and a handshake that hold",
        actual: "refused"
      )
    case .reset:
      return Words(
        "the server reset the connection while it answered \(call.name), after \(came)",
        expected: "a complete answer",
        actual: "a reset after \(came)"
      )
    case .truncated:
      guard let received = call.received else {
        return Words(
          "the connection closed before \(call.name) had an answer",
          expected: "an answer",
          actual: call.hasBegun ? "part of a header section, then the end" : "the end of the connection"
        )
      }
      let promised = call.promisedLength.map { "\($0) bytes" } ?? "a last chunk"
      let length = received.length.counted("byte")
      return Words(
        "the answer to \(call.name) is cut short: the connection closed after \(length) of body, "
          + "where \(promised) had to come",
        expected: promised,
        actual: "\(length), then the end"
      )
    case .firstByteTimeout, .silenceTimeout, .totalTimeout:
      return Words(
        "\(call.name) had no complete answer after \(total): \(came) had come",
        expected: call.wanted,
        actual: "\(came) after \(total)"
      )
    case .tooLarge:
      return Words("the body of \(call.name) went past the largest size read", expected: "a smaller body", actual: came)
    case .protocol:
      if call.received != nil {
        return Words(
          "the answer to \(call.name) cannot be read to its end",
          expected: "a body as its header section says",
          actual: came
        )
      }
      return Words(
        "what came for \(call.name) is not HTTP as RFC 9112 has it",
        expected: "an HTTP answer",
        actual: came
      )
    case .unsendable:
      return Words("\(call.name) could not be sent", expected: "a request that can be sent", actual: "not sent")
    }
  }
}

extension RequestReason {
  fileprivate var words: Words {
    switch self {
    case .missing(let name, let noun, let nearest, let present):
      Words(
        "the request has no \(noun) \(name)" + (nearest.map { "; it has \($0), which may be meant for it" } ?? ""),
        expected: "\(noun) \(name)",
        actual: present.isEmpty ? "none" : "only " + present.prefix(8).joined(separator: ", ")
      )
    case .contentType(let promised, let actual):
      Words(
        actual.map { "the request says it is \($0), and \(promised) is what the operation takes" }
          ?? "the request does not say what its body is; the operation takes \(promised)",
        expected: promised,
        actual: actual ?? "no Content-Type"
      )
    case .noBody(let type): Words("the request has no body", expected: "a body of \(type)", actual: "no body")
    case .notJSON(let length, let place):
      Words("the request's body is not JSON: \(place)", expected: "JSON", actual: "\(length) bytes that are not JSON")
    case .notMultipart(let why, let length):
      Words(
        "the request's body is no form: \(why)",
        expected: "multipart/form-data",
        actual: "\(length) bytes that are none"
      )
    case .noFile(let name, let length):
      Words(
        "the part \(name) is a plain field, and a file was promised: it has no filename",
        expected: "a file",
        actual: "a field of \(length) bytes"
      )
    case .emptyFile(let name): Words("the file \(name) is empty", expected: "a file", actual: "0 bytes")
    }
  }
}

extension SchemaReason {
  /// The keyword's words with the value's own name for "the value".
  fileprivate var spoken: Words {
    guard let subject, words.sentence.hasPrefix("the value") else { return words }
    var words = words
    words.sentence = subject + words.sentence.dropFirst("the value".count)
    return words
  }
}

extension RuleReason {
  fileprivate var words: Words {
    let found = facts.all
    let rule = "the rule `\(expression.abridged)`\(line.map { " (line \($0) of the contract)" } ?? "")"
    if isUncheckable {
      let start = meaning.isEmpty ? "\(rule) cannot" : "\(meaning); but this cannot"
      return Words("\(start) be checked: \(found)", expected: expression, actual: found)
    }
    let message =
      meaning.isEmpty
      ? "\(rule) does not hold\(found.isEmpty ? "" : ": \(found)")"
      : "\(meaning)\(found.isEmpty ? "" : "; but \(found)")"
    return Words(message, expected: expression, actual: found.isEmpty ? "false" : found)
  }
}

extension ValueReason {
  fileprivate var words: Words {
    switch self {
    case .changed(let value, let place, let before, let since):
      Words(
        "\(Self.subject(place)) changed from \(before) to \(value); it was promised to stay the same",
        lead: Self.lead(place),
        expected: "\(before), as in \(since?.description ?? "")",
        actual: value
      )
    case .unequal(let value, let place, let expected, let reference):
      Words(
        "\(Self.subject(place)) is \(value), and had to be \(expected), as \(reference) is",
        lead: Self.lead(place),
        expected: expected,
        actual: value
      )
    case .fell(let value, let place, let before, let since):
      Words(
        "\(Self.subject(place)) fell from \(before) to \(value); it was promised never to go back",
        lead: Self.lead(place),
        expected: "\(before) or more (as in \(since?.description ?? ""))",
        actual: value
      )
    }
  }

  private static func lead(_ place: Place) -> String { "\(place.moment?.description ?? ""): " }

  /// What stands at the place, as a sentence begins with it; the root has no name.
  private static func subject(_ place: Place) -> String {
    let part = place.part.description
    guard part.isEmpty else { return part }
    if case .event = place.moment { return "the data" }
    return "the body"
  }
}

extension PollReason {
  fileprivate var words: Words {
    switch self {
    case .transition(let from, let to, let allowed, let isBack, let poll, let time):
      return Words(
        "the job went from `\(from)` \(isBack ? "back to" : "to") `\(to)`, in poll \(poll), "
          + "\(time.spoken) after the first one began; "
          + "\(allowed.isEmpty ? "nothing" : "only \(allowed.quoted.either)") may follow `\(from)`",
        expected: ([from] + allowed).either,
        actual: to
      )
    case .initial(let state, let allowed):
      return Words(
        "the job was first seen as `\(state)`; it begins as \(allowed.quoted.either)",
        expected: allowed.either,
        actual: state
      )
    case .unknownState(let state, let known, let nearest, let poll, let time):
      return Words(
        "in poll \(poll), \(time.spoken) after the first one began, the job is `\(state.abridged)`, "
          + "a state the documents do not list" + (nearest.map { "; the nearest documented one is `\($0)`" } ?? ""),
        expected: known.joined(separator: ", "),
        actual: state.abridged
      )
    case .noState(let pointer, let actual, let known):
      let place = pointer.isEmpty ? "in the body" : "at \(pointer)"
      return Words(
        "the answer does not say the job's state; \(place) there is "
          + (actual.map { "\($0), and not a string" } ?? "nothing"),
        expected: known.joined(separator: ", "),
        actual: actual ?? "nothing \(place)"
      )
    case .blocks(let state, let poll, let time):
      return Words(
        "\(poll == 1 ? "the first poll" : "poll \(poll)") was answered only when the job was `\(state)`, after \(time.spoken); "
          + "the documents promise progress in between",
        expected: "an answer at once, whatever the job's state",
        actual: time.spoken
      )
    case .changedAfterEnd(let state, let path, let isState, let from, let to):
      return Words(
        isState
          ? "the job had ended as \(from ?? "nothing"), and one poll later it was \(to ?? "nothing")"
          : "the job had ended as `\(state)`, and one poll later \(path.isEmpty ? "its answer" : path) "
            + "was no longer the same",
        expected: from ?? "no \(path)",
        actual: to ?? "no \(path)"
      )
    case .goneAfterEnd(let state, let reason):
      let words = reason.words
      return Words(
        "the job had ended as `\(state)`, and one poll later its answer could not be had again: \(words.message)",
        expected: "the same answer again",
        actual: words.actual
      )
    case .endLate(let state, let polls, let time, let limit):
      return Words(
        "the job was `\(state)` only after \(time.spoken) and \(polls.counted("poll")); it is promised within \(limit.spoken)",
        expected: "a final state within \(limit.spoken)",
        actual: time.spoken
      )
    case .overdue(let overdue): return overdue.words
    case .failed(let state, let needed, let why):
      return Words(
        "the job ended as `\(state)`, as the documents allow; this scenario needs it to end as "
          + needed.quoted.either + (why.map { "; it says “\($0)”" } ?? ""),
        expected: needed.either,
        actual: state
      )
    }
  }
}

extension PollReason.Overdue {
  fileprivate var words: Words {
    let end = cap.map { "\($0) ended the wait" } ?? "the time the contract allows was over"
    let still = state.map { "; the job was still `\($0)`" } ?? ""
    let unheard = lastIsUnanswered ? ", the last of them unanswered" : ""
    let more = furtherChanges > 0 ? " → … (\(furtherChanges) more changes) → \(state?.abridged ?? "")" : ""
    return Words(
      "no final state after \(elapsed.spoken) and \(polls.counted("poll"))\(unheard): \(end)\(still)",
      expected: "\(finals.either) within \(allowed.spoken)",
      actual: walk.isEmpty ? "no state at all" : walk.map(\.abridged).joined(separator: " → ") + more
    )
  }
}
