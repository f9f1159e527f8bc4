package import AssayContract
package import AssayFindings
import AssayHTTP
import AssayJSON
package import AssayObservation
import AssaySchema

/// Distinguishes answers of a documented route from those of a path that is not served.
///
/// Frameworks answer a path they do not know with a 404 of their own, and many answer an unknown job in the very same
/// words; some APIs have one JSON error for both. So that neither is taken for the other, a route is missing only where
/// all of this holds:
///
/// 1. every answer of the operation in the run is a 404, 405, 410 or 501;
/// 2. each is like that of an unserved path, called by the same method: status, media type and text, but for the path
///    that is named there and for words with a digit in them, as times and ids are;
/// 3. OPTIONS, which every route may be asked (RFC 9110 section 9.3.7), is answered there as at the unserved path:
///    a difference, as in `Allow`, shows a route;
/// 4. no answer is the error that the documents show: a schema which demands something of it, and is kept.
///
/// It is also missing where every answer is a 405 whose `Allow` leaves out the method that was called (RFC 9110 section
/// 15.5.6), and no document lists that status.
package struct RouteJudge: Sendable {
  private let contract: Contract
  private let operation: Operation

  package init(contract: Contract, operation: Operation) {
    self.contract = contract
    self.operation = operation
  }

  /// Returns whether an answer may be that of an unserved path; one that may not shows the route.
  package static func isSuspect(_ exchange: Exchange) -> Bool {
    guard let response = exchange.response, exchange.request.method != "HEAD" else { return false }
    return exchange.end.reason == .complete && [404, 405, 410, 501].contains(response.head.status)
  }

  /// Returns whether `answers`, all of the operation's, are like the one of an unserved path.
  package func areLike(_ answers: [(exchange: Exchange, step: Step?)], nowhere: Exchange) -> Bool {
    guard Self.isSuspect(nowhere), let unknown = RouteAnswer(nowhere) else { return false }
    return answers.allSatisfy { answer in
      RouteAnswer(answer.exchange) == unknown && !isDocumented(answer.exchange, answer.step)
    }
  }

  /// Returns whether `answers`, all of the operation's, say that it has no such method.
  package func denyMethod(_ answers: [(exchange: Exchange, step: Step?)]) -> Bool {
    answers.allSatisfy { answer in
      let served = RouteAnswer.methods(in: answer.exchange.response?.head)
      let documented = (answer.step?.expects.responses ?? []) + operation.responses
      return answer.exchange.response?.head.status == 405 && !served.isEmpty
        && !served.contains(answer.exchange.request.method) && !documented.contains { $0.status == .exact(405) }
        && !isDocumented(answer.exchange, answer.step)
    }
  }

  /// Returns whether OPTIONS distinguishes the route from an unserved path; it does where it cannot be asked at all.
  package static func isShown(byOptions here: Exchange?, nowhere: Exchange?) -> Bool {
    guard let here, let nowhere, here.end.reason == .complete, nowhere.end.reason == .complete,
      let route = RouteAnswer(here), let unknown = RouteAnswer(nowhere)
    else { return true }
    return route != unknown
  }

  /// The finding of a route that does not exist; `told` is what was found of the answer's status before that was known.
  ///
  /// Without an answer from an unserved path, `nowhere`, the answer itself says so.
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

  /// Returns the promise broken by a call of the operation, made by `step`, that is not answered.
  package func answerSite(of step: Step?) -> PromiseSite {
    PromiseSite(ExchangeJudge(contract: contract, operation: operation, step: step).answerPromise, .answer)
  }

  /// Returns true if the answer is the error the documents show, in JSON of which a schema requires something.
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

/// The parts of an answer that are the same for every path the server does not serve.
private struct RouteAnswer: Equatable {
  private var status: Int
  private var type: String?
  private var allow: [String]
  private var words: [String]

  /// The most bytes and words of an answer that are compared.
  private static let (mostBytes, mostWords) = (65_536, 2_000)

  init?(_ exchange: Exchange) {
    guard let response = exchange.response else { return nil }
    status = response.head.status
    type = response.head.mediaType?.essence
    allow = Self.methods(in: response.head)
    let beginning = String(decoding: response.body.prefix(Self.mostBytes), as: UTF8.self)
    words = Array(Self.words(of: beginning, but: exchange.request.url).prefix(Self.mostWords))
  }

  /// The methods that `Allow` lists, in order.
  static func methods(in head: HTTPResponseHead?) -> [String] {
    (head?.headers ?? []).filter { $0.isNamed("Allow") }
      .flatMap { $0.value.split { $0 == "," || $0 == " " }.map { $0.uppercased() } }.sorted()
  }

  /// The words of `text`, without those that name the path it was asked for, or differ from call to call.
  private static func words(of text: String, but url: String) -> [String] {
    var text = text
    for name in names(of: url) { text = text.replacing(name, with: " \u{FFFC} ") }
    return text.split { !($0.isLetter || $0.isNumber || $0 == "\u{FFFC}" || "-_:.+".contains($0)) }.map { word in
      word.contains(where: \.isNumber) ? "#" : String(word)
    }
  }

  /// Returns the forms in which an answer may name `url`, the longest first: with all before the path, or only its end,
  /// and as HTML or JSON write it.
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
