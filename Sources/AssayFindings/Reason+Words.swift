import AssayHTTP
import AssayText

extension Reason {
  /// The texts of a finding for this reason, each at most a few thousand characters long; made on each access.
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
    case .during(.answer(.status(let status)), .sent(let about)): status.words(calling: "\(status.call) \(about)")
    case .during(let reason, let circumstance): reason.words.adding(circumstance.detail)
    }
  }
}

extension Reason.Circumstance {
  static func words(ofJob check: String) -> String {
    "jobs of earlier probes may still have been running: the one of `\(check)` did not end"
  }

  fileprivate var detail: Words.Detail {
    switch self {
    case .state(let state): .init("state", "`\(state)`")
    case .lastState(let state, let poll): .init("last state", "`\(state)`, in poll \(poll)")
    case .moreCounted: .init("note", "more findings of this kind are counted here")
    case .asked(let about): .init("request", about)
    case .sent(let about): .init("request", about)
    case .besideJob(let check): .init("note", Self.words(ofJob: check))
    case .sentTwice: .init("request", "sent twice, because the kept connection closed before any response")
    case .newToken: .init("request", "sent again with a new access token, which was refused too")
    case .withDigest: .init("request", "sent again with HTTP Digest credentials after the challenge, and refused")
    case .elsewhere(let count): .init("also", "\(count) other operations returned the same")
    case .concurrent(let names, let count):
      .init(
        "concurrent",
        "changes by \(names.map { "`\($0)`" }.joined(separator: ", "))"
          + "\(count > names.count ? " and \((count - names.count).counted("other scenario"))" : "")"
          + " may happen at the same time, unless --jobs is 1"
      )
    case .resumedInVain(let count, let id):
      .init(
        "request",
        "sent again\(count == 1 ? "" : " \(count) times")"
          + "\(id.isEmpty ? "" : " with Last-Event-ID \(id.abridged)"), without a response"
      )
    }
  }
}

extension TransferReason {
  fileprivate var words: Words {
    switch self {
    case .ended(let end, let call, let total, let detail):
      if Self.isOfProxy(end, detail) {
        return Words(
          "\(call.origin) cannot be reached: \(detail)",
          expected: "a server at \(call.origin)",
          actual: detail
        )
      }
      return Self.words(end, call, total.spoken).adding(detail.isEmpty ? nil : .init("cause", detail))
    case .unreachable(let server, let url, let end, let detail) where Self.isOfProxy(end, detail):
      return Words(
        "the server \(server) at \(url) cannot be reached: \(detail)",
        expected: "a server at \(url)",
        actual: detail
      )
    case .unreachable(let server, let url, let end, let detail):
      let what =
        switch end {
        case .unresolved: "its name cannot be resolved"
        case .refused: "nothing listens there"
        case .connectTimeout: "no connection in time"
        case .tls: "the TLS connection failed"
        default: "no request can be sent"
        }
      // The transport's words add nothing to a refusal but a time that differs from run to run.
      return Words(
        "the server \(server) at \(url) does not respond: \(what)",
        expected: "a server at \(url)",
        actual: what,
        details: detail.isEmpty || end == .refused ? [] : [.init("cause", detail)]
      )
    case .vanished(let poll, let state, let finals):
      return Words(
        "the server accepted no request after poll \(poll)",
        expected: finals.either,
        actual: "no connection",
        details: state.map { [.init("last state", "`\($0)`")] } ?? []
      )
    }
  }

  /// Returns true if the transfer failed because the proxy in front of the server cannot be reached.
  private static func isOfProxy(_ end: TransferEnd.Reason, _ detail: String) -> Bool {
    [.unresolved, .refused, .connectTimeout].contains(end) && detail.hasPrefix(TransferEnd.ofProxy)
  }

