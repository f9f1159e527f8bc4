import AssayContract
import AssayFindings
import AssayHTTP
import AssayObservation
import AssaySecrets
import Synchronization
import Testing

@testable import AssayVerifier

/// Tokens that answers hand out are hidden however they stand there, and what is none is shown.
struct HandedOutTests {
  private static func exchange(_ body: String, _ end: TransferEnd.Reason = .complete) -> Exchange {
    Exchange(
      request: HTTPRequest(method: "GET", url: "http://api.test/a"),
      response: HTTPResponse(head: HTTPResponseHead(status: 200, headers: []), body: Array(body.utf8)),
      end: TransferEnd(end)
    )
  }

  /// Each body with the tokens in it.
  private static let bodies: [(String, [String])] = [
    (#"{"access_token":"at-Secret-4242x","expires_in":3}"#, ["at-Secret-4242x"]),
    (#"{"access_token":"at-Secret-4242x","expires_in":3,}"#, ["at-Secret-4242x"]),
    (
      #"{"data":{"auth":{"access_token":"at-Secret-4242x"}},"list":[{"refresh_token":"rt-Secret-777x"}],"n":1}"#,
      ["at-Secret-4242x", "rt-Secret-777x"]
    ),
    (#"[[{"id_token":"it-Secret-1"}]]"#, ["it-Secret-1"]),
    (
      #"{"apiKey":["ak-Secret-1","ak-Secret-2",{"password":"pw-Secret-3"}]}"#,
      ["ak-Secret-1", "ak-Secret-2", "pw-Secret-3"]
    ),
    (
      #"{"apiKey":["ak-Secret-1","ak-Secret-2",{"password":"pw-Secret-3"}],}"#,
      ["ak-Secret-1", "ak-Secret-2", "pw-Secret-3"]
    ),
    (#"{"access\u005ftoken":"at-\u0053ecret-1"}"#, ["at-Secret-1"]),
    (#"{"access\u005ftoken":"at-\u0053ecret-1",}"#, ["at-Secret-1"]),
    (#"{"body":"{\"access_token\":\"at-Secret-1\",\"n\":1}"}"#, ["at-Secret-1"]),
    (#"{"body":"{\u0022access_token\u0022:\u0022at-Secret-1\u0022}"}"#, ["at-Secret-1"]),
    (#"{"body":"{\"body\":\"{\\\"access_token\\\":\\\"at-Secret-1\\\"}\"}"}"#, ["at-Secret-1"]),
    (#"{"body":"{\"access_token\":\"at-Secret-1\",\"n\":1}",}"#, ["at-Secret-1"]),
    (#"{"access_token": "at-Secret-42"#, ["at-Secret-42"]),
    ("{\"access_token\": \"at-Secret-42\n \"n\": 1}", ["at-Secret-42\n ", "at-Secret-42"]),
    ("{\"n\":1}\n{\"access_token\" :\t\"at-Secret-1\"}\n", ["at-Secret-1"]),
    ("event: login\ndata: {\"access_token\":\"at-Secret-1\"}\n\n", ["at-Secret-1"]),
    ("{'access_token': 'at-Secret-1'}", ["at-Secret-1"]),
    ("access_token=gho_16C7e42F292c6912E7&scope=repo&token_type=bearer", ["gho_16C7e42F292c6912E7"]),
    ("scope=repo&access_token=a%2Bb%2Fc-Secret", ["a+b/c-Secret"]),
    ("<a href=\"http://h/?n=1&amp;access_token=at-Secret-1\">on</a>", ["at-Secret-1"]),
    ("window.state = {\"user\":{\"access_token\":\"at-Secret-1\"}};", ["at-Secret-1"]),
    // What is none.
    (#"{"token_type":"bearer-of-tokens","tokens":12345678,"max_tokens":123456789,"access_tokens":"many-of-them"}"#, []),
    (#"{"token_type":"bearer-of-tokens","tokens":12345678,"next_token":"page-000002",}"#, []),
    (#"{"access_token":"short","password":12345678,"api_key":null,"id_token":{"form":"a-jwt-of-theirs"}}"#, []),
    (#"{"access_token":"short","password":12345678,"api_key":null,"id_token":{"form":"a-jwt-of-theirs"},}"#, []),
    (#"{"type":"password","field":"access_token","error":"a-field-is-missing"}"#, []),
    (#"{"password":["This field is required."]}"#, []),
    ("<input type=\"password\" name=\"password\" placeholder=\"Your password\">", []),
    ("Enter the password: at least eight letters", []),
    ("const password = document.getElementById('password-field');", []),
    ("my_access_token=no-such-name&password_hint=name-of-the-cat", []),
    ("", []),
  ]

  @Test(arguments: bodies) func tokensOfAnAnswerAreKnown(_ body: String, _ tokens: [String]) {
    #expect(Credentials.all(in: Self.exchange(body)).map(\.value) == tokens)
  }

  /// An answer that came in part is no JSON.
  @Test func tokensOfACutAnswerAreKnown() {
    let body = #"{"data":{"access_token":"at-Secret-4242x"}}"#
    #expect(Credentials.all(in: Self.exchange(body, .reset)).map(\.value) == ["at-Secret-4242x"])
  }

  /// Nothing is looked for again and again, whatever it is made of.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      #""access_token":"#, #""access_token":["#, #""access_token":[""#, #"\"access_token\":"#, "password=", "\\\\\\\"",
      ":::", "\"\n",
      #"{"a":"#, "[",
    ]
  )
  func takesTimeInProportion(_ part: String) {
    let body = String(repeating: part, count: (1 << 18) / part.utf8.count)
    _ = Credentials.all(in: Self.exchange(body))
    _ = Credentials.all(
      in: Self.exchange(
        "{\"a\":\"\(body.replacing("\\", with: "").replacing("\"", with: "\\\"").replacing("\n", with: ""))\"}"
      )
    )
  }

  /// What cannot be hidden is neither judged nor recorded; a long list of tokens is.
  @Test(
    .timeLimit(.minutes(2)),
    arguments: [
      (#"{"access_token":"\#(String(repeating: "Secret-4711", count: 1_400_000))"}"#, false),
      ("[" + (0..<90_000).map { #"{"access_token":"Secret-\#($0)-token"}"# }.joined(separator: ",") + "]", false),
      ("[" + (0..<2_000).map { #"{"access_token":"Secret-\#($0)-token"}"# }.joined(separator: ",") + "]", true),
      (#"{"access_token":"\#(String(repeating: "Secret-4711", count: 1_000))"}"#, true),
    ]
  )
  func secretsHaveABudget(_ body: String, _ isJudged: Bool) async throws {
    let contract = try ContractLoader.load(bytes: Array(Self.contract.utf8), file: "login.json")
    let seen = Mutex<[Hidden<Observation>]>([])
    let backend = Backend { call, _ in call == "GET /login" ? .answer(200, body) : .stream("event: done\n\n", .complete)
    }
    let result = await Verifier(
      contract: contract,
      settings: RunSettings(only: ["a/login"], jobs: 1),
      transport: backend,
      vault: SecretVault(of: contract),
      files: { _ in nil },
      record: { observation in seen.withLock { $0.append(observation) } }
    ).run(version: "", started: "").value
    let reasons = result.checks.map(\.reason)
    #expect(reasons.contains { $0.contains("more secrets than can be hidden") } != isJudged, "\(reasons)")
    // The text of what is recorded, however long it is, is searched once.
    #expect(seen.withLock { $0.allSatisfy { !Transcript.of($0).contains("Secret-") } })
  }

  private static let contract = #"""
    { "contract": "1", "service": "login", "title": "Login", "servers": { "api": { "url": "http://api.test" } },
      "operations": {
        "login": { "request": { "method": "GET", "path": "/login" },
          "responses": { "200": { "content": "application/json", "body": { "type": "object", "properties": { "n": { "type": "string" },
            "data": { "type": "object", "properties": { "auth": { "type": "string" } } } } } } } },
        "watch": { "request": { "method": "GET", "path": "/watch" }, "responses": { "200": { "content": "text/event-stream" } },
          "stream": { "events": { "token": { "data": { "type": "string" } }, "done": { "final": true } }, "order": "token* done" } } },
      "scenarios": { "a": { "steps": [ { "operation": "login" }, { "operation": "watch" } ] } } }
    """#

  /// Neither what is kept and recorded nor what is found shows a token.
  @Test(arguments: [
    (
      #"{"access_token":"at-Secret-4242x","expires_in":3,}"#,
      "data: {\"access_token\":\"et-Secret-1\"}\n\ndata: {\"refresh_token\":\"et-Secret-2\",}\n\n"
    ),
    (
      #"{"data":{"auth":{"access_token":"at-Secret-4242x"}},"n":1}"#,
      "data: {\"a\":[{\"access_token\":\"et-Secret-1\"}]}\n\ndata: {\"refresh_token\":\"et-Secret-2\"}\n"
    ),
  ])
  func noTokenIsShown(_ body: String, _ events: String) async throws {
    let contract = try ContractLoader.load(bytes: Array(Self.contract.utf8), file: "login.json")
    let seen = Mutex<[Hidden<Observation>]>([])
    let stream = events.replacing("data:", with: "event: token\ndata:")
    let backend = Backend { call, _ in call == "GET /login" ? .answer(200, body) : .stream(stream, .complete) }
    let result = await Verifier(
      contract: contract,
      settings: RunSettings(jobs: 1),
      transport: backend,
      vault: SecretVault(of: contract),
      files: { _ in nil },
      record: { observation in seen.withLock { $0.append(observation) } }
    ).run(version: "", started: "").value
    #expect(result.outcome == .failed)
    for shown in ["\(result)", seen.withLock { "\($0.map { Transcript.of($0) })" }, seen.withLock { "\($0)" }] {
      #expect(!shown.contains("Secret-"), "\(shown)")
    }
    #expect("\(result)".contains("${access_token}"), "\(result.findings)")
  }
}
