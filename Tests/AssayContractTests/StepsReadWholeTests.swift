import Testing

@testable import AssayContract

/// Which steps' answers have to be kept, read off the contract's own texts.
struct StepsReadWholeTests {
  @Test(arguments: [
    ("nondecreasing($steps.answer.all#/response/body/score)", ["answer"]),
    ("length($steps.a.all) == count($steps.b-2.all#/outputs/x)", ["a", "b-2"]),
    ("$steps.answer.outputs.all == 1", []),
    ("no expression at all", []),
  ])
  func findsEveryMention(_ text: String, _ expected: [String]) throws {
    let quoted = text.replacing("\"", with: "\\\"")
    let contract = """
      { "contract": "1", "service": "s", "title": "t", "servers": { "api": { "url": "http://127.0.0.1:1" } },
        "operations": { "o": { "request": { "method": "GET", "path": "/" }, "responses": { "200": {} } } },
        "scenarios": { "s": { "summary": "\(quoted)", "steps": [{ "operation": "o" }] } } }
      """
    let loaded = try ContractLoader.load(bytes: Array(contract.utf8), file: "c.json")
    #expect(loaded.stepsReadWhole == Set(expected))
  }
}
