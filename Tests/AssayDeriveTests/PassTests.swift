import Testing

@testable import AssayDerive
@testable import AssayDocuments

/// The small readers each pass is made of, one kind of line a case.
struct PassTests {
  @Test(arguments: [
    ("/jobs/{id}", "/jobs/{id}"), ("/jobs/:id", "/jobs/{id}"), ("/jobs/<job_id>", "/jobs/{job_id}"),
    ("/lots/$LOT_ID/photos", "/lots/{lot_id}/photos"), ("\\(baseURL)/result/\\(jobId)", "/result/{jobId}"),
    ("${API}/a/${encodeURIComponent(item.id)}", "/a/{item_id}"), ("http://localhost:8000/scan", "/scan"),
    ("https://h.example/v1/x?limit=20", "/v1/x"), ("/x.", "/x"), ("`/x`", "/x"), ("/a/[id]", "/a/{id}"),
    ("{{base}}/a", "/a"), ("BASE_URL/a", "/a"),
  ])
  func targetIsAPathWithItsParametersInBraces(_ text: String, _ path: String) {
    #expect(CallTarget(text)?.path == path)
  }

  @Test(arguments: ["image/png", "ftp://x/y", "//x", "/a b", "a/b", "", "/*"])
  func whatIsNoTargetIsNone(_ text: String) {
    #expect(CallTarget(text) == nil)
  }

  @Test(arguments: [
    ("POST /scan", ["POST /scan"]), ("**Endpoint:** `POST /scan`", ["POST /scan"]), ("接口：POST /api/x", ["POST /api/x"]),
    ("`/upload` (POST)", ["POST /upload"]), ("GET/POST /a", ["GET /a", "POST /a"]),
    ("[DELETE] /a/{id}", ["DELETE /a/{id}"]),
    ("Fetches (GET /a) and posts (POST /b)", ["GET /a", "POST /b"]), ("GET greeting and more", []), ("see /docs", []),
    ("POST: http://h:1/a", ["POST /a"]),
  ])
  func callsOfALine(_ line: String, _ calls: [String]) {
    #expect(TextCall.all(in: line).map { "\($0.method ?? "?") \($0.target.path)" } == calls)
  }

