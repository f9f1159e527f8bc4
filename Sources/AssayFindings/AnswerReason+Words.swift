import AssayHTTP
import AssayText

extension AnswerReason {
  /// The texts of a finding for this fault of a response.
  var words: Words {
    switch self {
    case .status(let status): return status.words(calling: status.call)
    case .noRoute(let route) where !route.allow.isEmpty:
      let received = route.phrase.isEmpty ? "\(route.code)" : "\(route.code) \(route.phrase.abridged)"
      let allow = route.allow.joined(separator: ", ").abridged
      return Words(
        "\(route.call) does not exist: it returned \(received), and `Allow` lists \(allow)",
        expected: "a response of \(route.call)",
        actual: "\(received), Allow: \(allow)"
      )
    case .noRoute(let route):
      let received = route.phrase.isEmpty ? "\(route.code)" : "\(route.code) \(route.phrase.abridged)"
      return Words(
        "the route \(route.call) does not exist, received \(received)",
        expected: "a response of \(route.call)",
        actual: "\(received), as from an unknown path",
        details: [.init("compared with", "\(route.unknownPath), an unknown path with the same response")]
      )
    case .contentType(let promised, let actual):
      return Words(
        actual.map { "the content type is \($0.abridged), expected \(promised)" }
          ?? "the response has no Content-Type, expected \(promised)",
        expected: promised,
        actual: actual?.abridged ?? "no Content-Type"
      )
    case .contentTypeSyntax(let actual, let why):
      return Words(
        "the Content-Type is not valid: \(why)",
        expected: "a media type as RFC 9110 section 8.3.1 defines it",
        actual: actual
      )
    case .noEventStream(let actual):
      return Words(
        (actual.map { "the content type is \($0.abridged)" } ?? "the response has no Content-Type")
          + ", expected text/event-stream",
        expected: "text/event-stream",
        actual: actual ?? "no Content-Type",
        details: [.effect("documented clients do not read it as an event stream")]
      )
    case .noWebSocket(let status):
      return Words(
        "the server returned \(status) and did not open the WebSocket",
        expected: "101 Switching Protocols",
        actual: "\(status)"
      )
    case .handshake(let field, let expected, let actual):
      let received = actual.map { "is `\($0.abridged)`" } ?? "is missing"
      return Words(
        expected == "no such field"
          ? "\(field) \(received), and was not requested" : "\(field) \(received), expected `\(expected)`",
        expected: expected,
        actual: actual?.abridged ?? "no such field",
        details: [.effect("clients that follow RFC 6455 section 4.1 close the connection")]
      )
    case .notJSON(let length, let place):
      return Words("the body is not JSON: \(place)", expected: "JSON", actual: "\(length) bytes that are not JSON")
    case .notXML(let length, let place):
      return Words("the body is not XML: \(place)", expected: "XML", actual: "\(length) bytes that are not read as XML")
    case .otherThanJSON(let kind, let length):
      return Words("the body is \(kind), expected JSON", expected: "JSON", actual: "\(kind) of \(length) bytes")
    case .beyondJSON(let excess, let length): return excess.words("the body", length: length)
    case .empty(let wanted, let isJSON, let whiteSpace):
      return Words(
        "the body is empty, expected \(wanted)",
        expected: isJSON ? "a JSON body" : "a body",
        actual: whiteSpace == 0 ? "no body" : "\(whiteSpace) bytes of white space"
      )
    case .jsonForText(let wanted, let actual):
      return Words("the body is JSON, expected \(wanted)", expected: wanted, actual: actual)
    case .unmatched(let patterns, let meanings, let total, let length):
      let shown = (patterns.prefix(5).map { "`\($0)`" } + (patterns.count > 5 ? ["…"] : [])).joined(separator: ", ")
      let said = meanings.filter { !$0.isEmpty }.prefix(5).joined(separator: "; ")
      let isOne = patterns.count == 1
      return Words(
        isOne
          ? "nothing in the body matches \(shown)"
          : "\(patterns.count) of \(total) patterns match nothing in the body: \(shown)",
        expected: isOne ? "text that matches \(shown)" : "text that matches each of \(shown)",
        actual: "\(length) bytes without \(isOne ? "it" : "them")",
        details: said.isEmpty ? [] : [.init("rule", said)]
      )
    case .noHeader(let name):
      return Words("the header \(name) is missing", expected: "a field \(name)", actual: "no such field")
    case .duplicateKey(let key, let line, let others):
      let more = others == 0 ? "" : "; \(others.counted("more key")) \(others == 1 ? "is" : "are") repeated"
      return Words(
        "the key `\(key.abridged)` appears twice in one object",
        expected: "keys that differ (RFC 8259 section 4)",
        actual: "`\(key.abridged)` twice",
        details: [.init("position", "line \(line)\(more)"), .effect("clients disagree on which one counts")]
      )
    case .trace(let status, let line):
      return Words(
        "the response \(status) shows a stack trace of the backend",
        expected: "a sentence that says what is wrong",
        actual: line.abridged,
        details: [.effect("it exposes internals of the backend to every caller")]
      )
    case .tooSlow(let time, let limit):
      return Words(
        "the response took too long, expected within \(limit.spoken)",
        expected: "within \(limit.spoken)",
        actual: time.spoken
      )
    }
  }
}

extension JSONExcess {
  /// Returns the texts for JSON that exceeds a limit; `subject` names the data, which is `length` bytes long.
  func words(_ subject: String, length: Int) -> Words {
    let (has, most) =
      switch self {
      case .values(let limit): ("more than \(limit) values", "at most \(limit) values")
      case .levels(let limit):
        ("more than \(limit) arrays and objects nested in each other", "at most \(limit) levels of arrays and objects")
      case .exponent(let limit):
        ("a number whose exponent has more than \(limit) digits", "exponents of at most \(limit) digits")
      }
    return Words(
      "\(subject) has \(has), more than Assay reads",
      expected: most,
      actual: "\(has), in \(length.counted("byte"))"
    )
  }
}

extension AnswerReason.Status {
  /// Returns the texts for the status; `call` names the call and its difference from the documented one: `GET /items
  /// without credentials`.
  func words(calling call: String) -> Words {
    let expected = promised.isEmpty ? "2XX" : promised.either
    let received = phrase.isEmpty ? "\(code)" : "\(code) \(phrase.abridged)"
    return Words(
      "\(isSecond ? "the second " : "")\(call) returned \(received), expected \(expected)",
      expected: expected,
      actual: received,
      details: [
        redirect.map { .init("redirect", $0) }, said.map { .init("body says", $0) },
        trace.map { .init("stack trace", $0.abridged) },
      ].compactMap { $0 }
    )
  }

  /// A clause with the target of the redirect and the reason why it was not followed; `nil` if the response is not a
  /// redirect.
  private var redirect: String? {
    guard let target = target?.abridged else { return nil }
    guard let unfollowed else { return "to \(target)" }
    let count = unfollowed.followed.counted("redirect")
    let source = source.map { " from \($0.abridged)" } ?? ""
    switch unfollowed.why {
    case .tooMany: return "\(count) followed; the next one,\(source) to \(target), was not"
    case .elsewhere:
      let start = unfollowed.followed == 0 ? "to" : "after \(count),\(source) to"
      return "\(start) \(target), which is not on a server of the contract; not followed"
    }
  }
}
