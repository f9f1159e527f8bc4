import AssayHTTP
import AssayJSON
import AssayObservation
import AssayText
import AssaySecrets

/// A call in a recording, with its response.
struct RecordedCall: Sendable {
  /// The index of the call, from 0.
  var number = 0
  var url: HTTPURL
  var exchange: Exchange
  /// The events, if the response is a stream.
  var stream: StreamObservation?
  /// The start of the call, in milliseconds since 1970 or since the start of the run.
  var time: Int
  /// The step that the call was made for, in a recording of our own.
  var step: ScenarioStep?
  /// The reason why the poll to which the call belongs has ended; `nil` if the call is not part of a poll.
  var pollEnd: PollEnd?

  var method: String { exchange.request.method.uppercased() }
  var status: Int { exchange.response?.head.status ?? stream?.head?.status ?? 0 }
  /// The values outside JSON bodies that the answer gives.
  var given: [GivenValue] = []
  /// True for a page or a redirect, which is a call only because its answer gives a value that later calls send.
  var isGiver = false
  /// True if the call succeeded. For Assay's own calls, and for one that gives a value, a redirect is also a success.
  var isSuccess: Bool {
    (200..<300).contains(status) || status == 101 || (step != nil || isGiver) && (300..<400).contains(status)
  }
  /// The media type of a body that was sent, and that the recording does not hold: browsers leave files out.
  var typeOfMissingBody: String? {
    let request = exchange.request
    return request.body.isEmpty && request.headers["Content-Length"] != "0" ? sentType?.essence : nil
  }
  /// The part of the request that identifies the operation, for a service with all operations at one path: the action
  /// of AWS and SOAP, the method of JSON-RPC, the operation of GraphQL.
  var action: (member: String?, name: String)? {
    let request = exchange.request
    if let name = request.headers["X-Amz-Target"] ?? request.headers["SOAPAction"] { return (nil, name) }
    guard let body = exchange.requestJSON else { return nil }
    let member = body["jsonrpc"] == nil ? "operationName" : "method"
    return body[member]?.string.map { (member, $0) }
  }
  /// True if the server refused the call because an earlier one deleted what is at its address.
  var isGone = false
  /// True if the server refused the call.
  var isRefused: Bool { (400..<500).contains(status) && !isGone }
  /// The media type of the body that was sent.
  var sentType: MediaType? { exchange.request.headers["Content-Type"].flatMap { MediaType($0) } }
  /// The segments of the path as sent, without the leading slash.
  var segments: [String] {
    url.path.dropFirst().parts("/", keepingEmpty: true)
  }
}

extension HTTPURL {
  /// The names and values of the query.
  var pairs: [(name: String, value: String)] { FormPairs.read(query ?? "") }
}

/// The step of a scenario that a recorded observation belongs to.
struct ScenarioStep: Hashable, Sendable {
  var scenario: String
  /// The name of the row for which the step was run, if the scenario has rows.
  var row: String?
  /// The list that contains the step: `steps`, `before` or `after`.
  var place = "steps"
  var id: String
  var operation: String
  var server: String
  var isPoll: Bool

  /// The identity of the scenario's run; each row is a separate run.
  var run: String { row.map { "\(scenario)[\($0)]" } ?? scenario }
}

extension ScenarioStep {
  /// Reads the step that an observation belongs to; `nil` if it belongs to none, as a call that checks a route does.
  fileprivate init?(_ observation: Observation, isPoll: Bool) {
    let parts = observation.check.parts("/")
    // `sign-in` of `orders/before/sign-in` goes before the steps; `orders/before/stream` is a step of that name.
    let isAround =
      parts.count >= 3 && ["before", "after"].contains(parts[1])
      && (parts.count == 4 || !["poll", "stream"].contains(parts[2]))
    guard parts.count >= 2, parts.count <= (isAround ? 4 : 3) else { return nil }
    (operation, server) = (observation.operation, observation.server)
    self.isPoll = isPoll
    (place, id) = isAround ? (parts[1], parts[2]) : ("steps", parts[1])
    // The run of a row, `prices[letter]`: neither name contains a bracket.
    let names = parts[0].halves("[")
    let isRow = names.count == 2 && names[1].hasSuffix("]")
    (scenario, row) = isRow ? (names[0], String(names[1].dropLast())) : (parts[0], nil)
  }
}

