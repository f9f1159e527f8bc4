import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
import AssayReport
import AssaySchema
import Foundation
import TestKit
import Testing

/// The examples of `assay explain` are the messages of findings: one of each rule is made here, and `rules.md` must have it.
///
/// `ASSAY_RECORD=1` writes the messages into `rules.md`.
struct RuleExamplesTests {
  @Test func everyExampleIsTheMessageOfAFinding() throws {
    let messages = try Self.messages()
    let file = Repository.url("Sources/AssayReport/Resources/rules.md")
    var rule = ""
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    let text = lines.map { line in
      if line.hasPrefix("## ") { rule = String(line.dropFirst(3)) }
      guard line.hasPrefix("Example: ") else { return String(line) }
      guard let message = messages[rule] else {
        Issue.record("no finding of \(rule) is made")
        return String(line)
      }
      return "Example: \(message)"
    }
    try Golden.expect(text.joined(separator: "\n"), file)
  }

  @Test func headlinesAreShort() throws {
    let long = try Self.messages().filter { $0.value.count > 90 }
    #expect(long.isEmpty, "\(long)")
  }

  /// Of the findings recorded for judges, 90 % have a headline of at most 90 characters.
  @Test func headlinesOfRecordedFindingsAreShort() throws {
    var headlines: Set<String> = []
    for kind in ["judging", "streams", "polls"] {
      for name in try Fixtures.folders(kind) {
        let file = Repository.url("fixtures/\(kind)/\(name)/expected.txt")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        for (line, next) in zip(lines, lines.dropFirst())
        where ["must ", "should ", "may "].contains(where: line.hasPrefix) && line.contains(" at ") {
          headlines.insert(next.trimmingCharacters(in: .whitespaces))
        }
      }
    }
    let long = headlines.filter { $0.count > 90 }
    #expect(headlines.count > 150)
    #expect(long.count * 10 <= headlines.count, "\(long.sorted().joined(separator: "\n"))")
  }

  private static func messages() throws -> [String: String] {
    var messages: [String: String] = [:]
    for (rule, reason) in reasons { messages[rule.id] = reason.words.message }
    let cases = try JSONDocument(parsing: Repository.bytes("fixtures/rules/schemas.json")).root
    for member in cases.members {
      let (text, instance) = (member.value[0]?.text ?? "", member.value[1]?.text ?? "")
      let schema = try SchemaSet(document: JSONDocument(parsing: text)).schema()
      let value = try JSONDocument(parsing: instance).root
      let violation = schema.violations(of: value).first { "schema.\($0.keyword)" == member.key }
      messages[member.key] = try #require(violation, "\(member.key) is not broken").message
    }
    messages[Rule.invariant.id] = try invariant()
    return messages
  }

