/// A kind of promise that can be broken, with an id that is stable across releases: `poll.transition`.
///
/// The table of all rules is `facts`: the title of each rule, the effect of a breach on a client, and the condition
/// under which two breaches are the same fault.
public enum Rule: Hashable, Sendable {
  // The transfer of an answer.
  case refused, unresolved, timedOut, reset, truncated, tls, tooLarge, notHTTP
  // An answer as a whole.
  case status, noRoute, contentType, notJSON, notXML, duplicateKey, empty, text, header, time, trace
  // What a request says.
  case requestPath, requestQuery, requestHeader, requestPart, requestBody, requestJSON, requestMultipart
  case requestContentType, requestMethod
  /// A keyword of a schema, by its name.
  case schema(String)
  /// One of the contract's own rules, which are expressions over values of responses, events or calls.
  case invariant
  // A stream.
  case streamFirst, streamSilence, streamWithin, streamEnded, streamTruncated, streamEmpty, streamOrder, streamMissing
  case streamUnnamed, streamMisnamed, streamRepeated, streamAfterFinal, streamUnknownEvent, streamConstant,
    streamNondecreasing
  case streamNotJSON, streamText, streamEncoding, streamPartial, streamFailed, streamNotResumed, streamReplayed
  case streamHandshake, streamFrame
  // A polled job.
  case pollTransition, pollUnknownState, pollStable, pollNondecreasing, pollConstant, pollWithin, pollFailed, pollBlocks
  case pollInitial
  /// A rule outside Assay's table, by its id.
  case other(String)

  /// Makes the rule with an id; ``other(_:)`` if the id is not in the table.
  public init(_ id: String) {
    if let rule = Self.byID[id] {
      self = rule
    } else if id.hasPrefix(Self.schemaPrefix) {
      self = .schema(String(id.dropFirst(Self.schemaPrefix.count)))
    } else {
      self = .other(id)
    }
  }

  /// The id shown in reports: `poll.transition`, `schema.required`.
  public var id: String {
    switch self {
    case .schema(let keyword): Self.schemaPrefix + keyword
    case .other(let id): id
    default: facts.id
    }
  }

  /// Returns the title of the rule for a list of rules; for a schema keyword it contains the keyword's name, formatted
  /// by `show`.
  package func title(_ show: (String) -> String) -> String {
    if !facts.title.isEmpty { return facts.title }
    guard case .schema(let keyword) = self else { return "A promise of the contract was broken" }
    return "A value does not meet the schema's `\(show(keyword))`"
  }

  /// The family of the rule, which is the first part of its id.
  package var family: Family {
    switch self {
    case .schema: .schema
    case .other: .other
    case .invariant: .invariant
    default: Family(rawValue: String(id.prefix { $0 != "." })) ?? .other
    }
  }

  /// True if a breach of the rule means that the end of the stream or job was not received.
  package var breaksOff: Bool {
    switch self {
    case .streamEnded, .streamTruncated, .streamEmpty, .streamFirst, .streamSilence, .streamWithin, .streamNotResumed,
      .streamFrame, .pollWithin:
      true
    default: family == .transport
    }
  }

  /// The first part of a rule's id, which says what the rule is about.
  package enum Family: String, Sendable {
    case transport, response, request, schema, invariant, stream, poll, other
  }

  private static let schemaPrefix = "schema."
  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.facts.id, $0) })
}

extension Rule: ExpressibleByStringInterpolation, CustomStringConvertible {
  /// Makes the rule with an id.
  public init(stringLiteral id: String) { self.init(id) }
  /// The rule's id.
  public var description: String { id }
}

extension Rule: Codable {
  /// Reads a rule by its id.
  public init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }

  /// Writes the rule's id.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(id)
  }
}

/// The entry of a rule in the table of rules.
package struct RuleFacts: Sendable {
  /// The consequence of a broken `must` for a client that follows the documents.
  package enum Fate: Sendable {
    /// The client throws: there is nothing to decode, or decoding fails.
    case `throws`
    /// The client continues without some data.
    case losesData
    /// The client treats wrong data as valid.
    case showsWrong
    /// The client never finishes.
    case isStuck
    /// The client keeps polling.
    case waits
  }

  /// The properties that two findings must share, in addition to rule and operation, to be the same fault.
  package enum Identity: Sendable {
    /// The promise, or the place if the finding has no promise.
    case promise
    /// The promise and the missing, received or expected item, since one promise covers several items.
    case promiseAndSubject
    /// The missing or received item, or the broken rule, for each promise separately.
    case subject
    /// No further facts: a missing or unreadable response is the same fault for every step.
    case rule
    /// The server, if the fault is about one.
    case server
  }

  package var id: String
  /// The title of the rule; empty if it is made from the rule's name.
  package var title = ""
  package var fate = Fate.losesData
  /// True if the client loses the data even if the promise is not a `must`: an event that it does not listen for.
  package var isLostAnyway = false
  package var identity = Identity.promise
}
