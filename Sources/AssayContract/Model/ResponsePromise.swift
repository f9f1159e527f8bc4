import AssayHTTP
package import AssayJSON
package import AssayObservation
import AssayRegex
import AssaySchema

/// The promises about an answer with a certain status.
package struct ResponsePromise: Sendable {
  package var status: StatusPattern
  /// The promised media type, which may be a range such as `image/*`; `nil` if none is promised.
  package var content: ContentPromise?
  /// The schema of a body of JSON, JSON lines, XML or text.
  package var body: SchemaPromise?
  /// The promise about a body that is not JSON.
  package var text: TextPromise?
  package var headers: [HeaderPromise] = []
  /// The body that the mock sends; a template.
  package var example: JSONValue?
  package var promise: Promise
  /// The answers for requests whose `Accept` asks for a different media type, each with a ``content`` of its own.
  package var alternatives: [ResponsePromise] = []

  /// Returns the promises about the answer of `exchange`: the alternative of its media type, if the request's `Accept`
  /// asks for that by name or by `TYPE/*`, and does not refuse it with `q=0`.
  package func form(of exchange: Exchange) -> ResponsePromise {
    guard !alternatives.isEmpty, let type = exchange.response?.head.headers["Content-Type"].flatMap(MediaType.init)
    else { return self }
    if content.map({ type.matches($0.mediaRange) }) ?? (body != nil && type.essence == "application/json") {
      return self
    }
    let asked = type.acceptance(by: exchange.request.headers["Accept"] ?? "")
    guard let asked, asked.range != "*/*", asked.weight > 0 else { return self }
    return alternatives.first { $0.content.map { type.matches($0.mediaRange) } ?? false } ?? self
  }

  /// The media types that can be requested: its own, if specified or implied by a JSON body, and those of the
  /// alternatives.
  package var mediaTypes: [(name: String, promise: Promise)] {
    let own = content.map { ($0.mediaRange, $0.promise) } ?? (body == nil ? nil : ("application/json", promise))
    return ([own] + alternatives.map { $0.content.map { ($0.mediaRange, $0.promise) } }).compactMap { $0 }
  }
}

extension ResponsePromise {
  /// The format in which an answer's body is parsed before it is checked against its schema.
  package enum BodyForm: Sendable {
    case json
    /// JSON texts one after the other are the array of them to the schema, as OpenAPI 3.2 has it.
    case lines
    /// XML, read as a JSON value by ``XMLReader``.
    case xml
    /// Text, validated as a JSON string, as in OpenAPI.
    case text
  }

  /// The format as which the answer is read; `nil` if the answer cannot be checked against a schema.
  ///
  /// If there is a schema, a range that includes JSON, `application/*` or `*/*`, means JSON.
  package var bodyForm: BodyForm? {
    guard let content else { return body == nil ? nil : .json }
    guard let type = content.type else { return nil }
    if type.isJSON { return .json }
    guard body != nil, type.essence != "text/event-stream" else { return nil }
    if type.isJSONLines { return .lines }
    if type.isXML { return .xml }
    if type.type == "text" { return .text }
    return type.subtype == "*" && ["*", "application"].contains(type.type) ? .json : nil
  }
}

/// The statuses an answer may have, as OpenAPI writes them: `200`, `2XX`, `default`.
package enum StatusPattern: Hashable, Sendable {
  case exact(Int)
  /// All statuses with this first digit.
  case `class`(Int)
  case `default`

  /// Parses the OpenAPI form; returns `nil` for anything else.
  package init?(_ text: String) {
    if text == "default" {
      self = .default
    } else if let code = Int(text), (100...599).contains(code) {
      self = .exact(code)
    } else if text.count == 3, text.uppercased().hasSuffix("XX"), let digit = text.first?.wholeNumberValue,
      (1...5).contains(digit)
    {
      self = .class(digit)
    } else {
      return nil
    }
  }

  /// Returns true if the pattern covers `status`.
  package func matches(_ status: Int) -> Bool {
    switch self {
    case .exact(let code): code == status
    case .class(let digit): status / 100 == digit
    case .default: true
    }
  }

  /// True if only successful answers match; a documented redirect counts as one.
  package var isSuccess: Bool {
    switch self {
    case .exact(let code): Self.isSuccess(code)
    case .class(let digit): digit == 2 || digit == 3
    case .default: false
    }
  }

  /// Returns true if a valid call may be answered with `status`; 101 opens a WebSocket.
  package static func isSuccess(_ status: Int) -> Bool { (200..<400).contains(status) || status == 101 }
}

extension StatusPattern: CustomStringConvertible {
  /// The pattern in its OpenAPI form.
  package var description: String {
    switch self {
    case .exact(let code): String(code)
    case .class(let digit): "\(digit)XX"
    case .default: "default"
    }
  }
}

extension [ResponsePromise] {
  /// Returns the promises about a response with `status`: the exact code has priority over its class, and that over
  /// `default`.
  package func promise(for status: Int) -> ResponsePromise? {
    var found: ResponsePromise?
    for response in self where response.status.matches(status) {
      if response.status == .exact(status) { return response }
      if found == nil || found?.status == .default { found = response }
    }
    return found
  }

  /// Returns the plainest status of a response under `pattern`, one that no other of these patterns is more exact about;
  /// `nil` without one.
  package func status(under pattern: StatusPattern) -> Int? {
    let statuses = Self.plain + (100...599)
    return statuses.first { pattern.matches($0) && promise(for: $0)?.status == pattern }
  }

  /// The usual statuses, the plainest of each class first.
  private static var plain: [Int] {
    [200, 201, 202, 203, 206, 101, 302, 303, 307, 301, 400, 404, 422, 409, 403, 500, 502, 503]
  }
}

/// The promise about the media type of an answer.
package struct ContentPromise: Sendable {
  package let mediaRange: String
  package let promise: Promise
  /// The parsed media range, shared by all answers; `nil` if it is not a valid range.
  let type: MediaType?

  package init(mediaRange: String, promise: Promise) {
    self.mediaRange = mediaRange
    self.promise = promise
    type = MediaType(mediaRange)
  }
}

/// The promises about a header field of a response: whether it is present, and which values it may have.
package struct HeaderPromise: Sendable {
  package var name: String
  package var schema: SchemaPromise
  package var isRequired: Bool
}

/// The promises about a body that is not JSON.
package struct TextPromise: Sendable {
  /// The promise that the body contains more than white space.
  package var nonEmpty: Promise?
  /// The promise that the body is not JSON.
  package var notJSON: Promise?
  package var patterns: [PatternPromise] = []

  /// An ECMA-262 pattern that must match somewhere.
  package struct PatternPromise: Sendable {
    package let pattern: String
    /// The compiled pattern; `nil` if it is invalid, which loading reports.
    let regex: ECMARegex?
    /// The description of what the pattern searches for; empty if the pattern is clear enough.
    package var message: String
    package var promise: Promise

    package init(pattern: String, message: String = "", promise: Promise) {
      self.pattern = pattern
      regex = try? ECMARegex(pattern)
      self.message = message
      self.promise = promise
    }

    /// Returns true if the pattern matches anywhere in `text`.
    package func matches(_ text: String) -> Bool { regex?.contains(in: text) != false }
  }
}