/// The calls of a recording in the order they were made.
struct RecordedCalls: Sendable {
  private(set) var calls: [RecordedCall] = []
  /// The contract's `service`, in a recording by Assay.
  private(set) var service: String?
  private(set) var servers: [(name: String, url: String)] = []
  /// The stand-ins for secrets in Assay's own recordings.
  private(set) var hidden: [String] = []
  /// The reasons why entries are not calls, and the numbers of those entries.
  private(set) var leftOut = OrderedDictionary<String, [Int]>()

  /// The most calls that are read.
  static let most = 100_000
  /// The most segments of a path; calls with more are left out, since each segment is examined for variation.
  static let mostSegments = 64

  /// - Throws: A clause with the reason why nothing can be drafted.
  init(_ log: HARLog) throws(UnusableRecording) {
    if log.runs.isEmpty {
      var others: [RecordedCall] = []
      for entry in log.entries { add(entry, orTo: &others) }
      leaveOutStrangers()
      addGivers(others)
      // Recorders write entries as their answers end.
      calls.sort { ($0.time, $0.number) < ($1.time, $1.number) }
      var deleted = DeletedAddresses()
      for index in calls.indices { calls[index].isGone = deleted.takesGone(calls[index].exchange) }
    } else {
      let services = Set(log.runs.map(\.service)).sorted()
      guard services.count == 1, let run = log.runs.last else { throw .severalRuns(services) }
      service = run.service
      servers = run.servers.map { ($0.name, $0.url) }
      let (revealed, secrets) = run.revealed
      hidden = secrets.map(\.value)
      for observation in revealed.observations where !observation.isAskedAgain { add(observation) }
    }
    guard calls.count <= Self.most else { throw .tooMany }
    guard calls.contains(where: \.isSuccess) else { throw .none(leftOut.elements.map { ($0.value.count, $0.key) }) }
    for index in calls.indices {
      calls[index].number = index
      calls[index].given = GivenValue.all(in: calls[index])
    }
  }

  // MARK: Recordings of our own

  private mutating func add(_ observation: Observation) {
    func add(_ exchange: Exchange, _ stream: StreamObservation?, at time: Duration, of poll: PollObservation? = nil) {
      guard let url = HTTPURL(exchange.request.url), !Self.isTooDeep(url),
        let step = ScenarioStep(observation, isPoll: poll != nil)
      else { return }
      let time = time.rounded(perSecond: 1_000)
      var call = RecordedCall(url: url, exchange: exchange, stream: stream, time: time, step: step)
      call.pollEnd = poll?.end
      calls.append(call)
    }
    switch observation.content {
    case .exchange(let exchange): add(exchange, nil, at: observation.start)
    case .stream(let stream): add(stream.exchange, stream, at: observation.start)
    case .poll(let poll):
      for answer in poll.answers { add(answer.exchange, nil, at: observation.start + answer.time, of: poll) }
    case .absent: break
    }
  }

  // MARK: Recordings of browsers and proxies

  /// Adds an entry as a call, or leaves it out; pages and redirects are added to `others`.
  private mutating func add(_ entry: HAREntry, orTo others: inout [RecordedCall]) {
    let reason = Self.reasonLeftOut(entry)
    if let reason { leftOut[reason, default: []].append(entry.number) }
    var entry = entry
    entry.exchange.request.url = entry.urlOfWebSocket ?? entry.exchange.request.url
    guard let url = HTTPURL(entry.exchange.request.url) else { return }
    let format =
      entry.urlOfWebSocket == nil ? entry.exchange.response.flatMap { Self.format(of: $0.head) } : .webSocket
    var call = RecordedCall(
      number: entry.number,
      url: url,
      exchange: entry.exchange,
      stream: format.map { entry.stream(as: $0) },
      time: entry.started?.millisecondsSinceEpoch ?? 0
    )
    call.isGiver = reason == Self.pages || reason == Self.redirects
    if reason == nil { calls.append(call) } else if call.isGiver { others.append(call) }
  }

  /// Adds the pages and redirects that give a value which a later call sends.
  private mutating func addGivers(_ others: [RecordedCall]) {
    var wanted: Set<String> = []
    for call in (calls + others).sorted(by: { ($1.time, $1.number) < ($0.time, $0.number) }) {
      let given = Set(GivenValue.all(in: call).map(\.value))
      guard !call.isGiver || !given.isDisjoint(with: wanted) else { continue }
      wanted.subtract(given)
      wanted.formUnion(GivenValue.sent(in: call))
      if call.isGiver { calls.append(call) }
    }
    let added = Set(calls.filter(\.isGiver).map(\.number))
    let remaining = leftOut.elements.map { (key: $0.key, value: $0.value.filter { !added.contains($0) }) }
    leftOut = OrderedDictionary(remaining.filter { !$0.value.isEmpty })
  }

