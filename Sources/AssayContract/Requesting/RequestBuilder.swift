package import AssayHTTP
import AssayJSON
package import AssayObservation
import AssayText

/// The builder of a step's request, from the operation's examples and the step's changes to them.
///
/// `${NAME}` is left as written in the contract, in URL, headers and body: secrets are inserted when requests are sent.
package struct RequestBuilder: Sendable {
  private let contract: Contract

  package init(contract: Contract) {
    self.contract = contract
  }

  /// Returns the request of `step` to the server at `baseURL`, and the values it was made from. `files` reads a file
  /// named relative to the contract. A step that follows a URL is sent only to one of `servers`, which are base URLs.
  package func build(
    step: Step,
    scope: Scope,
    baseURL: String,
    servers: [String] = [],
    files: (String) -> [UInt8]?
  ) -> Result<(HTTPRequest, RequestParameters), RequestProblem> {
    guard let operation = contract.operation(named: step.operation) else {
      return .failure(
        .missingInput(MissingInput(expression: step.operation, reason: "the contract has no such operation"))
      )
    }
    let change = step.probe?.change ?? .nothing
    var draft = RequestDraft(operation: change.applied(to: operation), step: change.applied(to: step), scope: scope)
    do throws(RequestProblem) {
      let url: String
      if let followed = step.call.url {
        url = try draft.followed(followed, baseURL: baseURL, servers: servers.isEmpty ? [baseURL] : servers)
      } else {
        let path = try draft.path()
        url = Self.url(of: baseURL, path: path, query: try draft.query())
      }
      try draft.fillHeaders()
      try draft.fillBody(files: files)
      var request = draft.request
      request.url = url
      change.apply(to: &request)
      if step.call.contentCoding ?? operation.request.contentCoding == .gzip, !request.body.isEmpty {
        request.isGzipped = true
        request.headers.set("Content-Encoding", "gzip")
      }
      return .success((request, draft.parameters))
    } catch {
      return .failure(error)
    }
  }

  /// Returns the server's URL with the operation's path appended (OpenAPI 3.1 section 4.8.5); a query of the server
  /// precedes the operation's.
  package static func url(of base: String, path: String, query: String = "") -> String {
    let mark = base.utf8.firstIndex(of: UInt8(ascii: "?"))
    var prefix = base.utf8[..<(mark ?? base.endIndex)]
    let slash = UInt8(ascii: "/")
    if path.utf8.first == slash { while prefix.last == slash { prefix.removeLast() } }
    let ownQuery = mark.map { base[base.utf8.index(after: $0)...] } ?? ""
    let separator = ownQuery.isEmpty || query.isEmpty ? "" : "&"
    let queries = ownQuery + separator + query
    return String(Substring(prefix)) + path + (queries.isEmpty ? "" : "?" + queries)
  }
}

/// The reason why a step's request cannot be made.
package enum RequestProblem: Error, Hashable, Sendable {
  /// A value from an earlier answer is missing, or cannot be used at its place.
  case missingInput(MissingInput)
  /// A value from an earlier answer is not valid for its parameter.
  case unfitInput(MissingInput)
  /// A file to be sent, named relative to the contract, cannot be read.
  case missingFile(String)
}

extension RequestProblem: CustomStringConvertible {
  /// The reason as a clause: `the step upload captured no job_id`.
  package var description: String {
    switch self {
    case .missingInput(let input): input.expression.isEmpty ? input.reason : "\(input.expression): \(input.reason)"
    case .unfitInput(let input): "\(input.expression): \(input.reason)"
    case .missingFile(let path): "the file \(path) cannot be read"
    }
  }
}

/// The text of a path, query, header or form value, which contains secrets as `${NAME}`.
///
/// Text from a server cannot name a secret here: `${NAME}` was removed from its answers when they entered the run.
struct RequestText {
  /// The text as `$request.…` reads it, and as it is sent without encoding: in a header or a form field.
  private(set) var plain = ""

  /// Renders `template`; a string is written as it is, any other value as JSON.
  init(_ template: JSONValue, in scope: Scope) throws(RequestProblem) {
    guard let string = template.string else {
      plain = try Self.value(template, in: scope).text
      return
    }
    let parsed: TemplateText
    do throws(MissingInput) {
      parsed = try scope.templates.text(string)
    } catch {
      throw .missingInput(error)
    }
    for piece in parsed.pieces {
      switch piece {
      case .literal(let text): plain += text
      case .expression(let expression):
        let value = try Self.value(.string(parsed.isExpression ? string : expression.text), in: scope)
        plain += value.plainText
      }
    }
  }

  /// Makes a text that needs no rendering.
  init(plain: String) { self.plain = plain }

  /// Returns the value of a template that is one expression or no text; `nil` for any other text.
  static func whole(_ template: JSONValue, in scope: Scope) throws(RequestProblem) -> JSONValue? {
    if let text = template.string, !text.hasPrefix("$") || text.hasPrefix("$$") || text.hasPrefix("${") { return nil }
    return try value(template, in: scope)
  }

  /// Returns the array or object that `template` evaluates to; `nil` for any other value.
  static func container(_ template: JSONValue, in scope: Scope) throws(RequestProblem) -> JSONValue? {
    let value = try whole(template, in: scope)
    return value?.kind == .array || value?.kind == .object ? value : nil
  }

  /// Returns true if `template` evaluates to `null`, which omits the value.
  static func isNull(_ template: JSONValue, in scope: Scope) throws(RequestProblem) -> Bool {
    try whole(template, in: scope)?.isNull ?? false
  }

  private static func value(_ template: JSONValue, in scope: Scope) throws(RequestProblem) -> JSONValue {
    switch Template.render(template, in: scope) {
    case .success(let value): return value
    case .failure(let input): throw .missingInput(input)
    }
  }

  /// The text, percent-encoded except for `${NAME}`.
  var percentEncoded: String { encoded(PercentEncoding.encode) }

  /// The text, percent-encoded except for `${NAME}`, reserved characters and `%XX` (RFC 6570 section 3.2.3), for
  /// `allowReserved` in a path.
  var reservedKept: String { encoded(PercentEncoding.encodeKeepingReserved) }

  /// Returns ``reservedKept`` for a query, with the reserved characters encoded that would end the value. A comma
  /// inside an item of a list is also encoded.
  func reservedKeptInQuery(isItem: Bool) -> String {
    encoded { PercentEncoding.encodeKeepingReservedInQuery($0, keepsCommas: !isItem) }
  }

  private func encoded(_ encode: (String) -> String) -> String {
    var result = ""
    var rest = plain[...]
    while let start = rest.firstRange(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") {
      result += encode(String(rest[..<start.lowerBound]))
      result += rest[start.lowerBound...end]
      rest = rest[end...].dropFirst()
    }
    return result + encode(String(rest))
  }
}