  private static func words(_ end: TransferEnd.Reason, _ call: Call, _ total: String) -> Words {
    let received =
      call.received.map { "status \($0.status) and \($0.length.counted("byte")) of body" }
      ?? (call.hasBegun ? "part of a header section" : "no byte")
    let server = "a server at \(call.origin)"
    switch end {
    case .complete, .stopped, .cancelled: return Words("")
    case .unresolved:
      return Words("the name in \(call.origin) cannot be resolved", expected: server, actual: "no address")
    case .refused: return Words("nothing listens at \(call.origin)", expected: server, actual: "connection refused")
    case .connectTimeout:
      return Words("no connection to \(call.origin) in time", expected: server, actual: "no connection after \(total)")
    case .tls:
      return Words(
        "the TLS connection to \(call.origin) failed",
        expected: "a trusted certificate and a handshake",
        actual: "no TLS connection"
      )
    case .reset:
      return Words(
        "the server reset the connection during \(call.name)",
        expected: "a complete response",
        actual: "a reset after \(received)"
      )
    case .truncated: return truncated(call)
    case .firstByteTimeout, .silenceTimeout, .totalTimeout:
      return Words(
        "\(call.name) returned no complete response in time",
        expected: call.wanted,
        actual: "\(received) after \(total)"
      )
    case .tooLarge:
      return Words(
        "the response to \(call.name) is larger than Assay reads",
        expected: "a smaller body",
        actual: received
      )
    case .protocol:
      return call.received == nil
        ? Words("the response to \(call.name) is not HTTP", expected: "HTTP (RFC 9112)", actual: received)
        : Words(
          "the response to \(call.name) cannot be read to its end",
          expected: "a body as its header section describes it",
          actual: received
        )
    case .unsendable:
      return Words("\(call.name) could not be sent", expected: "a request that can be sent", actual: "not sent")
    }
  }

  private static func truncated(_ call: Call) -> Words {
    guard let received = call.received else {
      return Words(
        "the connection closed before \(call.name) returned a response",
        expected: "a response",
        actual: "the end of the connection before a whole header section"
      )
    }
    return Words(
      "the response to \(call.name) was cut short",
      expected: call.promisedLength.map { "\($0) bytes" } ?? "a last chunk",
      actual: "\(received.length.counted("byte")), then the end"
    )
  }
}

extension RequestReason {
  fileprivate var words: Words {
    switch self {
    case .unknownPath(let path, let server, let nearest):
      Words(
        "the contract has no path \(path) on the server \(server)" + (nearest.map { "; the nearest is \($0)" } ?? ""),
        expected: nearest ?? "a path of the contract",
        actual: path
      )
    case .wrongMethod(let method, let path, let allowed):
      Words(
        "the contract has no \(method) \(path), expected \(allowed.either)",
        expected: allowed.joined(separator: ", "),
        actual: method
      )
    case .missing(let name, let noun, let nearest, let present):
      Words(
        "the request has no \(noun) \(name)" + (nearest.map { "; the nearest is \($0)" } ?? ""),
        expected: "\(noun) \(name)",
        actual: present.isEmpty ? "none" : "only " + present.prefix(8).joined(separator: ", ")
      )
    case .contentType(let promised, let actual):
      Words(
        actual.map { "the content type of the request is \($0), expected \(promised)" }
          ?? "the request has no Content-Type, expected \(promised)",
        expected: promised,
        actual: actual ?? "no Content-Type"
      )
    case .noBody(let type):
      Words("the request has no body, expected \(type)", expected: "a body of \(type)", actual: "no body")
    case .notJSON(let length, let place):
      Words("the request's body is not JSON: \(place)", expected: "JSON", actual: "\(length) bytes that are not JSON")
    case .notMultipart(let why, let length):
      Words(
        "the request's body is not a valid form: \(why)",
        expected: "multipart/form-data",
        actual: "\(length) bytes of another kind"
      )
    case .noFile(let name, let length):
      Words(
        "the part \(name) has no filename, expected a file",
        expected: "a file",
        actual: "a field of \(length) bytes"
      )
    case .emptyFile(let name): Words("the file \(name) is empty", expected: "a file", actual: "0 bytes")
    }
  }
}

extension SchemaReason {
  /// The texts of a schema violation with the name of the value in place of "the value".
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
    let rule = "the rule `\(expression.abridged)`"
    let note = [meaning, isUncheckable ? "could not be checked" : ""].filter { !$0.isEmpty }.joined(separator: "; ")
    return Words(
      found.isEmpty ? "\(rule) is false" : found,
      expected: expression,
      actual: found.isEmpty ? "false" : found,
      details: note.isEmpty ? [] : [.init("rule", note)]
    )
  }
}

extension ValueReason {
  fileprivate var words: Words {
    switch self {
    case .changed(let value, let place, let before, let since):
      Words(
        "\(Self.subject(place)) changed from \(before) to \(value)",
        lead: Self.lead(place),
        expected: "\(before), as in \(since?.description ?? "")",
        actual: value
      )
    case .unequal(let value, let place, let expected, let reference):
      Words(
        "\(Self.subject(place)) is \(value), expected \(expected), as \(reference)",
        lead: Self.lead(place),
        expected: expected,
        actual: value
      )
    case .fell(let value, let place, let before, let since):
      Words(
        "\(Self.subject(place)) fell from \(before) to \(value)",
        lead: Self.lead(place),
        expected: "\(before) or more (as in \(since?.description ?? ""))",
        actual: value
      )
    }
  }

