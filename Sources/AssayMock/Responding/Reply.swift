import AssayContract
package import AssayFindings
package import AssayHTTP
package import AssayJSON
package import AssayObservation

/// An answer of the mock, before it becomes bytes on a connection.
package struct Reply: Sendable {
  package var status: Int
  /// The header fields, except those that frame the message, which the encoder adds.
  package var headers: [HTTPHeader]
  package var content: Content
  /// The delay before the first byte that is always kept, even if the mock plays pauses fast.
  package var delay: Duration
  /// The delay before the first byte that the contract specifies. Like the pauses of streams, it is shortened if the
  /// mock plays fast.
  package var pause = Duration.zero
  /// The flaw in sending the response, if a fault requires one.
  package var flaw: WireFlaw?
  /// True if the stream that it is stays open after its events.
  package var staysOpen = false

  /// The kinds of bodies that a response can have.
  package enum Content: Sendable {
    case bytes([UInt8])
    case events([TimedEvent], StreamFormat)
  }

  package init(
    status: Int,
    headers: [HTTPHeader] = [],
    content: Content,
    delay: Duration = .zero,
    flaw: WireFlaw? = nil
  ) {
    self.status = status
    self.headers = headers
    self.content = content
    self.delay = delay
    self.flaw = flaw
  }

  /// Creates the response for a problem, as JSON.
  package init(_ problem: Problem) {
    self.init(
      status: problem.status,
      headers: [HTTPHeader("Content-Type", Problem.mediaType)],
      content: .bytes(Array(problem.json.text.utf8))
    )
  }
}

/// An event of a stream, and the pause before it.
package struct TimedEvent: Hashable, Sendable {
  package var after: Duration
  /// The name of the event; `nil` sends it without a name.
  package var name: String?
  package var data: String
  package var id: String?
  /// True if a fault delays the event: its pause is then kept even if the mock plays pauses fast.
  package var isLate = false
  /// True if the data is text, which must be sent unchanged.
  package var isText = false
  /// True if the event is sent only after the client has sent one more message.
  package var awaitsMessage = false

  package init(after: Duration, name: String?, data: String, id: String? = nil) {
    self.after = after
    self.name = name
    self.data = data
    self.id = id
  }
}

/// A response of the responder, with its findings about the request.
package struct Response: Sendable {
  package var reply: Reply
  /// The operation's index in the contract; `nil` if the request matched none.
  package var operation: Int?
  /// The findings about mistakes in the client's request.
  package var findings: [Finding]
  /// The exchange with the response as the client will receive it; `nil` for streams and for refused requests.
  package var exchange: Exchange?

  init(reply: Reply, operation: Int? = nil, findings: [Finding] = []) {
    self.reply = reply
    self.operation = operation
    self.findings = findings
  }

  /// Returns the error response to a request that no operation of the contract accepts, made from `finding`, which
  /// describes the mistake and has no secrets.
  static func refusing(_ finding: Finding) -> Response {
    let (status, title) =
      switch finding.rule {
      case .requestMethod: (405, "Method not allowed")
      case .requestPath: (404, "Unknown path")
      default: (400, "Unknown operation")
      }
    let problem = Problem(status: status, title: title, detail: finding.message)
    var response = Response(reply: Reply(problem), findings: [finding])
    if status == 405 { response.reply.headers.append(HTTPHeader("Allow", finding.expected)) }
    return response
  }
}

extension Finding {
  /// The most code points of a request's target that are shown.
  static let longestTarget = 200

  /// Returns the finding about a request with `method` for a `target`, as displayed, that the server does not have.
  static func unknownPath(_ method: String, _ target: String, _ server: String, nearest: String?) -> Finding {
    Finding(
      level: .must,
      rule: .requestPath,
      place: Place(nil, .words("\(method) \(target)")),
      reason: .request(.unknownPath(target, server: server, nearest: nearest))
    )
  }

