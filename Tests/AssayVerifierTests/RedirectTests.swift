import AssayContract
import AssayFindings
import AssayHTTP
import AssayObservation
import AssaySecrets
import AssayText
import AssayVerifier
import Synchronization
import Testing

/// What goes along where redirects are followed, and what stays behind.
@Suite(.timeLimit(.minutes(1)))
struct RedirectTests {
  private static let secret = "Q7secretCookieValue99"
  private static let key = "k3y-supersecret"
  private static let credentials = [
    Secret(name: "KEY", value: key), Secret(name: "SEAT", value: "13-window-left"),
    Secret(name: "CRUMB", value: "raisin-and-oat"),
  ]

  private static let contract = #"""
    { "contract": "1", "service": "home", "title": "Home",
      "servers": { "api": { "url": "http://api.test" }, "files": { "url": "http://files.test" } },
      "securitySchemes": {
        "bearer": { "type": "http", "scheme": "bearer", "credentials": { "token": "${KEY}" } },
        "seat": { "type": "apiKey", "in": "header", "name": "X-Seat", "credentials": { "value": "${SEAT}" } },
        "crumb": { "type": "apiKey", "in": "cookie", "name": "crumb", "credentials": { "value": "${CRUMB}" } } },
      "operations": {
        "login": { "server": "api", "request": { "method": "POST", "path": "/login", "body": { "example": { "user": 1 } } },
                   "responses": { "200": { "body": { "required": ["name"] } } }, "redirects": "follow" },
        "home": { "server": "api", "request": { "method": "GET", "path": "/home" }, "responses": { "200": {} } },
        "file": { "server": "api", "request": { "method": "GET", "path": "/file", "headers": { "X-Page": "${KEY}", "X-Plain": "7" } },
                  "responses": { "200": {} }, "redirects": "follow", "security": [ { "bearer": [], "seat": [], "crumb": [] } ] },
        "own": { "server": "api", "request": { "method": "GET", "path": "/file", "headers": { "Cookie": "own=1" } },
                 "responses": { "200": {} }, "redirects": "follow" },
        "news": { "server": "api", "request": { "method": "GET", "path": "/news" }, "responses": { "200": {} }, "redirects": "follow",
                  "stream": { "events": { "a": {}, "end": { "final": true, "data": { "const": 1 } } }, "order": "a* end", "resume": { "wait": "10ms" },
                              "invariants": [ { "rule": "$url endsWith '/to'" } ] } } },
      "scenarios": {
        "login": { "cookies": true, "steps": [ { "operation": "login" }, { "operation": "home" } ] },
        "twice": { "cookies": true, "steps": [ { "operation": "login", "again": "same" } ] },
        "file": { "cookies": true, "steps": [ { "operation": "home" }, { "operation": "file" } ] },
        "own": { "cookies": true, "steps": [ { "operation": "home" }, { "operation": "own" } ] },
        "news": { "steps": [ { "operation": "news" } ] } } }
    """#

  private struct Ran {
    var result: RunResult
    var recording: String
    /// The calls with their credentials, in order.
    var calls: [String]

    var told: [String] {
      result.checks.map { "\($0.status.rawValue) \($0.id) \($0.reason)" } + result.findings.map(\.message)
    }
  }

  /// Runs a scenario against what `reply` makes of a call, its URL without the first server, and the times it was made.
  private static func run(
    _ scenario: String,
    _ reply: @escaping @Sendable (HTTPRequest, String, Int) -> Backend.Reply
  ) async throws -> Ran {
    let fields = [HTTPHeader("X-Auth-Token", "of-the-one-who-runs-it"), HTTPHeader("X-Trace", "1")]
    let contract = try ContractLoader.load(bytes: Array(contract.utf8), file: "home.json")
    let seen = Mutex<[Observation]>([])
    let calls = Mutex<[String]>([])
    let watched = ["authorization", "cookie", "x-auth-token", "x-page", "x-plain", "x-seat", "x-trace"]
    let backend = Backend(seeing: { request, call, count in
      let shown = request.headers.filter { watched.contains($0.name.lowercased()) }
      let text = shown.map { "\($0.name)=\($0.value)" }.sorted().joined(separator: " ")
      calls.withLock { $0.append("\(call): \(text)") }
      return reply(request, call, count)
    })
    let result = await Verifier(
      contract: contract,
      settings: RunSettings(only: ["\(scenario)/*"]),
      headers: (scenario == "file" ? fields : []).map { SentField($0) },
      transport: backend,
      vault: SecretVault(credentials),
      files: { _ in nil },
      record: { observation in seen.withLock { $0.append(observation.value) } }
    ).run(version: "", started: "").value
    let began = DateTime(millisecondsSinceEpoch: 0)
    let run = RecordedRun(service: "home", started: began, observations: seen.withLock { $0 })
    let recording = HARWriter.write([run], version: "0")
    let replay = Replay(of: try HARReader.read(Array(recording.utf8)), against: contract)
    let settings = RunSettings(only: ["\(scenario)/*"])
    let replayed = await Verifier(replaying: replay, settings: settings).run(version: "", started: "").value
    let ran = Ran(result: result, recording: recording, calls: calls.withLock { $0 })
    #expect(Ran(result: replayed, recording: "", calls: []).told == ran.told, "the recording comes to the same")
    return ran
  }

  /// What is made again is the call itself, which is led on again.
  @Test(arguments: [true, false])
  func whatIsMadeAgainIsTheFirstRequest(_ isRight: Bool) async throws {
    let ran = try await Self.run("twice") { request, call, count in
      let cookie = "sid=\(Self.secret)"
      if call == "POST /login" { return Self.redirect(303, "/home", "\(cookie); Path=/home") }
      let isNamed = request.headers["Cookie"] == cookie && (isRight || count == 1)
      return .answer(200, isNamed ? #"{ "name": "ada" }"# : #"{ "name": "" }"#)
    }
    #expect(ran.calls == (1...2).flatMap { _ in ["POST /login: ", "GET /home: Cookie=sid=\(Self.secret)"] })
    #expect(ran.result.outcome == (isRight ? .passed : .failed), "\(ran.told)")
  }

  private static func redirect(_ status: Int, _ place: String, _ cookie: String? = nil) -> Backend.Reply {
    .answer(status, "", [HTTPHeader("Location", place)] + (cookie.map { [HTTPHeader("Set-Cookie", $0)] } ?? []))
  }

  /// RFC 6265 section 5.3: an answer's cookies are kept whatever its status, and nobody is shown them.
  @Test(arguments: [true, false])
  func cookiesOfARedirectGoOn(_ isRight: Bool) async throws {
    let ran = try await Self.run("login") { request, call, _ in
      if call == "POST /login" { return Self.redirect(302, "/home", "sid=\(Self.secret); Path=/") }
      let isKnown = isRight && request.headers["Cookie"] == "sid=\(Self.secret)"
      return .answer(isKnown ? 200 : 401, #"{ "name": "ada", "session": "\#(Self.secret)" }"#)
    }
    #expect(ran.result.outcome == (isRight ? .passed : .failed), "\(ran.told)")
    #expect(ran.calls == ["POST /login: "] + (1...2).map { _ in "GET /home: Cookie=sid=\(Self.secret)" })
    #expect(!ran.recording.contains(Self.secret))
    let shown = ran.result.checks.map { $0.transcript + $0.command } + ran.told
    #expect(!shown.contains { $0.contains(Self.secret) })
  }

  /// RFC 9110 section 15.4: credentials are for the origin they were made for.
  @Test func credentialsGoToNoOtherOrigin() async throws {
    let ran = try await Self.run("file") { _, call, _ in
      switch call {
      case "GET /home": .answer(200, "", [HTTPHeader("Set-Cookie", "sid=abcdefgh; Path=/")])
      case "GET /file": Self.redirect(307, "/moved", "more=12345678; Path=/")
      case "GET /moved": Self.redirect(302, "http://files.test/1", "late=12345678; Path=/")
      case "GET http://files.test/1": Self.redirect(302, "/2", "there=12345678; Path=/")
      case "GET http://files.test/2": Self.redirect(302, "http://api.test/back")
      default: .answer(200, "")
      }
    }
    #expect(ran.result.outcome == .passed, "\(ran.told)")
    let all = { (cookies: String) in
      "Authorization=Bearer \(Self.key) Cookie=\(cookies) X-Auth-Token=of-the-one-who-runs-it X-Page=\(Self.key) "
        + "X-Plain=7 X-Seat=13-window-left X-Trace=1"
    }
    #expect(
      Array(ran.calls.dropFirst()) == [
        "GET /file: " + all("sid=abcdefgh; crumb=raisin-and-oat"),
        "GET /moved: " + all("sid=abcdefgh; more=12345678; crumb=raisin-and-oat"),
        "GET http://files.test/1: X-Plain=7 X-Trace=1",
        "GET http://files.test/2: Cookie=there=12345678 X-Plain=7 X-Trace=1",
        "GET /back: Cookie=sid=abcdefgh; more=12345678; late=12345678 X-Plain=7 X-Trace=1",
      ]
    )
  }

  @Test func aFieldOfTheStepsOwnGoesToItsOriginAlone() async throws {
    let ran = try await Self.run("own") { _, call, _ in
      switch call {
      case "GET /home": .answer(200, "", [HTTPHeader("Set-Cookie", "sid=abcdefgh; Path=/")])
      case "GET /file": Self.redirect(307, "/moved")
      case "GET /moved": Self.redirect(302, "http://files.test/1")
      default: .answer(200, "")
      }
    }
    #expect(ran.result.outcome == .passed, "\(ran.told)")
    let own = "Cookie=own=1"
    #expect(ran.calls.dropFirst() == ["GET /file: \(own)", "GET /moved: \(own)", "GET http://files.test/1: "])
  }

  /// WHATWG HTML section 9.2.2: an event source follows them whenever it asks.
  @Test func aStreamIsFollowedToo() async throws {
    let ran = try await Self.run("news") { request, call, count in
      switch (call, count) {
      case ("GET /news", _): Self.redirect(307, "/to")
      case (_, 1): .stream("id: 1\nevent: a\ndata: {}\n\n", .complete)
      default: .stream("event: end\ndata: \(request.headers["Last-Event-ID"] ?? "0")\n\n", .complete)
      }
    }
    #expect(ran.told == ["passed news/news/stream "])
    #expect(ran.calls.map { $0.prefix(9) } == ["GET /news", "GET /to: ", "GET /news", "GET /to: "])
  }

  /// A redirect that breaks off is not followed; what came of it is the answer.
  @Test(arguments: ["", "moved"])
  func aRedirectThatBreaksOffIsNotFollowed(_ body: String) async throws {
    let ran = try await Self.run("login") { _, call, _ in
      call == "POST /login" ? .broken(303, body, [HTTPHeader("Location", "/to")]) : .answer(200, #"{ "name": 1 }"#)
    }
    #expect(ran.calls.map { $0.prefix { $0 != ":" } } == ["POST /login", "GET /home"])
    #expect(ran.result.findings.map(\.rule) == [.reset])
    #expect(ran.recording.contains(#""status":303"#))
  }

  @Test func aStreamThatDoesNotGoOnWasAskedForAgain() async throws {
    let ran = try await Self.run("news") { _, _, count in
      .stream(count == 1 ? "id: 1\nevent: a\ndata: 1\n\n" : "", .complete)
    }
    #expect(ran.calls.count == 4)
    let request = "sent again 3 times with Last-Event-ID 1, without a response"
    #expect(ran.result.findings.map { $0.details.last?.text } == [request])
  }

  @Test(arguments: ["http://elsewhere.test/", "/news"])
  func whatLeadsNowhereIsTheAnswer(_ place: String) async throws {
    let ran = try await Self.run("news") { _, _, _ in Self.redirect(307, place) }
    #expect(ran.result.findings.map(\.rule.id) == ["response.status"])
    #expect(ran.calls.count == (place == "/news" ? 11 : 1))
  }

  /// The reason that a redirect was not followed; ``run(_:_:)`` checks that a recording gives the same.
  @Test(arguments: [
    ("/1", "10 redirects followed; the next one, from /10 to /11, was not"),
    (
      "http://else.test/",
      "to http://else.test/, which is not on a server of the contract; not followed"
    ),
    (
      "http://files.test/1",
      "after 1 redirect, from /1 to http://else.test/, which is not on a server of the contract; not followed"
    ),
  ])
  func whyARedirectIsNotFollowedIsTold(_ place: String, _ told: String) async throws {
    let ran = try await Self.run("file") { _, call, _ in
      switch call {
      case "GET /home": .answer(200, "")
      case "GET /file": Self.redirect(302, place)
      case "GET http://files.test/1": Self.redirect(302, "http://else.test/")
      default: Self.redirect(302, "/\((Int(call.dropFirst(5)) ?? 0) + 1)")
      }
    }
    #expect(ran.result.findings.map(\.message) == ["GET /file returned 302, expected 200"])
    #expect(ran.result.findings.map { $0.details.map(\.text) } == [[told]])
  }
}