  @Test(arguments: [
    ("{\"a\": 1, // one\n \"b\": [1, 2,],\n}", #"{"a":1,"b":[1,2]}"#), ("{ a: 'x', ... }", #"{"a":"x"}"#),
    ("{\"a\": \"x\" \"b\": null}", #"{"a":"x","b":null}"#), ("{\"state\": \"on|off\"}", #"{"state":"on"}"#),
    ("[\"a\": 1, \"b\": true]", #"{"a":1,"b":true}"#),
    ("{\"file\": <binary data>, \"n\": 2}", #"{"file":"< binary data >","n":2}"#),
    ("{\"a\": {\"b\": ", #"{"a":{}}"#), ("{name, email}", #"{"name":"name","email":"email"}"#),
  ])
  func valuesThatAreNearlyJSON(_ text: String, _ json: String) {
    let lines = text.split(separator: "\n").map { String($0) }
    #expect(SampleReader.samples(in: lines, firstLine: 1).first?.json == json)
  }

  @Test(arguments: [
    ("pending, processing, completed, failed", "processing", ["pending", "processing", "completed", "failed"]),
    ("user | assistant", "user", ["user", "assistant"]), ("e.g. \"a\", \"b\"", "a", []),
    ("Available when done", "x", []),
    ("one of `a`, `b` or `c`", nil, ["a", "b", "c"]), ("number of items, at most ten", nil, []),
  ])
  func listsInRemarks(_ text: String, _ value: String?, _ values: [String]) {
    #expect(Remark(text, value: value).values == values)
  }

  @Test(arguments: [
    (
      "swift",
      "struct A: Codable { let id: Int; let n: String?\n enum CodingKeys: String, CodingKey { case id = \"_id\", n } }",
      "A: _id n?"
    ),
    ("ts", "interface A extends B { id: string; n?: number; list: Item[] }", "A: id n? list"),
    ("ts", "export type A = { id: string; kind: 'x' | 'y' | null }", "A: id kind"),
    ("kotlin", "data class A(@SerialName(\"_id\") val id: String, val n: Int? = null)", "A: _id n?"),
    // Other languages are not read for models.
    ("python", "class A(BaseModel):\n    id: str\n", "none: "),
    ("go", "type A struct {\n ID string `json:\"id\"`\n}", "none: "),
    ("dart", "class A { final String id; final int? n; }", "none: "),
    ("csharp", "public class A { public string Id { get; set; } }", "none: "),
  ])
  func models(_ language: String, _ code: String, _ expected: String) {
    let block = CodeBlock(info: language, code: code.split(separator: "\n").map { String($0) }, firstLine: 1)
    let found = DeclarationReader.declarations(in: CodeLexer.tokens(of: block), document: "guide").first
    let fields = found?.fields.map { $0.name + ($0.isOptional ? "?" : "") }.joined(separator: " ") ?? ""
    #expect("\(found?.name ?? "none"): \(fields)" == expected)
  }

  @Test(arguments: [
    ("curl -X POST http://h:1/a \\\n  -H 'Content-Type: application/json' \\\n  -d '{\"x\": 1}'", "POST /a {\"x\":1}"),
    ("curl http://h:1/a", "GET /a"), ("$ curl -sS \"$BASE/a/$ID\" | jq .", "GET /a/{id}"),
    ("curl -F file=@x.png -F 'kind=a b' http://h/a", "POST /a file=@ kind=a b"),
    ("curl -G http://h/a --data-urlencode q=x", "GET /a ?q=x"), ("curl -XDELETE h.example/a", "DELETE /a"),
  ])
  func commands(_ text: String, _ expected: String) {
    let block = CodeBlock(info: "bash", code: text.split(separator: "\n").map { String($0) }, firstLine: 1)
    let call = CurlReader.calls(in: block, document: "guide").first
    let parts: [String] =
      [call.map { "\($0.method ?? "?") \($0.target.path)" } ?? "none", call?.body?.json ?? ""]
      + (call?.form ?? []).map { "\($0.name)=\($0.isFile ? "@" : $0.value ?? "")" }
      + (call?.target.query ?? []).map { "?\($0.name)=\($0.value)" }
    #expect(parts.filter { !$0.isEmpty }.joined(separator: " ") == expected)
  }

  @Test(arguments: [
    ("States: queued → running, running → done, running → failed.", "queued>running running>done running>failed"),
    ("queued → running → done; queued → cancelled", "queued>running>done queued>cancelled"),
    ("queued -> running -> done (or failed)", "queued>running>done|failed"),
    (
      "pending → scanning → finished, failed or cancelled. Ask every 3 seconds.",
      "pending>scanning>finished|failed|cancelled"
    ),
    ("queued → running, paused → done", "queued>running|paused>done"),
    ("a → b, and b → c", "a>b b>c"), ("a or b → c. Then c → d", "a|b>c c>d"),
    ("waiting → printing when paper is there → done", ""), ("a → b/c then", "a>b|c"),
    ("`a` → `b`, `b` → `c`; `a` → `d`", "a>b b>c a>d"), ("`a` → `b` (or `c`), `d` says why", "a>b|c|d"),
  ])
  func transitionsOfALine(_ text: String, _ expected: String) throws {
    let blocks = try MarkdownDocument(parsing: Array(text.utf8)).blocks
    guard case .paragraph(let line)? = blocks.first?.kind else {
      Issue.record("no paragraph")
      return
    }
    let chains = StateChain.chains(in: line.plain, line)
    #expect(
      chains.map { $0.groups.map { $0.joined(separator: "|") }.joined(separator: ">") }.joined(separator: " ")
        == expected
    )
  }

  @Test(arguments: [
    ("The events come in this order: `start`, then any number of `tick`, then `end`.", ""),
    ("The stream ends with `done` or `error`.", "done error"), ("After `done` the stream is closed.", "done"),
    ("`done` ends the stream and `error` tells why.", "done"),
    ("A `tick` a second, and the stream is over after `end`.", "end"),
    ("`joined` opens it, `moved` comes until the end, and `left` is the last event.", "left"),
    ("When `done` or `failed` arrives, the connection is closed.", "done failed"),
    ("`start` opens it, `tick`s follow, and then it ends.", ""), ("The last event, `bye`, says why.", "bye"),
    ("`error` does not end the stream; it ends with `done`.", "done"), ("Ends with `data: [DONE]`.", "[DONE]"),
    ("The final `close` event has no data.", "close"), ("It goes over HTTP, `tick` by `tick`.", ""),
    ("4. **finished** – the last one", "finished"), ("Der Stream endet nach `fertig` oder `fehler`.", "fertig fehler"),
    ("当收到 `done` 时流结束。", "done"),
  ])
  func eventsThatAreSaidToBeTheLast(_ text: String, _ expected: String) throws {
    let blocks = try MarkdownDocument(parsing: Array(text.utf8)).blocks
    var line: MarkdownText?
    if case .paragraph(let text)? = blocks.first?.kind { line = text }
    if case .list(let list)? = blocks.first?.kind, case .paragraph(let text)? = list.items.first?.blocks.first?.kind {
      line = text
    }
    #expect(StreamEnd(try #require(line)).names.joined(separator: " ") == expected)
  }

  @Test(arguments: [
    ("[DONE]", "[DONE]"), ("data: [DONE]", "[DONE]"), ("[JSON]", nil), ("[1]", nil), ("[\"DONE\"]", nil), ("DONE", nil),
    ("[Item]", nil),
  ])
  func dataThatIsNoJSON(_ text: String, _ expected: String?) {
    #expect(MarkText(line: text)?.text == expected)
  }

  @Test(arguments: [
    ("with `\"stream\": true` it is streamed", "stream"), ("set `stream` to true", "stream"), ("?stream=1", "stream"),
    ("accept: text/event-stream", "Accept"), ("the stream is long", nil), ("true of streams", nil),
  ])
  func whatAsksForAStream(_ text: String, _ expected: String?) {
    #expect(StreamSwitch(in: text).map { $0.member ?? "Accept" } == expected)
  }

  @Test(arguments: [
    ("The page size is limited to at most 500.", nil), ("Returns at most 500 jobs", nil), ("Responds with 404.", 404),
    ("204 No Content", 204), ("Deleted (204)", 204), ("It is 409 Conflict", 409), ("Status: 201", 201),
  ])
  func statusesThatSentencesTell(_ text: String, _ status: Int?) {
    #expect(StatusText.told(in: text) == status)
  }
}
