import AssayContract
import AssayHTTP
import AssayJSON
import AssayObservation
import AssaySecrets
import AssayText

/// A comparison of a recorded request with the one that a step makes now: method, path, query and body.
///
/// Values that are different in each run match any text: `$run`, secrets and the content of files. To find them, the
/// request is made twice with different `$run` values.
struct RequestComparison {
  /// A request made for a step, and the values used in it.
  private struct Made {
    var request: HTTPRequest
    var parameters: RequestParameters
    var readsFiles = false
  }

  private let work: StepWork
  private let standIns: [String]
  private let made: (first: Made, second: Made)

  /// The values of `$run` in the request made as the `number`th.
  private static func run(_ number: Int) -> JSONValue {
    .object([
      ("uuid", .string("\(number)0000000-0000-4000-8000-000000000000")),
      ("now", .string("200\(number)-01-01T00:00:00Z")), ("number", .integer(number)),
    ])
  }

  /// Makes the request of `work`. `standIns` are the texts that replace the secrets of the recording.
  init(_ work: StepWork, in scope: Scope, standIns: [String]) throws(Obstacle) {
    let first = try Self.make(work, scope, number: 1)
    let second = work.context.contract.reads.readsRun ? try Self.make(work, scope, number: 2) : first
    (self.work, self.standIns, made) = (work, standIns, (first, second))
  }

  /// Returns what the request number `number`, 1 or 2, of `work` reads.
  private static func inputs(_ work: StepWork, _ scope: Scope, _ number: Int) -> Scope {
    let contract = work.context.contract
    return scope.requesting(contract, run: contract.reads.readsRun ? run(number) : nil)
  }

  private static func make(_ work: StepWork, _ scope: Scope, number: Int) throws(Obstacle) -> Made {
    let contract = work.context.contract
    let inputs = inputs(work, scope, number)
    // A recording may not say where its servers were: the path after the server's own is compared.
    let isFollowing = work.step.call.url != nil
    var readsFiles = false
    let built = RequestBuilder(contract: contract).build(
      step: work.step,
      scope: inputs,
      baseURL: isFollowing ? work.context.baseURL(of: work.operation.server) : "",
      servers: isFollowing ? work.context.baseURLs : []
    ) { _ in
      readsFiles = true
      return []
    }
    switch built {
    case .success((let request, let parameters)):
      return Made(request: request, parameters: parameters, readsFiles: readsFiles)
    case .failure(let problem): throw problem.obstacle
    }
  }

  /// Returns the first difference from the recorded request, as a clause; `nil` if they are the same.
  func difference(from exchange: Exchange) -> String? {
    let recorded = exchange.request
    // Most are the same to the letter, so that neither has to be taken apart.
    let url = made.first.request.url.utf8
    let isSameURL = recorded.url.utf8.suffix(url.count).elementsEqual(url)
    if isSameURL, recorded.method == made.first.request.method { return body(exchange) }
    // Where redirects are followed, the recorded request is the last of them.
    if work.operation.followsRedirects, isPathDifferent(recorded) { return nil }
    if recorded.method != made.first.request.method {
      return "its method is \(recorded.method), expected \(made.first.request.method)"
    }
    if isPathDifferent(recorded) {
      let (path, expected) = (Target(recorded.url).path, Target(made.first.request.url).path)
      return "its path is \(shown(path)), expected \(shown(expected))"
    }
    return query(recorded) ?? body(exchange)
  }

  /// The first difference between the messages that the client sent in `stream` and `messages`, as a clause; `nil` if they are
  /// the same. After the end of the stream a client may send more of them, or none.
  func difference(from stream: StreamObservation, _ messages: [ClientMessage], in scope: Scope, until end: Int?)
    -> String?
  {
    let events = stream.events.prefix(end ?? .max)
    let made = [1, 2].map { number in
      var conversation = Conversation(
        messages,
        in: Self.inputs(work, scope, number)
      )
      conversation.begin(at: .zero)
      for event in events { conversation.note(event) }
      return conversation.sent.map(\.data)
    }
    let sent = stream.sent.map(\.data)
    guard sent.count >= made[0].count, sent.count <= messages.count else {
      return "its client sent \(sent.count.counted("message")), expected \(made[0].count)"
    }
    for (index, (first, second)) in zip(made[0], made[1]).enumerated() where !isSame(sent[index], first, second) {
      return "its message \(index + 1) is \(shown(sent[index])), expected \(shown(first))"
    }
    return nil
  }

  /// Returns true if the recorded `text` matches the text at the same place in the two requests made now. Where `first`
  /// and `second` differ, any text matches.
  private func isSame(_ text: String, _ first: String, _ second: String) -> Bool {
    text.isExactly(first) || !first.isExactly(second) || first.contains("${") || text.contains("${")
      || standIns.contains { text.contains($0) }
  }

  private func shown(_ text: String) -> String { JSONValue.string(text).brief }

  private func isPathDifferent(_ recorded: HTTPRequest) -> Bool {
    // An encoded secret has another stand-in than the secret itself, which is encoded where it is sent now.
    let secrets = standIns + standIns.map { PercentEncoding.encode($0) }
    let parts = [recorded.url, made.first.request.url, made.second.request.url].map { url in
      let path = secrets.reduce(Target(url).path) { $0.replacing($1, with: "${}") }
      // A slash inside a segment may have been written either way.
      return (PercentEncoding.decode(path[...]) ?? path).split(separator: "/", omittingEmptySubsequences: false)
        .dropFirst()
        .map(String.init)
    }
    guard parts[0].count >= parts[1].count, parts[1].count == parts[2].count else { return true }
    return !zip(parts[0].suffix(parts[1].count), zip(parts[1], parts[2])).allSatisfy { isSame($0, $1.0, $1.1) }
  }

