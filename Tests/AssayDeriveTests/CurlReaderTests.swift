import Testing

@testable import AssayDerive
@testable import AssayDocuments

/// The calls that commands of curl make.
struct CurlReaderTests {
  @Test(arguments: [
    ("curl -X POST http://h:1/a \\\n  -H 'Content-Type: application/json' \\\n  -d '{\"x\": 1}'", "POST /a {\"x\":1}"),
    ("curl http://h:1/a", "GET /a"), ("$ curl -sS \"$BASE/a/$ID\" | jq .", "GET /a/{id}"),
    ("curl -F file=@x.png -F 'kind=a b' http://h/a", "POST /a file=@ kind=a b"),
    ("curl -G http://h/a --data-urlencode q=x", "GET /a ?q=x"), ("curl -XDELETE h.example/a", "DELETE /a"),
    ("Invoke-RestMethod -Method Post -Uri http://h/a -Body @{ note = \"it's\" }", "POST /a note=it's"),
    (
      "Invoke-RestMethod -Method Post -Uri http://h/a -Body (@{ note = \"it's\" } | ConvertTo-Json)",
      "POST /a {\"note\":\"it's\"}"
    ),
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
}
