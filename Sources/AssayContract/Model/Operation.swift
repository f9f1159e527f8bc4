package import AssayHTTP
package import AssayJSON
package import AssayText

/// A call that the backend offers, with the promises about its answer.
package struct Operation: Named, Sendable {
  package var name: String
  /// The name of the operation's server.
  package var server: String
  package var summary: String = ""
  @Boxed package var request: RequestTemplate
  /// The answers by status, in the contract's order, both successes and errors.
  package var responses: [ResponsePromise] = []
  /// The rules that every successful exchange must satisfy.
  package var invariants: [Invariant] = []
  /// The maximum time from the start of the call until the response is complete; `nil` without a limit.
  package var within: TimeLimit?
  /// True if redirects are followed and the answer they lead to is judged.
  package var followsRedirects: Bool = false
  /// The way in which the answer arrives: at once, as a stream, or after polling.
  package var interaction: Interaction = .exchange
  @Rare package var mock: MockSection?
  /// The answers after which a client makes the call again.
  @Rare package var retry: Tolerance?
  /// True if probes are derived from the operation; `nil` if that depends on its method.
  package var isProbed: Bool?
  /// True if a client that follows the documents calls the operation; false for operations of other callers.
  package var isCalled: Bool = true
  /// The credentials that authorise a call, as alternatives of which the first is sent; empty if none are required.
  package var security: [[SecurityUse]] = []
  package var promise: Promise = Promise()

  /// The three ways in which an answer can arrive.
  package indirect enum Interaction: Sendable {
    case exchange
    case stream(StreamPromise)
    case poll(PollPromise)

    /// The word for the interaction in sentences about the operation, such as `polled`.
    var participle: String {
      switch self {
      case .exchange: "answered at once"
      case .stream: "streamed"
      case .poll: "polled"
      }
    }
  }
}

extension Operation {
  /// True if the operation opens a WebSocket.
  package var isWebSocket: Bool {
    if case .stream(let stream) = interaction { stream.format == .webSocket } else { false }
  }

  /// The answers to a valid call: the successes, or `default` if none is listed.
  package var successes: [ResponsePromise] {
    let successes = responses.filter(\.status.isSuccess)
    return successes.isEmpty ? responses.filter { $0.status == .default } : successes
  }
}

/// The template of an operation's request, before a step fills it in.
package struct RequestTemplate: Sendable {
  package var method: String
  package var path: PathTemplate
  package var parameters: [Parameter] = []
  package var query: [Parameter] = []
  package var headers: [Parameter] = []
  package var content: RequestContent?
  /// The content coding in which the request's body is sent.
  package var contentCoding = ContentCoding.identity
}

/// A coding of a request's body (RFC 9110 section 8.4.1).
package enum ContentCoding: String, Sendable {
  case identity, gzip

  /// Makes the coding that `Content-Encoding` names, in any case (RFC 9110 section 8.4.1); `nil` if it is not one of
  /// these.
  package init?(field value: String) {
    let name = value.lowercased()
    // An older name for the same (section 8.4.1.3).
    self.init(rawValue: name == "x-gzip" ? "gzip" : name)
  }
}

/// A path, query or header parameter.
package struct Parameter: Sendable {
  package var name: String
  package var schema: SchemaPromise?
  /// The value sent if a step sets none; a template.
  package var example: JSONValue?
  /// True if only this value is sent, as for a header written as one word.
  package var isFixed: Bool
  package var isRequired: Bool
  /// True if a path or query parameter keeps its slashes and `%XX`, as RFC 6570 section 3.2.3 expands it.
  package var allowsReserved: Bool
  /// The style in which arrays and objects are written.
  package var style: ParameterStyle
  /// The names of an object's members in a query, if each member is a parameter by itself; otherwise empty.
  package var members: [String]
  package var promise: Promise

  package init(
    name: String,
    schema: SchemaPromise? = nil,
    example: JSONValue?,
    isFixed: Bool = false,
    isRequired: Bool,
    allowsReserved: Bool = false,
    style: ParameterStyle = ParameterStyle(.form),
    members: [String] = [],
    promise: Promise
  ) {
    self.name = name
    self.schema = schema
    self.example = example
    self.isFixed = isFixed
    self.isRequired = isRequired
    self.allowsReserved = allowsReserved
    self.style = style
    self.members = members
    self.promise = promise
  }
}

/// The content of a request's body.
package enum RequestContent: Sendable {
  case multipart([MultipartField])
  case body(BodyTemplate)
}

/// One part of a multipart request.
package struct MultipartField: Sendable {
  package var name: String
  package var value: Value
  package var schema: SchemaPromise?
  package var isRequired: Bool
  package var promise: Promise
  /// Files that are sent under the same name, after the one of ``value``.
  package var furtherFiles: [(path: String, contentType: String)] = []

  /// The source of a part's value.
  package enum Value: Sendable {
    /// A file, named relative to the contract.
    case file(path: String, filename: String, contentType: String)
    /// A literal or template, `nil` if the contract has no example; and the `Content-Type` of the part, if specified.
    case text(JSONValue?, contentType: String? = nil)
  }
}

/// A request body in one piece.
package struct BodyTemplate: Sendable {
  package var contentType: String
  package var schema: SchemaPromise?
  /// The value sent if a step sets none; a template.
  package var example: JSONValue?
  package var isRequired: Bool
  package var promise: Promise
  /// The media types in which the body may be sent instead of ``contentType``, each with its schema and example.
  package var alternatives: [BodyTemplate] = []

  /// Returns the form of the body for the media type `type` of a header field: the alternative of that type, if any.
  package func form(as type: String?) -> BodyTemplate {
    guard !alternatives.isEmpty, let type = type.flatMap(MediaType.init), !type.matches(contentType) else {
      return self
    }
    return alternatives.first { type.matches($0.contentType) } ?? self
  }

  /// True if the body contains a form's fields in one text (WHATWG URL section 5).
  package var isForm: Bool { MediaType(contentType)?.essence == "application/x-www-form-urlencoded" }
}

/// The behaviour of the mock for an operation, besides returning its example.
package struct MockSection: Sendable {
  /// The kind of resource that a successful call creates.
  package var creates: String?
  /// The key of the new resource, as an expression over the rendered answer.
  package var key: Expression?
  /// The kind of a resource in ``uses`` that a successful call deletes.
  package var ends: String?
  /// The resources that the call needs, by kind, with the keys by which they are looked up.
  package var uses: [(kind: String, key: Expression)] = []
  /// The variables of the resource that the call changes before the answer is rendered.
  package var sets: [(name: String, value: Expression)] = []
  /// Further header fields of a successful answer, besides the promised ones; templates.
  package var headers: [NamedTemplate] = []
  /// The delay before an answer.
  package var delay = Duration.zero
  /// The conditional answers; the first whose condition holds is sent.
  package var cases: [MockCase] = []
}

/// A conditional answer of the mock.
package struct MockCase: Sendable {
  package var when: Expression
  package var sets: [(name: String, value: Expression)] = []
  package var status: Int?
  /// The body, a template; `nil` for the response's own example.
  package var example: JSONValue?
  /// Further header fields, besides those of every answer; templates.
  package var headers: [NamedTemplate] = []
  /// The events that a stream plays instead of its own examples.
  package var events: [EventExample]?
  /// The delay before the answer; `nil` for the delay of every answer.
  package var delay: Duration?
}