  private func query(_ recorded: HTTPRequest) -> String? {
    let (first, second) = (Target(made.first.request.url).query, Target(made.second.request.url).query)
    let contract = work.context.contract
    let added =
      Target(work.context.baseURL(of: work.operation.server)).query.map(\.name)
      + contract.securitySchemes.map(\.field).filter { $0.place == .query }.map(\.name)
    let sent = sentPairs(Target(recorded.url).written).filter { pair in
      !added.contains(pair.name) || first.contains { $0.name == pair.name }
    }
    return difference(of: sent, from: first, second, in: "query parameter")
  }

  /// Returns the recorded name-value pairs decoded; `written` are their encoded values. An encoded secret was replaced
  /// by a different text than the secret itself, so that these texts are replaced before decoding.
  private func sentPairs(_ written: [(name: String, value: String)]) -> [(name: String, value: String)] {
    written.map { pair in
      let isSecret = standIns.contains { pair.value.contains($0) }
      return (pair.name, isSecret ? "${}" : FormPairs.decode(pair.value))
    }
  }

  private func difference(
    of sent: [(name: String, value: String)],
    from first: [(name: String, value: String)],
    _ second: [(name: String, value: String)],
    in part: String
  ) -> String? {
    guard first.count == second.count else { return nil }
    for (index, pair) in first.enumerated() {
      guard index < sent.count, sent[index].name.isExactly(pair.name) else { return "it has no \(part) \(pair.name)" }
      if !isSame(sent[index].value, pair.value, second[index].value) {
        return "its \(part) \(pair.name) is \(shown(sent[index].value)), expected \(shown(pair.value))"
      }
    }
    return sent.dropFirst(first.count).first.map { "it has a \(part) \($0.name), which the step does not send" }
  }

  private func body(_ exchange: Exchange) -> String? {
    let (first, second, recorded) = (made.first, made.second, exchange.request)
    if !first.parameters.multipart.isEmpty {
      // A file is shown by its name; any name is accepted, as any content is.
      let files = Set(first.request.form?.parts.filter { $0.filename != nil }.map(\.name) ?? [])
      let pairs = [exchange.parameters, first.parameters, second.parameters].map { parameters in
        parameters.multipart.filter { !files.contains($0.key) }.sorted { $0.key < $1.key }
          .map { (name: $0.key, value: $0.value) }
      }
      return difference(of: pairs[0], from: pairs[1], pairs[2], in: "part")
    }
    if first.readsFiles || recorded.body == first.request.body { return nil }
    if let values = json(recorded, first.request, second.request) {
      return difference(of: values.sent, from: values.first, values.second, at: JSONPointer())
    }
    let texts = [recorded, first.request, second.request].map { String(decoding: $0.body, as: UTF8.self) }
    if MediaType(first.request.headers["Content-Type"] ?? "")?.essence == "application/x-www-form-urlencoded" {
      let (first, second) = (FormPairs.read(texts[1]), FormPairs.read(texts[2]))
      return difference(of: sentPairs(FormPairs.written(texts[0])), from: first, second, in: "field")
    }
    return isSame(texts[0], texts[1], texts[2]) ? nil : "its body is \(shown(texts[0])), expected \(shown(texts[1]))"
  }

  private func json(_ sent: HTTPRequest, _ first: HTTPRequest, _ second: HTTPRequest)
    -> (sent: JSONValue, first: JSONValue, second: JSONValue)?
  {
    func value(_ request: HTTPRequest) -> JSONValue? { (try? JSONDocument(parsing: request.body))?.root }
    guard let sent = value(sent), let first = value(first), let second = value(second) else { return nil }
    return (sent, first, second)
  }

  private func difference(
    of sent: JSONValue,
    from first: JSONValue,
    _ second: JSONValue,
    at pointer: JSONPointer
  ) -> String? {
    if sent == first || first.kind != second.kind { return nil }
    let place = pointer.tokens.isEmpty ? "body" : "body \(pointer)"
    switch (sent.kind, first.kind) {
    case (.object, .object):
      for member in first.members {
        let inner = pointer.appending(member.key)
        guard let value = sent[member.key] else { return "its body has no \(inner)" }
        guard let other = second[member.key] else { continue }
        if let difference = difference(of: value, from: member.value, other, at: inner) { return difference }
      }
      return sent.members.first { first[$0.key] == nil }
        .map { "its body has \(pointer.appending($0.key)), which the step does not send" }
    case (.array, .array) where sent.count == first.count && first.count == second.count:
      for (index, (value, made)) in zip(sent.items, zip(first.items, second.items)).enumerated() {
        if let difference = difference(of: value, from: made.0, made.1, at: pointer.appending(index)) {
          return difference
        }
      }
      return nil
    case (.string, .string) where isSame(sent.string ?? "", first.string ?? "", second.string ?? ""): return nil
    case _ where first != second: return nil
    default: return "its \(place) is \(sent.brief), expected \(first.brief)"
    }
  }
}

/// The part of a URL after the server's base URL.
private struct Target {
  var path: String
  /// The query's name-value pairs, with the values as written in the URL.
  var written: [(name: String, value: String)]
  var query: [(name: String, value: String)] { written.map { ($0.name, FormPairs.decode($0.value)) } }

  init(_ url: String) {
    var rest = Substring(url)
    if let scheme = rest.firstRange(of: "://") {
      rest = rest[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
    }
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = parts.first.map(String.init) ?? ""
    written = parts.count > 1 ? FormPairs.written(String(parts[1])) : []
  }
}