  private static func lead(_ place: Place) -> String { "\(place.moment?.description ?? ""): " }

  /// Returns the name of the place, with which a message begins; empty for the root.
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
      let wanted = allowed.isEmpty ? "; `\(from)` is final" : ", expected \(allowed.quoted.either)"
      return Words(
        "the job went from `\(from)` \(isBack ? "back to" : "to") `\(to)`\(wanted)",
        expected: ([from] + allowed).either,
        actual: to,
        details: [.poll(poll, time)]
      )
    case .initial(let state, let allowed):
      return Words(
        "the job started as `\(state)`, expected \(allowed.quoted.either)",
        expected: allowed.either,
        actual: state
      )
    case .unknownState(let state, let known, let nearest, let poll, let time):
      return Words(
        "the state `\(state.abridged)` is not documented" + (nearest.map { "; the nearest is `\($0)`" } ?? ""),
        expected: known.joined(separator: ", "),
        actual: state.abridged,
        details: [.poll(poll, time)]
      )
    case .noState(let pointer, let actual, let known):
      let place = pointer.isEmpty ? "the body" : pointer
      return Words(
        "the response has no state: \(place) is \(actual.map { "\($0), expected a string" } ?? "missing")",
        expected: known.joined(separator: ", "),
        actual: actual ?? "nothing \(pointer.isEmpty ? "in the body" : "at \(pointer)")"
      )
    case .blocks(let state, let poll, let time):
      return Words(
        "\(poll == 1 ? "the first poll" : "poll \(poll)") returned only when the job was `\(state)`",
        expected: "a response at once, in any state of the job",
        actual: time.spoken,
        details: [.effect("clients cannot show progress")]
      )
    case .changedAfterEnd, .goneAfterEnd: return lastingWords
    case .endLate(let state, let polls, let time, let limit):
      return Words(
        "the job was `\(state)` late, expected within \(limit.spoken)",
        expected: "a final state within \(limit.spoken)",
        actual: time.spoken,
        details: [.time("\(time.spoken), \(polls.counted("poll"))")]
      )
    case .overdue(let overdue): return overdue.words
    case .failed(let state, let needed, let why):
      return Words(
        "the job ended as the documented `\(state)`; this scenario needs \(needed.quoted.either)",
        expected: needed.either,
        actual: state,
        details: why.map { [.init("body says", "“\($0)”")] } ?? []
      )
    }
  }

  /// The texts for a job that changed or disappeared after its final state.
  private var lastingWords: Words {
    switch self {
    case .changedAfterEnd(let state, let path, let isState, let from, let to):
      return Words(
        isState
          ? "the job was \(from ?? "without a state"), and \(to ?? "without a state") one poll later"
          : "\(path.isEmpty ? "the response" : path) changed after the job was `\(state)`",
        expected: from ?? "no \(path)",
        actual: to ?? "no \(path)"
      )
    case .goneAfterEnd(let state, let reason):
      let words = reason.words
      return Words(
        "after `\(state)`, \(words.message)",
        expected: "the same response again",
        actual: words.actual,
        details: words.details
      )
    default: return Words("")
    }
  }
}

extension PollReason.Overdue {
  fileprivate var words: Words {
    let end = cap.map { "; \($0) ended the wait" } ?? ""
    let unanswered = lastIsUnanswered ? ", the last one without a response" : ""
    let more = furtherChanges > 0 ? " → … (\(furtherChanges) more changes) → \(state?.abridged ?? "")" : ""
    return Words(
      (state.map { "the job was still `\($0)`" } ?? "the job had no final state")
        + ", expected \(finals.quoted.either)",
      expected: "\(finals.either) within \(allowed.spoken)",
      actual: walk.isEmpty ? "no state at all" : walk.map(\.abridged).joined(separator: " → ") + more,
      details: [.time("waited \(elapsed.spoken), \(polls.counted("poll"))\(unanswered)\(end)")]
    )
  }
}

extension Words.Detail {
  fileprivate static func poll(_ poll: Int, _ time: Duration) -> Self {
    .time("poll \(poll), \(time.spoken) after the first one")
  }
}
