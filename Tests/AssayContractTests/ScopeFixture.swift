import AssayContract
import AssayHTTP
import AssayJSON
import AssayObservation

/// Reads a scope, and what is in it, from a fixture.
enum ScopeFixture {
  static func scope(_ json: JSONValue?) -> Scope {
    var scope = Scope()
    guard let json else { return scope }
    scope.exchange = json["exchange"].map { exchange($0) }
    scope.event = json["event"].map { event($0) }
    scope.arrived = json["event"]?["milliseconds"]?.int.map { .milliseconds($0) }
    for member in json["events"]?.members.map({ $0 }) ?? [] { scope.events[member.key] = member.value.items.map(alone) }
    for member in json["steps"]?.members.map({ $0 }) ?? [] {
      let exchanges =
        (member.value["bodies"]?.items.map { $0 } ?? []).map { exchange(body: $0) }
        + (member.value["exchanges"]?.items.map { $0 } ?? []).map { exchange($0) }
      scope.steps[member.key] = StepRecord(
        outputs: values(member.value["outputs"]),
        exchanges: exchanges,
        allOutputs: member.value["allOutputs"]?.items.map(values) ?? []
      )
    }
    scope.last = LastOutputs(values(json["last"]))
    scope.variables = values(json["variables"])
    return scope
  }

  static func exchange(_ json: JSONValue) -> Exchange {
    let request = json["request"]
    var sent = HTTPRequest(method: request?["method"]?.string ?? "GET", url: request?["url"]?.string ?? "http://host/")
    sent.headers = headers(request?["headers"])
    sent.body = request?["body"].map { Array($0.text.utf8) } ?? []
    let parameters = RequestParameters(
      path: texts(request?["path"]),
      query: texts(request?["query"]),
      multipart: texts(request?["multipart"])
    )
    let milliseconds = json["milliseconds"]?.number?.double ?? 5
    let reason = json["end"]?.string.flatMap(TransferEnd.Reason.init) ?? .complete
    var timings = TransferTimings(total: .microseconds(Int64(milliseconds * 1_000)))
    timings.began = json["began"]?.int
    return Exchange(
      request: sent,
      parameters: parameters,
      response: json["response"].map(response),
      end: TransferEnd(reason, timings: timings)
    )
  }

  private static func exchange(body: JSONValue) -> Exchange {
    Exchange(
      request: HTTPRequest(method: "POST", url: "http://host/"),
      response: HTTPResponse(head: HTTPResponseHead(status: 200), body: Array(body.text.utf8)),
      end: TransferEnd(.complete)
    )
  }

  /// A body is JSON as it stands, or the bytes of `text`, in ISO-8859-1 those of `latin1`.
  private static func response(_ json: JSONValue) -> HTTPResponse {
    let head = HTTPResponseHead(
      status: json["status"]?.int ?? 200,
      reason: json["reason"]?.string ?? "",
      headers: headers(json["headers"])
    )
    if let text = json["latin1"]?.string {
      return HTTPResponse(head: head, body: text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    }
    let body = json["text"]?.string ?? json["body"]?.text ?? ""
    return HTTPResponse(head: head, body: Array(body.utf8))
  }

  /// The value in a document of its own, as what comes over the wire is.
  private static func alone(_ value: JSONValue) -> JSONValue { (try? JSONDocument(parsing: value.text))?.root ?? .null }

  static func headers(_ json: JSONValue?) -> [HTTPHeader] {
    json?.members.map { HTTPHeader($0.key, $0.value.string ?? "") } ?? []
  }

  static func event(_ json: JSONValue) -> ObservedEvent {
    let event = ServerSentEvent(
      name: json["name"]?.string,
      data: json["data"]?.text ?? "",
      lastEventID: json["id"]?.string ?? ""
    )
    return ObservedEvent(index: json["index"]?.int ?? 1, time: .zero, event: event)
  }

  static func values(_ json: JSONValue?) -> [String: JSONValue] {
    Dictionary(json?.members.map { ($0.key, $0.value) } ?? []) { $1 }
  }

  static func texts(_ json: JSONValue?) -> [String: String] { values(json).mapValues { $0.string ?? $0.text } }
}
