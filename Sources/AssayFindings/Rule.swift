/// A kind of promise that can be broken, by a name that stays the same from release to release: `poll.transition`.
///
/// The table of all rules is `facts`: what each is called, what its breach does to a client, and what makes two
/// breaches of it the same fault.
public enum Rule: Hashable, Sendable {
  // The transfer of an answer.
  case refused, unresolved, timedOut, reset, truncated, tls, tooLarge, notHTTP
  // An answer as a whole.
  case status, noRoute, contentType, notJSON, duplicateKey, empty, text, header, time, trace
  // What a request says.
  case requestPath, requestQuery, requestHeader, requestPart, requestBody, requestJSON, requestMultipart
  case requestContentType, requestMethod
  /// A keyword of a schema, by its name.
  case schema(String)
  /// A rule of the contract over values of answers, events or calls.
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

  /// Takes a rule by its id; one that is in no table is ``other(_:)``.
  public init(_ id: String) {
    if let rule = Self.byID[id] {
      self = rule
    } else if id.hasPrefix(Self.schemaPrefix) {
      self = .schema(String(id.dropFirst(Self.schemaPrefix.count)))
    } else {
      self = .other(id)
    }
  }

  /// The id reports show: `poll.transition`, `schema.required`.
  public var id: String {
    switch self {
    case .schema(let keyword): Self.schemaPrefix + keyword
    case .other(let id): id
    default: facts.id
    }
  }

  /// Returns the rule's title in a list of rules; that of a schema keyword contains its name, formatted by `show`.
  package func title(_ show: (String) -> String) -> String {
    if !facts.title.isEmpty { return facts.title }
    guard case .schema(let keyword) = self else { return "A promise of the contract was broken" }
    return "A value does not meet the schema's `\(show(keyword))`"
  }

  /// The part of a run the rule is about, which is the first part of its id.
  package var family: Family {
    switch self {
    case .schema: .schema
    case .other: .other
    case .invariant: .invariant
    default: Family(rawValue: String(id.prefix { $0 != "." })) ?? .other
    }
  }

  /// True if a breach of it leaves the end of a stream, or of a job, unseen.
  package var breaksOff: Bool {
    switch self {
    case .streamEnded, .streamTruncated, .streamEmpty, .streamFirst, .streamSilence, .streamWithin, .streamNotResumed,
      .streamFrame, .pollWithin:
      true
    default: family == .transport
    }
  }

  /// The subjects of rules.
  package enum Family: String, Sendable {
    case transport, response, request, schema, invariant, stream, poll, other
  }

  private static let schemaPrefix = "schema."
  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.facts.id, $0) })
}

extension Rule: ExpressibleByStringInterpolation, CustomStringConvertible {
  /// Takes a rule by its id.
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

/// One row of the table of rules.
package struct RuleFacts: Sendable {
  /// The effect of a breach on the documented client, if the promise is a `must`.
  package enum Fate: Sendable {
    /// There is nothing to decode, or it does not decode.
    case `throws`
    /// It continues without some data.
    case losesData
    /// It treats wrong data as right.
    case showsWrong
    /// It never ends.
    case isStuck
    /// It keeps polling.
    case waits
  }

  /// The parts that two breaches must share, besides rule and operation, to be one fault.
  package enum Identity: Sendable {
    /// The promise; if absent, the place.
    case promise
    /// The promise and the missing, received or expected item: one promise covers several items.
    case promiseAndSubject
    /// The missing or received item, or the broken rule, at each of its promises.
    case subject
    /// Nothing more: a missing or unreadable response is the same fault for every step.
    case rule
    /// The server, where it is about one.
    case server
  }

  package var id: String
  /// Empty where it is made from the rule's name.
  package var title = ""
  package var fate = Fate.losesData
  /// True if the client loses it whatever its level: an event that the client does not listen for.
  package var isLostAnyway = false
  package var identity = Identity.promise
}
