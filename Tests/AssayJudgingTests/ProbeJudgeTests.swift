import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayObservation
import Testing

struct ProbeJudgeTests {
  /// An unknown thing may be refused in the documented ways; another one is worth knowing where some are documented.
  @Test(arguments: [
    (#""200": {}, "422": {}"#, 404, 1), (#""200": {}, "422": {}"#, 422, 0), (#""200": {}"#, 404, 0),
    (#""200": {}, "422": {}, "default": {}"#, 404, 0), (#""200": {}, "4XX": {}"#, 404, 0),
  ])
  func anUndocumentedRefusalOfAnUnknownThingIsAMay(responses: String, status: Int, count: Int) throws {
    let text = """
      { "contract": "1", "service": "a", "title": "A", "servers": { "api": { "url": "http://a" } },
        "operations": { "get": {
          "request": { "method": "GET", "path": "/a/{id}", "parameters": { "id": { "example": "1" } } },
          "responses": { \(responses) } } },
        "scenarios": { "a": { "steps": [{ "operation": "get" }] } } }
      """
    let contract = try ContractLoader.load(bytes: Array(text.utf8), file: "a.json")
    let operation = try #require(contract.operations.first)
    let refusals = operation.responses.filter { !$0.status.isSuccess && $0.status != .default }
    let change = RequestChange.input(.path, "id", .string("x"))
    let expectation = Probe.Expectation.refusal(refusals, acceptedAt: nil)
    let probe = Probe("unknown-id", .mistake, "with an unknown id", change, expectation, promise: operation.promise)
    let exchange = Exchange(
      request: HTTPRequest(method: "GET", url: "http://a/a/x"),
      response: HTTPResponse(head: HTTPResponseHead(status: status, headers: []), body: []),
      end: TransferEnd(.complete)
    )
    var ledger = CheckLedger()
    ProbeJudge(contract: contract, operation: operation, probe: probe).judge(exchange, in: Scope(), writing: &ledger)
    ledger.close()
    #expect(ledger.findings.map(\.level) == Array(repeating: .may, count: count))
  }

  /// A stack trace in a 500 is told with the 500; one in a refusal is a finding of its own.
  @Test(arguments: [(500, ["response.status"]), (422, ["response.trace"])])
  func aStackTraceInAFailureIsToldOnce(status: Int, rules: [String]) throws {
    let text = """
      { "contract": "1", "service": "a", "title": "A", "servers": { "api": { "url": "http://a" } },
        "operations": { "get": { "request": { "method": "GET", "path": "/a" }, "responses": { "200": {} } } },
        "scenarios": { "a": { "steps": [{ "operation": "get" }] } } }
      """
    let contract = try ContractLoader.load(bytes: Array(text.utf8), file: "a.json")
    let operation = try #require(contract.operations.first)
    let change = RequestChange.input(.query, "id", .string("x"))
    let expectation = Probe.Expectation.refusal([], acceptedAt: nil)
    let probe = Probe("mistake", .mistake, "with an id", change, expectation, promise: operation.promise)
    let trace = "Traceback (most recent call last):\n  File \"app.py\", line 12, in handle\nKeyError: 0"
    let exchange = Exchange(
      request: HTTPRequest(method: "GET", url: "http://a/a?id=x"),
      response: HTTPResponse(head: HTTPResponseHead(status: status, headers: []), body: Array(trace.utf8)),
      end: TransferEnd(.complete)
    )
    var ledger = CheckLedger()
    ProbeJudge(contract: contract, operation: operation, probe: probe).judge(exchange, in: Scope(), writing: &ledger)
    ledger.close()
    #expect(ledger.findings.map(\.rule.id) == rules)
    #expect(ledger.findings.allSatisfy { "\($0.reason.words)".contains("Traceback (most recent call last)") })
  }
}
