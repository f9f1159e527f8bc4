package import AssayHTTP

/// A fault as structured data. ``words`` has its texts, which are only for people and never parsed.
package indirect enum Reason: Hashable, Sendable, Codable {
  /// Ready-made texts, from outside Assay or a test.
  case words(Words)
  case transfer(TransferReason)
  case answer(AnswerReason)
  case request(RequestReason)
  /// A value that breaks a schema.
  case schema(SchemaReason)
  case rule(RuleReason)
  case value(ValueReason)
  case poll(PollReason)
  case stream(StreamReason)
  /// A reason with the circumstance in which the fault was found.
  case during(Reason, Circumstance)

  /// A fact about the situation in which a fault was found, reported with it.
  package enum Circumstance: Hashable, Sendable, Codable {
    /// The job is in this state, and the state's own schema was broken.
    case state(String)
    /// The state that was received last, before polling failed, and the number of that poll.
    case lastState(String, poll: Int)
    /// The finding also counts further faults of the same kind, which are not listed.
    case moreCounted
    /// The finding is about a job that a probe created, described by the text: "of a job made with the file `image`
    /// empty".
    case asked(String)
    /// The request was a probe; the text says how it differed from the documented call: "without the part `image`".
    case sent(String)
    /// The request was sent while the job of this check, which did not end, may still have run.
    case besideJob(String)
    /// The request was sent twice on purpose, although it asks for a change.
    case sentTwice
    /// The request was sent again with a new access token, after the previous one was refused.
    case newToken
    /// The server's challenge was answered by HTTP Digest, and the call with its credentials was refused.
    case withDigest
    /// So many other operations returned the same error.
    case elsewhere(operations: Int)
    /// Other scenarios of the run may change something on the server at the same time: the first names of `count`.
    case concurrent(scenarios: [String], count: Int)
    /// So many requests in a row for the rest of the stream, after the event `id` (which may be empty), returned no
    /// event.
    case resumedInVain(Int, id: String)
  }

  /// The reason without its circumstances.
  package var core: Reason { if case .during(let reason, _) = self { reason.core } else { self } }

  /// The sentence about the job that may still have run while the fault occurred; `nil` without one.
  package var jobBeside: String? {
    guard case .during(let reason, let circumstance) = self else { return nil }
    if case .besideJob(let check) = circumstance { return Circumstance.words(ofJob: check) }
    return reason.jobBeside
  }
}

/// The reason that a response is missing or incomplete.
package enum TransferReason: Hashable, Sendable, Codable {
  /// A call, and the part of its response that was received.
  package struct Call: Hashable, Sendable, Codable {
    /// The method and path, as a sentence names them.
    package var name: String
    /// The scheme, host and port to which the call was sent.
    package var origin: String
    /// The status and the number of body bytes received; `nil` if no header section was received.
    package var received: Received?
    /// True if anything was received.
    package var hasBegun: Bool
    /// The `Content-Length` of the response, as written; `nil` if it had none.
    package var promisedLength: String?
    /// The part of the response that was awaited when time ran out, in words.
    package var wanted: String

    package init(
      name: String,
      origin: String,
      received: Received?,
      hasBegun: Bool,
      promisedLength: String?,
      wanted: String
    ) {
      self.name = name
      self.origin = origin
      self.received = received
      self.hasBegun = hasBegun
      self.promisedLength = promisedLength
      self.wanted = wanted
    }
  }

  package struct Received: Hashable, Sendable, Codable {
    package var status: Int
    package var length: Int

    package init(status: Int, length: Int) {
      self.status = status
      self.length = length
    }
  }

  /// The transfer ended early for this reason, after the time `total`; `detail` is the transport's own message.
  case ended(TransferEnd.Reason, Call, total: Duration, detail: String)
  /// The server cannot be reached, so that none of its operations can be called.
  case unreachable(server: String, url: String, TransferEnd.Reason, detail: String)
  /// The server that answered earlier polls can no longer be reached.
  case vanished(poll: Int, state: String?, finals: [String])
}

/// The limit that a JSON text exceeds, with the limit's value (RFC 8259 section 9).
package enum JSONExcess: Hashable, Sendable, Codable {
  case values(limit: Int)
  /// The nesting depth of arrays and objects.
  case levels(limit: Int)
  /// The number of digits of a number's exponent.
  case exponent(limit: Int)
}

