package import AssayContract
package import AssayFindings
import AssayHTTP
import AssayJSON
package import AssayObservation
import AssaySchema
import AssayText

/// Decides if 404-like responses come from a documented route or from a path that the server does not serve.
///
/// Frameworks answer an unknown path with their own 404, and many answer an unknown job in the same words; some APIs
/// have one JSON error for both. To avoid confusing the two, a route is treated as missing only if all of this is true:
///
/// 1. every answer of the operation in the run is a 404, 405, 410 or 501;
/// 2. each is like that of an unserved path, called by the same method, in status, media type and text; the path in the
///    text and words with a digit, such as times and ids, are ignored;
/// 3. OPTIONS, which is allowed for every route (RFC 9110 section 9.3.7), is answered as at the unserved path: a
///    difference, such as in `Allow`, shows a route;
/// 4. no answer is a documented error, that is, one that matches a schema with requirements.
///
/// A route is also missing if every answer is a 405 whose `Allow` does not list the called method (RFC 9110 section
/// 15.5.6), and no document lists that status.
package struct RouteJudge: Sendable {
  private let contract: Contract
  private let operation: Operation

  package init(contract: Contract, operation: Operation) {
    self.contract = contract
    self.operation = operation
  }

  /// Returns true if the response may be that of a path the server does not serve; any other response shows that the
  /// route exists.
  package static func isSuspect(_ exchange: Exchange) -> Bool {
    guard let response = exchange.response, exchange.request.method != "HEAD" else { return false }
    // A redirect is an answer of the route.
    if let first = exchange.first, first.url != exchange.request.url { return false }
    return exchange.end.reason == .complete && [404, 405, 410, 501].contains(response.head.status)
  }

  /// Returns true if `answers`, all responses of the operation, look like `nowhere`, the response of a path the server
  /// does not serve.
  package func areLike(_ answers: [(exchange: Exchange, step: Step?)], nowhere: Exchange) -> Bool {
    guard Self.isSuspect(nowhere), let unknown = RouteAnswer(nowhere) else { return false }
    return answers.allSatisfy { answer in
      RouteAnswer(answer.exchange) == unknown && !isDocumented(answer.exchange, answer.step)
    }
  }

  /// Returns true if `answers`, all responses of the operation, are 405 with an `Allow` field that does not list the
  /// method.
  package func denyMethod(_ answers: [(exchange: Exchange, step: Step?)]) -> Bool {
    answers.allSatisfy { answer in
      let served = RouteAnswer.methods(in: answer.exchange.response?.head)
      let documented = (answer.step?.expects.responses ?? []) + operation.responses
      return answer.exchange.response?.head.status == 405 && !served.isEmpty
        && !served.contains(answer.exchange.request.method) && !documented.contains { $0.status == .exact(405) }
        && !isDocumented(answer.exchange, answer.step)
    }
  }

  /// Returns true if the responses to OPTIONS differ between the route (`here`) and a path that is not served
  /// (`nowhere`), or if one of the responses is missing or incomplete.
  package static func isShown(byOptions here: Exchange?, nowhere: Exchange?) -> Bool {
    guard let here, let nowhere, here.end.reason == .complete, nowhere.end.reason == .complete,
      let route = RouteAnswer(here), let unknown = RouteAnswer(nowhere)
    else { return true }
    return route != unknown
  }

  /// Returns the finding about a route that does not exist; `told` is the earlier finding about the response's status.
  ///
  /// Without `nowhere`, the response of a path that is not served, the `Allow` field of the response itself shows that
  /// the route is missing.
  package func finding(of exchange: Exchange, nowhere: Exchange?, told: Finding? = nil) -> Finding {
    let head = exchange.response?.head ?? HTTPResponseHead(status: 404)
    var route = AnswerReason.NoRoute(
      call: "\(operation.request.method) \(operation.request.path)",
      code: head.status,
      phrase: head.reason,
      unknownPath: nowhere.map { HTTPURL($0.request.url)?.path ?? $0.request.url } ?? ""
    )
    if nowhere == nil { route.allow = RouteAnswer.methods(in: head) }
    var finding = Finding(
      breaking: operation.promise,
      of: contract,
      level: told?.level ?? .must,
      rule: .noRoute,
      place: told?.place ?? Place(nil, .status),
      reason: .answer(.noRoute(route)),
      excerpt: told?.excerpt ?? exchange.json.map { Excerpt.head(of: $0) }
        ?? Excerpt.head(ofText: exchange.response?.body ?? [])
    )
    if let told {
      (finding.check, finding.alsoIn, finding.operation) = (told.check, told.alsoIn, told.operation)
      (finding.sources, finding.promise) = (told.sources, told.promise)
      (finding.occurrences, finding.alsoAt) = (told.occurrences, told.alsoAt)
    }
    return finding
  }

  /// Returns the promise that is broken if a call of the operation, made by `step`, gets no documented response.
  package func answerSite(of step: Step?) -> PromiseSite {
    PromiseSite(ExchangeJudge(contract: contract, operation: operation, step: step).answerPromise, .answer)
  }

  /// Returns true if the answer is a documented error: JSON that matches a schema with requirements.
  private func isDocumented(_ exchange: Exchange, _ step: Step?) -> Bool {
    guard let status = exchange.response?.head.status, let json = exchange.json else { return false }
    let nothing = JSONValue.building { writer in
      writer.beginObject()
      writer.endObject()
    }
    return ((step?.expects.responses ?? []) + operation.responses).contains { response in
      guard response.status.matches(status), !response.status.isSuccess, let body = response.body else { return false }
      return body.schema.isValid(json) && !body.schema.isValid(nothing)
    }
  }
}

