package import AssayHTTP

/// A fault, as facts; ``words`` is for people, and nothing is read back from it.
package indirect enum Reason: Hashable, Sendable, Codable {
  /// A finding that was worded outside Assay, or in a test.
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
  /// A reason, and the circumstance it was found in.
  case during(Reason, Circumstance)

  /// A fact that is reported together with a reason.
  package enum Circumstance: Hashable, Sendable, Codable {
    /// The state the job is in, whose own schema was broken.
    case state(String)
    /// The state in the last usable poll, and the number of that poll.
    case lastState(String, poll: Int)
    /// Faults of the same kind are counted with this one.
    case moreCounted
    /// The job a probe created: "of a job made with the file `image` empty".
    case asked(String)
    /// The difference between a probe and the documented call: "without the part `image`".
    case sent(String)
    /// The request, which asks for a change, was sent twice.
    case sentTwice
    /// The request was sent again with a new access token, after the previous one was refused.
    case newToken
    /// So many other operations returned the same.
    case elsewhere(operations: Int)
    /// The rest of a stream was requested so often in a row with the `id`, which may be empty, and nothing was received.
    case resumedInVain(Int, id: String)
  }

  /// The reason without what was the case.
  package var core: Reason { if case .during(let reason, _) = self { reason.core } else { self } }
}