/// A fault of a response as a whole.
package enum AnswerReason: Hashable, Sendable, Codable {
  /// An undocumented status.
  package struct Status: Hashable, Sendable, Codable {
    package var call: String
    /// True if the request was invalid on purpose.
    package var isProbe: Bool
    /// True if the response is to the same request, sent a second time.
    package var isSecond: Bool
    package var code: Int
    /// The reason phrase; may be empty.
    package var phrase: String
    /// The documented statuses, as codes or classes such as `2XX`.
    package var promised: [String]
    /// The URL that the redirect leads to; `nil` if the response is not a redirect.
    package var target: String?
    /// The reason why the redirect was not followed, and the number followed before it; `nil` if redirects are not
    /// followed.
    package var unfollowed: UnfollowedRedirect?
    package var source: String?
    /// The explanation in the body of the error; `nil` if none exists.
    package var said: String?
    /// A line of the stack trace in the body of the error; `nil` if none exists.
    package var trace: String?

    package init(
      call: String,
      isProbe: Bool,
      isSecond: Bool = false,
      code: Int,
      phrase: String,
      promised: [String],
      target: String?,
      said: String?,
      trace: String? = nil
    ) {
      self.call = call
      self.isProbe = isProbe
      self.isSecond = isSecond
      self.code = code
      self.phrase = phrase
      self.promised = promised
      self.target = target
      self.said = said
      self.trace = trace
    }
  }

  /// A response like that of every path the server does not serve.
  package struct NoRoute: Hashable, Sendable, Codable {
    package var call: String
    package var code: Int
    /// The reason phrase; may be empty.
    package var phrase: String
    /// The path, not served, that was called for comparison; empty if ``allow`` alone shows that the route is missing.
    package var unknownPath: String
    /// The methods that the `Allow` field lists, if the called one is not among them; otherwise empty.
    package var allow: [String] = []

    package init(call: String, code: Int, phrase: String, unknownPath: String) {
      self.call = call
      self.code = code
      self.phrase = phrase
      self.unknownPath = unknownPath
    }
  }

  case status(Status)
  case noRoute(NoRoute)
  /// The media type is not the promised one; `actual` is `nil` if absent.
  case contentType(promised: String, actual: String?)
  /// The `Content-Type` field is malformed (RFC 9110 section 8.3); `why` gives the reason.
  case contentTypeSyntax(actual: String, why: String)
  case noEventStream(actual: String?)
  /// The response has a success status, but does not open a WebSocket.
  case noWebSocket(status: Int)
  /// A header field of the response that opens a WebSocket is wrong; `actual` is `nil` if the field is missing.
  case handshake(field: String, expected: String, actual: String?)
  /// A body that is not valid JSON; `place` is `line 1, column 2: why`.
  case notJSON(length: Int, place: String)
  /// A body that is not XML, or XML that is not read; `place` is `line 1, column 2: why`.
  case notXML(length: Int, place: String)
  /// JSON of `length` bytes that exceeds a limit for reading.
  case beyondJSON(JSONExcess, length: Int)
  /// Content of a different kind than JSON, described by `kind`: `an HTML page`.
  case otherThanJSON(kind: String, length: Int)
  /// An empty body, or `whiteSpace` bytes of white space, where `wanted` was promised.
  case empty(wanted: String, isJSON: Bool, whiteSpace: Int)
  /// JSON, where `wanted` was promised; `actual` describes it.
  case jsonForText(wanted: String, actual: String)
  /// The promised patterns that do not match the body, with their meanings; `of` is the number of all promised
  /// patterns.
  case unmatched(patterns: [String], meanings: [String], of: Int, length: Int)
  case noHeader(String)
  /// A key appears twice in one object; `others` is the number of further repeated keys.
  case duplicateKey(String, line: Int, others: Int)
  case tooSlow(Duration, limit: Duration)
  /// An error that shows a line of a stack trace.
  case trace(status: Int, line: String)
}

/// A fault of a request.
package enum RequestReason: Hashable, Sendable, Codable {
  /// No operation has this path on the server; `nearest` is the most similar one.
  case unknownPath(String, server: String, nearest: String?)
  /// The path exists, with other methods.
  case wrongMethod(String, path: String, allowed: [String])
  /// A required part of the request is missing; `noun` says of which kind, such as "query parameter". `nearest`, one of
  /// the names `present`, may be a misspelling of it.
  case missing(name: String, noun: String, nearest: String?, present: [String])
  case contentType(promised: String, actual: String?)
  case noBody(type: String)
  case notJSON(length: Int, place: String)
  case notMultipart(why: String, length: Int)
  /// A form part without a file name, where a file was promised.
  case noFile(name: String, length: Int)
  case emptyFile(name: String)
}

