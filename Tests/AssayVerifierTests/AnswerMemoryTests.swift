import AssayContract
import AssayFindings
import AssaySecrets
import Testing

@testable import AssayVerifier

/// What a run keeps of responses has a budget: beyond it nothing is judged that needs them, and all else is.
struct AnswerMemoryTests {
  private static let contract = #"""
    { "contract": "1", "service": "pages", "title": "Pages", "servers": { "api": { "url": "http://api.test" } },
      "operations": {
        "list": { "request": { "method": "GET", "path": "/list", "query": { "page": { "schema": { "type": "string" } } } },
                  "responses": { "200": { "body": { "type": "object" } } } } },
      "scenarios": {
        "all": { "steps": [ { "stepId": "list", "operation": "list",
                   "paginate": { "next": "$response.body#/next", "query": "page" } } ],
                 "invariants": [ { "rule": "count($steps.list.all#/response/body/text) > 0" } ] },
        "some": { "steps": [ { "stepId": "list", "operation": "list" }, { "stepId": "other", "operation": "list" } ],
                  "invariants": [ { "rule": "$steps.list.response.body#/text != null" } ] },
        "none": { "steps": [ { "stepId": "list", "operation": "list" }, { "stepId": "other", "operation": "list" } ] } } }
    """#

  private func run(_ scenario: String, memory: Int) async throws -> (result: RunResult, calls: Int) {
    let backend = Backend(isInstant: true) { call, _ in
      let page = Int(call.split(separator: "=").last ?? "") ?? 0
      let next = page < 9 ? #", "next": "\#(page + 1)""# : ""
      return .answer(200, #"{ "text": "\#(String(repeating: "x", count: 100_000))"\#(next) }"#)
    }
    var settings = RunSettings(only: ["\(scenario)/*", scenario], jobs: 1)
    settings.limits.mostMemory = memory
    let result = await Verifier(
      contract: try ContractLoader.load(bytes: Array(Self.contract.utf8), file: "pages.json"),
      settings: settings,
      transport: backend,
      vault: SecretVault(),
      files: { _ in nil }
    ).run(version: "", started: "").value
    return (result, backend.calls.count { $0.hasPrefix("GET /list") })
  }

  @Test(arguments: [(250_000, 3), (RunLimits.usualMemory, 10)])
  func pagesAreFetchedAsFarAsTheyCanBeKept(_ memory: Int, _ pages: Int) async throws {
    let (result, calls) = try await run("all", memory: memory)
    #expect(calls == pages)
    let told = "\(result.checks.map(\.reason) + result.checks.compactMap(\.obstacle))"
    #expect(told.contains("more memory than --max-memory allows") == (pages < 10), "\(told)")
    #expect(result.findings.isEmpty, "\(result.findings)")
    #expect((result.outcome == .passed) == (pages == 10))
  }

  @Test(arguments: [("some", 50_000, false), ("some", 150_000, true), ("none", 50_000, true)])
  func whatNothingReadsTakesNoMemory(_ scenario: String, _ memory: Int, _ isJudged: Bool) async throws {
    let (result, calls) = try await run(scenario, memory: memory)
    #expect(calls == 2)
    #expect((result.outcome == .passed) == isJudged, "\(result.checks)")
    #expect(result.findings.isEmpty)
  }

  @Test func memoryIsGivenBack() {
    let memory = AnswerMemory(100)
    #expect(memory.take(60) && !memory.take(41) && memory.take(40) && !memory.take(1))
    memory.giveBack(60)
    #expect(memory.take(60))
  }
}