/// The parts of a response that are the same for every path the server does not serve.
private struct RouteAnswer: Equatable {
  private var status: Int
  private var type: String?
  private var allow: [String]
  private var words: [String]

  /// The maximum numbers of an answer's bytes and words that are compared.
  private static let (mostBytes, mostWords) = (65_536, 2_000)

  init?(_ exchange: Exchange) {
    guard let response = exchange.response else { return nil }
    status = response.head.status
    type = response.head.mediaType?.essence
    allow = Self.methods(in: response.head)
    let beginning = String(decoding: response.body.prefix(Self.mostBytes), as: UTF8.self)
    words = Array(Self.words(of: beginning, but: exchange.request.url).prefix(Self.mostWords))
  }

  /// Returns the methods that the `Allow` field lists, in order; empty without the field.
  static func methods(in head: HTTPResponseHead?) -> [String] {
    (head?.headers ?? []).filter { $0.isNamed("Allow") }
      .flatMap { $0.value.split { $0 == "," || $0 == " " }.map { $0.uppercased() } }.sorted()
  }

  /// Returns the words of `text`, without those that contain the requested `url` or have a digit, and so may differ
  /// from call to call.
  private static func words(of text: String, but url: String) -> [String] {
    var text = text
    for name in names(of: url) { text = text.replacing(name, with: " \u{FFFC} ") }
    return text.split { !($0.isLetter || $0.isNumber || $0 == "\u{FFFC}" || "-_:.+".contains($0)) }.map { word in
      word.contains(where: \.isNumber) ? "#" : String(word)
    }
  }

  /// Returns the forms in which a response may repeat `url`, the longest first: the complete URL or only the end of its
  /// path, also escaped for HTML or JSON.
  private static func names(of url: String) -> [String] {
    guard let parsed = HTTPURL(url) else { return [url] }
    var names = [url]
    let path = parsed.path
    for part in path.indices where path[part] == "/" {
      let end = String(path[part...])
      guard end.count > 1 else { continue }
      names += [end, parsed.query.map { "\(end)?\($0)" } ?? end]
    }
    names.append(String(path.dropFirst()))
    names += names.compactMap { PercentEncoding.decode($0[...]) }
    names += names.map { $0.replacing("/", with: "\\/") } + names.map { $0.replacing("&", with: "&amp;") }
    return Set(names.filter { $0.count > 1 }).sorted { ($1.count, $0) < ($0.count, $1) }
  }
}