  private static func invariant() throws -> String {
    var scope = Scope()
    scope.exchange = Exchange(
      request: HTTPRequest(method: "GET", url: "http://host/"),
      response: HTTPResponse(head: HTTPResponseHead(status: 200), body: Array(#"{"used": ["a"]}"#.utf8)),
      end: TransferEnd(.complete)
    )
    let rule = try Expression(parsing: "length($response.body#/used) == 2")
    let facts = ExpressionExplainer(rule, in: scope).facts
    return Reason.rule(RuleReason(expression: rule.text, meaning: "", facts: facts)).words.message
  }

  private static var reasons: [(Rule, Reason)] {
    transfers + answers + requests + orders + streams + polls
  }

  private static var transfers: [(Rule, Reason)] {
    func ended(_ end: TransferEnd.Reason, status: Int? = nil) -> Reason {
      let call = TransferReason.Call(
        name: "GET /health",
        origin: "http://127.0.0.1:8000",
        received: status.map { .init(status: $0, length: 40) },
        hasBegun: status != nil,
        promisedLength: "577",
        wanted: "a complete response"
      )
      return .transfer(.ended(end, call, total: .seconds(30), detail: ""))
    }
    return [
      (.refused, ended(.refused)), (.unresolved, ended(.unresolved)), (.timedOut, ended(.totalTimeout)),
      (.reset, ended(.reset, status: 200)), (.truncated, ended(.truncated, status: 200)), (.tls, ended(.tls)),
      (.tooLarge, ended(.tooLarge, status: 200)), (.notHTTP, ended(.protocol)),
    ]
  }

  private static var answers: [(Rule, Reason)] {
    let status = AnswerReason.Status(
      call: "GET /health",
      isProbe: false,
      code: 500,
      phrase: "Internal Server Error",
      promised: ["200"],
      target: nil,
      said: nil
    )
    let route = AnswerReason.NoRoute(
      call: "GET /result/{job_id}",
      code: 404,
      phrase: "Not Found",
      unknownPath: "/assay-asks-for-no-such-path"
    )
    let answers: [(Rule, AnswerReason)] = [
      (.status, .status(status)), (.noRoute, .noRoute(route)),
      (.contentType, .contentType(promised: "application/json", actual: "text/html")),
      (
        .notXML,
        .notXML(length: 40, place: "line 3, column 8: the entity `nbsp` is not defined")
      ),
      (.notJSON, .notJSON(length: 40, place: "line 1, column 1: unexpected '<'")),
      (.duplicateKey, .duplicateKey("id", line: 3, others: 0)),
      (.empty, .empty(wanted: "application/json", isJSON: true, whiteSpace: 0)),
      (.text, .unmatched(patterns: ["^OK$"], meanings: [], of: 1, length: 40)), (.header, .noHeader("X-Request-Id")),
      (.time, .tooSlow(.seconds(2), limit: .milliseconds(500))), (.trace, .trace(status: 400, line: "Traceback")),
    ]
    return answers.map { ($0, .answer($1)) }
  }

  private static var requests: [(Rule, Reason)] {
    func missing(_ noun: String, _ name: String) -> RequestReason {
      .missing(name: name, noun: noun, nearest: nil, present: [])
    }
    let requests: [(Rule, RequestReason)] = [
      (.requestPath, .unknownPath("/scan/7", server: "api", nearest: "/scan")),
      (.requestMethod, .wrongMethod("PUT", path: "/scan", allowed: ["POST"])),
      (.requestQuery, missing("query parameter", "top_k")), (.requestHeader, missing("header", "Accept")),
      (.requestPart, missing("part", "image")), (.requestBody, .noBody(type: "application/json")),
      (.requestJSON, .notJSON(length: 4, place: "line 1, column 1: unexpected 'a'")),
      (.requestMultipart, .notMultipart(why: "its Content-Type has no boundary", length: 40)),
      (.requestContentType, .contentType(promised: "application/json", actual: "text/plain")),
    ]
    return requests.map { ($0, .request($1)) }
  }

  private static func event(_ name: String, _ index: Int) -> StreamReason.Event {
    .init(name: name, index: index, time: .seconds(1))
  }

  private static let update = event("status_update", 7)
  private static let progress = StreamReason.Progress(count: 4, lastName: "status_update")

  private static var orders: [(Rule, Reason)] {
    let orders: [(Rule, StreamReason)] = [
      (.streamOrder, .misplaced(update, after: "analysis_complete", allowed: ["done"])),
      (
        .streamMissing,
        .missing(["analysis_complete"], choices: [], late: [], before: event("done", 3), after: "status_update")
      ),
      (.streamUnnamed, .unnamed(event("", 2), data: "{}", known: ["done"])),
      (.streamMisnamed, .misnamed(event("statusUpdate", 2), documented: "status_update", saysSo: false)),
      (.streamRepeated, .repeated(event("connected", 3), allowed: [])),
      (.streamAfterFinal, .afterFinal(event("status_update", 9), final: "done", isLost: false)),
      (.streamUnknownEvent, .unknown(event("progress", 2), known: ["connected", "done"], nearest: nil)),
    ]
    let values: [(Rule, ValueReason)] = [
      (.streamConstant, .changed("\"b\"", at: place(.event(3), "job_id"), from: "\"a\"", since: .event(1))),
      (.streamNondecreasing, .fell("20", at: place(.event(5), "progress"), from: "40", since: .event(4))),
      (.pollConstant, .changed("\"b\"", at: place(.poll(3), "job_id"), from: "\"a\"", since: .poll(1))),
      (.pollNondecreasing, .fell("0.2", at: place(.poll(5), "progress"), from: "0.6", since: .poll(4))),
    ]
    return orders.map { ($0, .stream($1)) } + values.map { ($0, .value($1)) }
  }

  private static func place(_ moment: Place.Moment, _ member: String) -> Place {
    Place(moment, .value(ValuePath([.member(member)])))
  }

  private static var streams: [(Rule, Reason)] {
    let streams: [(Rule, StreamReason)] = [
      (.streamFirst, .firstLate(.seconds(12), limit: .seconds(10))),
      (.streamSilence, .silent(.seconds(60), limit: .seconds(30), progress, wanted: ["done"], isOpen: false)),
      (.streamWithin, .overdue(.seconds(300), limit: .seconds(300), cap: nil, progress, finals: ["done"])),
      (.streamEnded, .ended(.seconds(9), progress, wanted: ["done"])),
      (.streamTruncated, .cutInsideEvent(lines: "data: {", .seconds(9), progress, wanted: ["done"])),
      (.streamEmpty, .empty(.seconds(1), wanted: ["connected"])),
      (.streamNotJSON, .dataNotJSON(event("status_update", 2), data: "NaN", error: nil)),
      (.streamText, .otherText(event("done", 9), data: "DONE", wanted: "`[DONE]`")),
      (.streamEncoding, .notUTF8(offset: 12)), (.streamPartial, .endsInsideEvent(lines: "data: x")),
      (.streamFailed, .failed(event("failed", 4), why: nil)),
      (.streamNotResumed, .notResumed(progress, id: "4", status: 404, contentType: nil)),
      (.streamReplayed, .replayed(event("connected", 3), id: "1", asked: "2")),
      (
        .streamFrame,
        .badFrame("a frame of the server is masked", StreamReason.Progress(count: 1, lastName: "ready"))
      ),
    ]
    let handshake = AnswerReason.handshake(
      field: "Sec-WebSocket-Accept",
      expected: "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
      actual: nil
    )
    return streams.map { ($0, .stream($1)) } + [(.streamHandshake, .answer(handshake))]
  }

  private static var polls: [(Rule, Reason)] {
    let overdue = PollReason.Overdue(
      polls: 12,
      elapsed: .seconds(60),
      allowed: .seconds(60),
      cap: nil,
      finals: ["completed", "failed"],
      state: "processing",
      walk: ["pending", "processing"],
      furtherChanges: 0,
      lastIsUnanswered: false
    )
    let polls: [(Rule, PollReason)] = [
      (
        .pollTransition,
        .transition(from: "processing", to: "pending", allowed: ["completed"], isBack: true, poll: 4, time: .seconds(3))
      ),
      (
        .pollUnknownState,
        .unknownState("queued", known: ["pending", "completed"], nearest: nil, poll: 1, time: .zero)
      ),
      (
        .pollStable,
        .changedAfterEnd(state: "completed", path: "/status", isState: true, from: "`completed`", to: "`pending`")
      ),
      (.pollWithin, .overdue(overdue)), (.pollFailed, .failed(state: "failed", needed: ["completed"], why: nil)),
      (.pollBlocks, .blocks(state: "completed", poll: 1, time: .seconds(8))),
      (.pollInitial, .initial("completed", allowed: ["pending"])),
    ]
    return polls.map { ($0, .poll($1)) }
  }
}