/// The reason that a response is missing or incomplete.
package enum TransferReason: Hashable, Sendable, Codable {
  /// A call and the result of its answer.
  package struct Call: Hashable, Sendable, Codable {
    /// The method and path, as a sentence names them.
    package var name: String
    /// The scheme, host and port it went to.
    package var origin: String
    /// The received status and bytes of the body; `nil` without a header section.
    package var received: Received?
    /// True if anything was received.
    package var hasBegun: Bool
    /// The bytes the answer said it has, as it said it.
    package var promisedLength: String?
    /// The awaited part of the answer, if it was late.
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

  /// The transfer of an answer ended so, after `total`; `detail` are the transport's own words.
  case ended(TransferEnd.Reason, Call, total: Duration, detail: String)
  /// Nothing can be said to a server at all.
  case unreachable(server: String, url: String, TransferEnd.Reason, detail: String)
  /// The server that answered polls takes no further call.
  case vanished(poll: Int, state: String?, finals: [String])
}

/// The limit that JSON exceeds, so that it is not read, and how much is read (RFC 8259 section 9).
package enum JSONExcess: Hashable, Sendable, Codable {
  case values(limit: Int)
  /// Arrays and objects inside of each other.
  case levels(limit: Int)
  /// The digits of a number's exponent.
  case exponent(limit: Int)
}

/// A fault of an answer as a whole.
package enum AnswerReason: Hashable, Sendable, Codable {
  /// An undocumented status.
  package struct Status: Hashable, Sendable, Codable {
    package var call: String
    /// True if the request was invalid on purpose.
    package var isProbe: Bool
    /// True if it was the same request, sent a second time.
    package var isSecond: Bool
    package var code: Int
    /// The phrase after the code; may be empty.
    package var phrase: String
    /// The codes and classes promised.
    package var promised: [String]
    /// The target it redirects to.
    package var target: String?
    /// Why that was not followed, and from where it leads on; `nil` where redirects are not.
    package var unfollowed: UnfollowedRedirect?
    package var source: String?
    /// The body's own words about it.
    package var said: String?

    package init(
      call: String,
      isProbe: Bool,
      isSecond: Bool = false,
      code: Int,
      phrase: String,
      promised: [String],
      target: String?,
      said: String?
    ) {
      self.call = call
      self.isProbe = isProbe
      self.isSecond = isSecond
      self.code = code
      self.phrase = phrase
      self.promised = promised
      self.target = target
      self.said = said
    }
  }

  /// An answer that every unserved path gets.
  package struct NoRoute: Hashable, Sendable, Codable {
    package var call: String
    package var code: Int
    /// The phrase after the code; may be empty.
    package var phrase: String
    /// The path that was called to know it; empty where ``allow`` says so.
    package var unknownPath: String
    /// The methods that are served, where the answer lists them without the one that was called.
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
  /// The media type is not the one promised; `actual` is `nil` where none is said.
  case contentType(promised: String, actual: String?)
  /// The field does not follow RFC 9110 section 8.3, for this reason.
  case contentTypeSyntax(actual: String, why: String)
  case noEventStream(actual: String?)
  /// A success, but no WebSocket.
  case noWebSocket(status: Int)
  /// A field of the answer that opens a WebSocket; `actual` is `nil` where it is missing.
  case handshake(field: String, expected: String, actual: String?)
  /// Bytes that are no JSON; `place` reads `line 1, column 2: why`.
  case notJSON(length: Int, place: String)
  /// JSON, of so many bytes, that goes beyond what is read of any.
  case beyondJSON(JSONExcess, length: Int)
  /// Something else altogether, `kind` says what: `an HTML page`.
  case otherThanJSON(kind: String, length: Int)
  /// Nothing, or `whiteSpace` bytes of it, where `wanted` was promised.
  case empty(wanted: String, isJSON: Bool, whiteSpace: Int)
  /// JSON, where `wanted` was promised; `actual` describes it.
  case jsonForText(wanted: String, actual: String)
  /// Patterns that match nowhere in the body, with their meanings; `of` is the number of all patterns.
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
  /// A `noun` is missing; `nearest`, one of those `present`, may be a misspelling of it.
  case missing(name: String, noun: String, nearest: String?, present: [String])
  case contentType(promised: String, actual: String?)
  case noBody(type: String)
  case notJSON(length: Int, place: String)
  case notMultipart(why: String, length: Int)
  /// A plain field where a file was promised.
  case noFile(name: String, length: Int)
  case emptyFile(name: String)
}

/// A fault of a value under a schema, in words that depend on the schema's keyword.
package struct SchemaReason: Hashable, Sendable, Codable {
  /// The fact others ask for.
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
  /// The name of the value in sentences, in place of `the value`.
  package var subject: String?

  package init(_ fact: Fact, _ words: Words, subject: String? = nil) {
    self.fact = fact
    self.words = words
    self.subject = subject
  }
}

/// The reason that a rule of the contract is not true.
package struct RuleReason: Hashable, Sendable, Codable {
  /// The rule as it is written.
  package var expression: String
  /// The `message` of the rule; empty if it has none.
  package var meaning: String
  /// The observed facts, as clauses.
  package var facts: [String]
  /// True if it could not be checked.
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
  /// It changed; `since` is the moment of the previous value.
  case changed(String, at: Place, from: String, since: Place.Moment?)
  /// It is not what `reference` is.
  case unequal(String, at: Place, to: String, reference: String)
  case fell(String, at: Place, from: String, since: Place.Moment?)
}

/// A fault of a polled job.
package enum PollReason: Hashable, Sendable, Codable {
  /// The job went to a state that may not follow; `isBack` where it had been there before.
  case transition(from: String, to: String, allowed: [String], isBack: Bool, poll: Int, time: Duration)
  case initial(String, allowed: [String])
  case unknownState(String, known: [String], nearest: String?, poll: Int, time: Duration)
  /// The state is missing; `actual` is the value in its place.
  case noState(pointer: String, actual: String?, known: [String])
  /// The answer was held back until the job was in its final state.
  case blocks(state: String, poll: Int, time: Duration)
  /// The answer of a job that had ended changed at `path`.
  case changedAfterEnd(state: String, path: String, isState: Bool, from: String?, to: String?)
  case goneAfterEnd(state: String, Reason)
  /// The job reached its final state after so many polls, and after the promised time.
  case endLate(state: String, polls: Int, Duration, limit: Duration)
  case overdue(Overdue)
  /// The job ended as documents allow, and not as the scenario needs it; `why` is what it says.
  case failed(state: String, needed: [String], why: String?)

  package struct Overdue: Hashable, Sendable, Codable {
    package var polls: Int
    package var elapsed: Duration
    package var allowed: Duration
    /// The source of the time limit, if it was not the contract.
    package var cap: String?
    package var finals: [String]
    /// The state the job was in last.
    package var state: String?
    /// The states it went through; at most a dozen.
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
