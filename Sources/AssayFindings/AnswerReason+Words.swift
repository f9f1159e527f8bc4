import AssayHTTP
import AssayText

extension AnswerReason {
  /// The reason in words for people.
  var words: Words {
    switch self {
    case .status(let status):
      let expected = status.promised.isEmpty ? "2XX" : status.promised.either
      let came = status.phrase.isEmpty ? "\(status.code)" : "\(status.code) \(status.phrase.abridged)"
      let call =
        status.isProbe
        ? "a broken request to \(status.call) was answered"
        : status.isSecond ? "a second call of \(status.call) was answered" : "\(status.call) answered"
      let message =
        "\(call) \(came), not \(expected)" + status.redirect + (status.said.map { ": \($0)" } ?? "")
      return Words(message, expected: expected, actual: came)
    case .noRoute(let route):
      let came = route.phrase.isEmpty ? "\(route.code)" : "\(route.code) \(route.phrase.abridged)"
      return Words(
        "the route \(route.call) does not exist: its \(came) is what any unknown path is answered, as \(route.unknownPath)",
        expected: "an answer of \(route.call)",
        actual: "\(came), as from an unknown path"
      )
    case .contentType(let promised, let actual):
      return Words(
        actual.map { "the answer says it is \($0.abridged), and \(promised) was promised" }
          ?? "the answer does not say what it is; \(promised) was promised",
        expected: promised,
        actual: actual?.abridged ?? "no Content-Type"
      )
    case .contentTypeSyntax(let actual, let why):
      return Words(
        "the Content-Type is not well-formed: \(why)",
        expected: "a media type as RFC 9110 section 8.3.1 writes it",
        actual: actual
      )
    case .noEventStream(let actual):
      return Words(
        "the answer is not an event stream; a documented client cannot listen to it",
        expected: "text/event-stream",
        actual: actual ?? "no Content-Type"
      )
    case .noWebSocket(let status):
      return Words(
        "the server answered \(status) and did not open the WebSocket",
        expected: "101 Switching Protocols",
        actual: "\(status)"
      )
    case .handshake(let field, let expected, let actual):
      let came = actual.map { "is `\($0.abridged)`" } ?? "is missing"
      return Words(
        expected == "no such field"
          ? "\(field) was not asked for, and \(came); a client that keeps to RFC 6455 section 4.1 closes the connection"
          : "\(field) \(came); it has to be `\(expected)`, or a client that keeps to RFC 6455 section 4.1 closes the connection",
        expected: expected,
        actual: actual?.abridged ?? "no such field"
      )
    case .notJSON(let length, let place):
      return Words("the body is not JSON: \(place)", expected: "JSON", actual: "\(length) bytes that are not JSON")
    case .otherThanJSON(let kind, let length):
      return Words(
        "the body is \(kind), not the JSON that was promised",
        expected: "JSON",
        actual: "\(kind) of \(length) bytes"
      )
    case .beyondJSON(let excess, let length): return excess.words("the body", length: length)
    case .empty(let wanted, let isJSON, let whiteSpace):
      return Words(
        "the answer has no body; \(wanted) was promised",
        expected: isJSON ? "a JSON body" : "a body",
        actual: whiteSpace == 0 ? "no body" : "\(whiteSpace) bytes of white space"
      )
    case .jsonForText(let wanted, let actual):
      return Words("the body is JSON; \(wanted) was promised", expected: wanted, actual: actual)
    case .unmatched(let patterns, let meanings, let total, let length):
      let shown = (patterns.prefix(5).map { "`\($0)`" } + (patterns.count > 5 ? ["…"] : [])).joined(separator: ", ")
      let said = meanings.filter { !$0.isEmpty }.prefix(5).joined(separator: "; ")
      let promised = said.isEmpty ? "" : "\(said); but "
      let isOne = patterns.count == 1
      return Words(
        isOne
          ? "\(promised)nothing in the body matches \(shown)"
          : "\(promised)\(patterns.count) of the \(total) things promised are not in the body: \(shown)",
        expected: isOne ? "text that matches \(shown)" : "text that matches each of \(shown)",
        actual: "\(length) bytes without \(isOne ? "it" : "them")"
      )
    case .noHeader(let name):
      return Words(
        "the header field \(name) is missing from the answer",
        expected: "a field \(name)",
        actual: "no such field"
      )
    case .duplicateKey(let key, let line, let others):
      return Words(
        "the key `\(key.abridged)` stands twice in one object (line \(line))"
          + (others == 0 ? "" : ", and so \(others == 1 ? "does 1 more key" : "do \(others) more keys")")
          + "; clients disagree on which one counts",
        expected: "keys that differ (RFC 8259 section 4)",
        actual: "`\(key.abridged)` twice"
      )
    case .trace(let status, let line):
      return Words(
        "the answer \(status) shows a stack trace of the backend, which tells strangers how it is made",
        expected: "a sentence that says what is wrong",
        actual: line.abridged
      )
    case .tooSlow(let time, let limit):
      return Words(
        "the answer took \(time.spoken), and should take no more than \(limit.spoken)",
        expected: "within \(limit.spoken)",
        actual: time.spoken
      )
    }
  }
}

extension JSONExcess {
  /// The words for `subject`, which is of so many bytes.
  func words(_ subject: String, length: Int) -> Words {
    let (has, most) =
      switch self {
      case .values(let limit): ("more than \(limit) values", "at most \(limit) values")
      case .levels(let limit):
        ("more than \(limit) arrays and objects inside of each other", "at most \(limit) levels of arrays and objects")
      case .exponent(let limit):
        ("a number whose exponent has more than \(limit) digits", "exponents of at most \(limit) digits")
      }
    return Words(
      "\(subject) has \(has), which is more than Assay reads of JSON",
      expected: most,
      actual: "\(has), in \(length.counted("byte"))"
    )
  }
}

extension AnswerReason.Status {
  /// Where the answer redirects to, and why that was not followed where redirects are, as the end of a sentence.
  fileprivate var redirect: String {
    guard let target = target?.abridged else { return "" }
    guard let unfollowed else { return "; it redirects to \(target)" }
    let count = unfollowed.followed.counted("redirect")
    let source = source.map { " from \($0.abridged)" } ?? ""
    switch unfollowed.why {
    case .tooMany: return "; \(count) were followed, and the next one,\(source) to \(target), was not"
    case .elsewhere:
      let way = unfollowed.followed == 0 ? "it redirects" : "after \(count), it redirects\(source)"
      return "; \(way) to \(target), which is on no server of the contract, and was not followed"
    }
  }
}
