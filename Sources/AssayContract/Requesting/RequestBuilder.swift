package import AssayHTTP
import AssayJSON
package import AssayObservation

/// Makes the request of a step from the operation's examples and what the step lays over them.
///
/// `${NAME}` stays as the contract wrote it, in URL, headers and body: secrets are put in where requests leave.
package struct RequestBuilder: Sendable {
  private let contract: Contract

  package init(contract: Contract) {
    self.contract = contract
  }

  /// The request of `step` to the server at `baseURL`, and the values it was made from. `files` reads a file named
  /// relative to the contract. A step that follows a URL goes to one of `servers`, which are base URLs, alone.
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

  /// The operation's path after the server's own, as OpenAPI 3.1 section 4.8.5 joins them; a query of the server comes first.
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

/// Why a step's request cannot be made.
package enum RequestProblem: Error, Hashable, Sendable {
  /// A value from an earlier answer is not there, or cannot stand where it should.
  case missingInput(MissingInput)
  /// A value from an earlier answer cannot be sent there.
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

/// The text of a path, query, header or form value, secrets in it as `${NAME}`.
///
/// Text from a server cannot name a secret here: `${NAME}` was removed from its answers when they entered the run.
struct RequestText {
  /// The text as `$request.…` shows it, and as it stands where no encoding can be had: in a header or a form field.
  private(set) var plain = ""

  /// Fills `template` in; a string as it is, all else as JSON.
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

  /// Text that is there already.
  init(plain: String) { self.plain = plain }

  /// The array or object `template` comes to; `nil` where it comes to anything else.
  static func container(_ template: JSONValue, in scope: Scope) throws(RequestProblem) -> JSONValue? {
    if let text = template.string, !text.hasPrefix("$") || text.hasPrefix("$$") || text.hasPrefix("${") { return nil }
    let value = try value(template, in: scope)
    return value.kind == .array || value.kind == .object ? value : nil
  }

  /// Returns true if `template` evaluates to `null`, which omits the value.
  static func isNull(_ template: JSONValue, in scope: Scope) throws(RequestProblem) -> Bool {
    guard template.kind == .string else { return template.isNull }
    guard let text = template.string, text.hasPrefix("$"), !text.hasPrefix("$$"), !text.hasPrefix("${") else {
      return false
    }
    return try value(template, in: scope).isNull
  }

  private static func value(_ template: JSONValue, in scope: Scope) throws(RequestProblem) -> JSONValue {
    switch Template.render(template, in: scope) {
    case .success(let value): return value
    case .failure(let input): throw .missingInput(input)
    }
  }

  /// The text percent-encoded, `${NAME}` left as it is.
  var percentEncoded: String { encoded(PercentEncoding.encode) }

  /// The same, with reserved characters and `%XX` left as they are (RFC 6570 section 3.2.3), as `allowReserved` has it in a path.
  var reservedKept: String { encoded(PercentEncoding.encodeKeepingReserved) }

  /// The same in a query, where some reserved characters would end the value; a comma in an item of a list is part of it.
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