/// A value that violates a schema, with texts made by the schema's keyword.
package struct SchemaReason: Hashable, Sendable, Codable {
  /// Structured data about a schema violation, for code that needs more than the texts.
  package enum Fact: Hashable, Sendable, Codable {
    /// The object is missing this member.
    case missing(String)
    /// The string is not of this format.
    case format(String)
    /// The item at this position must be before the previous one, by the value at `key` in each.
    case unsorted(item: Int, key: ValuePath, isDescending: Bool)
    case other
  }

  package var fact: Fact
  package var words: Words
  /// The name that messages use for the value instead of `the value`.
  package var subject: String?

  package init(_ fact: Fact, _ words: Words, subject: String? = nil) {
    self.fact = fact
    self.words = words
    self.subject = subject
  }
}

/// A rule of the contract that is false or could not be evaluated.
package struct RuleReason: Hashable, Sendable, Codable {
  /// The rule as it is written.
  package var expression: String
  /// The `message` of the rule; empty if it has none.
  package var meaning: String
  /// The received values that the rule depends on, as clauses.
  package var facts: [String]
  /// True if the rule could not be evaluated, for example because a value is missing.
  package var isUncheckable: Bool

  package init(expression: String, meaning: String, facts: [String], isUncheckable: Bool = false) {
    self.expression = expression
    self.meaning = meaning
    self.facts = facts
    self.isUncheckable = isUncheckable
  }
}

/// A fault of a value across the events of a stream or the answers of a poll.
package enum ValueReason: Hashable, Sendable, Codable {
  /// A value that must be constant changed; `since` is the event or poll with the previous value.
  case changed(String, at: Place, from: String, since: Place.Moment?)
  /// The value differs from the value of the expression `reference`.
  case unequal(String, at: Place, to: String, reference: String)
  case fell(String, at: Place, from: String, since: Place.Moment?)
}

/// A fault of a polled job.
package enum PollReason: Hashable, Sendable, Codable {
  /// The job changed to a state that may not follow the previous one; `isBack` is true if it was in that state before.
  case transition(from: String, to: String, allowed: [String], isBack: Bool, poll: Int, time: Duration)
  case initial(String, allowed: [String])
  case unknownState(String, known: [String], nearest: String?, poll: Int, time: Duration)
  /// The response has no valid state; `actual` is the value found in its place, if any.
  case noState(pointer: String, actual: String?, known: [String])
  /// The first response was held back until the job reached its final state.
  case blocks(state: String, poll: Int, time: Duration)
  /// The response changed at `path` after the job reached its final state.
  case changedAfterEnd(state: String, path: String, isState: Bool, from: String?, to: String?)
  case goneAfterEnd(state: String, Reason)
  /// The job reached its final state after the promised time, with the given number of polls.
  case endLate(state: String, polls: Int, Duration, limit: Duration)
  case overdue(Overdue)
  /// The job ended in a documented state that the scenario cannot use; `why` is the reason it reports.
  case failed(state: String, needed: [String], why: String?)

  package struct Overdue: Hashable, Sendable, Codable {
    package var polls: Int
    package var elapsed: Duration
    package var allowed: Duration
    /// The name of the time limit, if it was not the contract's.
    package var cap: String?
    package var finals: [String]
    /// The last state of the job.
    package var state: String?
    /// The states that the job went through; at most a dozen.
    package var walk: [String]
    package var furtherChanges: Int
    package var lastIsUnanswered: Bool

    package init(
      polls: Int,
      elapsed: Duration,
      allowed: Duration,
      cap: String?,
      finals: [String],
      state: String?,
      walk: [String],
      furtherChanges: Int,
      lastIsUnanswered: Bool
    ) {
      self.polls = polls
      self.elapsed = elapsed
      self.allowed = allowed
      self.cap = cap
      self.finals = finals
      self.state = state
      self.walk = walk
      self.furtherChanges = furtherChanges
      self.lastIsUnanswered = lastIsUnanswered
    }
  }
}