  private static let (pages, redirects) = ("pages, scripts, pictures and other files", "redirects")

  /// The format of a stream, by the media type of the answer.
  private static func format(of head: HTTPResponseHead) -> StreamFormat? {
    switch head.mediaType?.essence {
    case "text/event-stream" where head.isStream(as: .sse): .sse
    case "application/x-ndjson" where head.isStream(as: .ndjson), "application/ndjson" where head.isStream(as: .ndjson),
      "application/jsonl" where head.isStream(as: .ndjson):
      .ndjson
    case "application/json-seq" where head.isStream(as: .jsonSequence): .jsonSequence
    default: nil
    }
  }

  private static func isTooDeep(_ url: HTTPURL) -> Bool {
    url.path.utf8.count { $0 == UInt8(ascii: "/") } > mostSegments
  }

  /// Removes the calls to origins that never return JSON objects, arrays or streams, if other origins do: such a server
  /// counts visits or serves images.
  private mutating func leaveOutStrangers() {
    func hasData(_ call: RecordedCall) -> Bool { call.stream != nil || call.exchange.json?.isContainer == true }
    let backends = Set(calls.filter(hasData).map(\.url.origin))
    guard !backends.isEmpty else { return }
    for call in calls where !backends.contains(call.url.origin) {
      leftOut["calls of a server that never answers with data", default: []].append(call.number)
    }
    calls.removeAll { !backends.contains($0.url.origin) }
  }

  /// Returns the reason why an entry is not a call of a backend, as a plural noun; `nil` if it is one.
  private static func reasonLeftOut(_ entry: HAREntry) -> String? {
    let request = entry.exchange.request
    let method = request.method.uppercased()
    if method == "CONNECT" { return "tunnels through a proxy" }
    if method == "OPTIONS" { return "questions of a browser whether it may call (CORS)" }
    guard let url = HTTPURL(entry.urlOfWebSocket ?? request.url) else {
      return "requests of another protocol than HTTP"
    }
    if isTooDeep(url) { return "calls of paths with more than \(mostSegments) segments" }
    guard let response = entry.exchange.response else { return "calls without an answer" }
    let status = response.head.status
    if status == 304 || entry.isFromCache { return "answers from a cache" }
    if status < 200, entry.urlOfWebSocket == nil || entry.events.isEmpty {
      return "changes to another protocol (WebSocket) without messages"
    }
    if (300..<400).contains(status) { return redirects }
    if status >= 500 { return "failures of the server (5xx)" }
    if entry.isBodyMissing { return "answers without a recorded body" }
    return isPage(entry, method, response) ? pages : nil
  }

  /// Returns true if a browser loads the entry to show a page, and it is not a request of code to a backend.
  private static func isPage(_ entry: HAREntry, _ method: String, _ response: HTTPResponse) -> Bool {
    let path = entry.exchange.request.url.prefix { $0 != "?" && $0 != "#" }.lowercased()
    if [".map", ".webmanifest", "/manifest.json"].contains(where: path.hasSuffix) { return true }
    let type = response.head.mediaType
    let isFile =
      type.map { type in
        ["image", "font", "audio", "video"].contains(type.type)
          || ["html", "css", "javascript", "x-javascript", "ecmascript", "xhtml+xml", "wasm", "manifest+json"]
            .contains(type.subtype)
      } ?? false
    switch entry.resourceType {
    case "xhr", "fetch", "eventsource", "websocket": return false
    case "stylesheet", "script", "image", "font", "media", "manifest", "texttrack", "ping", "preflight":
      return true
    default:
      // An error page of the server in front is an answer all the same where something was sent.
      let isPage = type?.subtype == "html" && !response.body.isEmpty
      return isFile && (method == "GET" || method == "HEAD" || isPage)
    }
  }
}

/// The reason why no draft can be made from a recording.
enum UnusableRecording: Error {
  case severalRuns([String])
  /// No call succeeded; with the number and kind of the entries left out.
  case none([(count: Int, what: String)])
  case tooMany

  var reason: String {
    switch self {
    case .severalRuns(let services):
      "the recording contains runs of several contracts (\(services.joined(separator: ", "))); draft from a recording of one"
    case .none(let others):
      "it has no successful API call"
        + (others.isEmpty ? "" : "; left out: " + others.map { "\($0.what) (\($0.count))" }.joined(separator: ", "))
    case .tooMany: "it holds more than \(RecordedCalls.most) calls; draft from a part of it"
    }
  }
}