  /// Returns the finding about a request whose method is not among those `allowed` for the path, as displayed.
  static func wrongMethod(_ method: String, _ path: String, allowed: [String]) -> Finding {
    Finding(
      level: .must,
      rule: .requestMethod,
      place: Place(nil, .words("\(method) \(path)")),
      reason: .request(.wrongMethod(method, path: path, allowed: allowed)),
      alternatives: allowed
    )
  }
}

extension Finding {
  /// Returns the finding about a `call`, method and path, whose operations list values for `part` of the request that
  /// do not include the received one.
  static func unknownOperation(_ call: String, _ part: Place.Part, received: String, listed: [String]) -> Finding {
    let rule: Rule =
      switch part {
      case .header: .requestHeader
      case .query: .requestQuery
      case .formPart: .requestPart
      default: .requestBody
      }
    let known = listed.map { "\"\($0)\"" }.joined(separator: ", ")
    return Finding(
      level: .must,
      rule: rule,
      place: Place(nil, part),
      message: "the \(part) of \(call) is \"\(received)\", expected \(known)",
      expected: known,
      actual: "\"\(received)\"",
      alternatives: listed
    )
  }
}

/// The mistakes of a client below the contract: in HTTP itself, and in its WebSocket frames.
extension Finding {
  /// Creates the finding about a request that could not be read; `nil` if the client made no mistake: the bytes are not
  /// a request, or exceed a limit of this server.
  init?(_ refusal: RequestRefusal) {
    guard refusal.status == 400, let request = refusal.request else { return nil }
    self.init(
      level: .must,
      rule: refusal.isOfBody ? .requestBody : .requestHeader,
      place: Place(nil, .words(request)),
      message: refusal.detail,
      expected: "an HTTP/1.1 request (RFC 9112)"
    )
  }

  /// Returns the finding about a call of `operation` that does not ask for a WebSocket as RFC 6455 requires; `reason`
  /// is a clause.
  static func handshake(_ operation: Operation, _ reason: String) -> Finding {
    ofSocket(operation, .requestHeader, reason, "a handshake that follows RFC 6455 section 4.1")
  }

  /// Returns the finding that the client's messages over the WebSocket that `operation` opens break the rules of its
  /// frames; `breach` says how, as a clause.
  static func frame(_ operation: Operation, _ breach: String) -> Finding {
    ofSocket(operation, .streamFrame, breach, "frames that follow RFC 6455 section 5")
  }

  private static func ofSocket(_ operation: Operation, _ rule: Rule, _ clause: String, _ expected: String) -> Finding {
    Finding(
      level: .must,
      check: operation.name,
      operation: operation.name,
      rule: rule,
      place: Place(nil, .words("WebSocket")),
      message: "the client opens a WebSocket, and \(clause)",
      expected: expected
    )
  }
}

/// A problem reported to a client as JSON (RFC 9457).
package struct Problem: Hashable, Sendable {
  package var status: Int
  /// The title, which is the same for every problem of its kind.
  package var title: String
  /// A description of the mistake in this request, and of the right request.
  package var detail: String
  /// The client's mistakes, a sentence each, if there are several; otherwise empty.
  package var errors: [String]

  package init(status: Int, title: String, detail: String, errors: [String] = []) {
    self.status = status
    self.title = title
    self.detail = detail
    self.errors = errors
  }

  /// The media type of a problem in JSON (RFC 9457 section 3).
  package static let mediaType = "application/problem+json"

  /// The problem as a JSON object, with `errors` as an extension member (RFC 9457 section 3.2).
  package var json: JSONValue {
    .building { writer in
      writer.beginObject()
      writer.key("title")
      writer.string(title)
      writer.key("status")
      writer.integer(status)
      writer.key("detail")
      writer.string(detail)
      if !errors.isEmpty {
        writer.key("errors")
        writer.beginArray()
        for error in errors { writer.string(error) }
        writer.endArray()
      }
      writer.endObject()
    }
  }
}
