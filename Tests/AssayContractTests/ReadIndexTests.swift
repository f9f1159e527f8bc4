import AssayJSON
import Testing

@testable import AssayContract

/// The steps that expressions read from, and no others.
struct ReadIndexTests {
  private static func contract(steps: String, rule: String = "true") throws -> Contract {
    let rule = rule.replacing("\"", with: "\\\"")
    let text = """
      { "contract": "1", "service": "s", "title": "t", "servers": { "api": { "url": "http://127.0.0.1:1" } },
        "operations": { "o": { "request": { "method": "GET", "path": "/" }, "responses": { "200": {} } } },
        "scenarios": {
          "s": {
            "summary": "nondecreasing($steps.summary.all#/response/body/score)",
            "steps": [ { "stepId": "a", "operation": "o", "outputs": { "id": "$response.body#/id" } }, \(steps) ],
            "invariants": [ { "rule": "\(rule)" } ] } } }
      """
    return try ContractLoader.load(bytes: Array(text.utf8), file: "c.json")
  }

  private static func reads(_ step: String) throws -> ReadIndex.Reads {
    let contract = try contract(steps: step)
    return contract.reads(of: contract.scenarios[0].steps[1])
  }

  @Test(arguments: [
    ("nondecreasing($steps.a.all#/response/body/score)", ["a"], ["a"]),
    ("length($steps.a.all) == count($steps.b-2.all#/outputs/x)", ["a", "b-2"], ["a"]),
    ("max($steps.a.all#/response/time) < 5", ["a"], []),
    ("$steps.a.outputs.all == 1", [], []),
  ])
  func stepsReadWhole(_ rule: String, _ whole: [String], _ closely: [String]) throws {
    let reads = try Self.contract(steps: #"{ "stepId": "b", "operation": "o" }"#, rule: rule).reads
    #expect(reads.whole == Set(whole))
    #expect(reads.closely == Set(closely))
  }

  @Test func textThatIsNoExpressionReadsNothing() throws {
    let reads = try Self.reads(
      #"{ "stepId": "b", "operation": "o", "description": "reads $last.outputs.id and $steps.a.outputs.id" }"#
    )
    #expect(reads.isEmpty)
    let sent = try Self.reads(#"{ "stepId": "b", "operation": "o", "rawBody": "$steps.a.outputs.id" }"#)
    #expect(sent.isEmpty)
  }

  @Test(arguments: [
    #""query": { "id": "$steps.a.outputs.id" }"#, #""body": { "ids": ["x {$steps.a.response.body#/id}"] }"#,
    #""forEach": "$steps.a.response.body#/ids""#, #""url": "$steps.a.outputs.id""#,
  ])
  func requestsReadSteps(_ key: String) throws {
    let reads = try Self.reads(#"{ "stepId": "b", "operation": "o", \#(key) }"#)
    #expect(reads.steps == ["a"])
    #expect(reads.isInput)
  }

  @Test func rulesAndOutputsAreNoInputs() throws {
    let reads = try Self.reads(
      #"{ "stepId": "b", "operation": "o", "outputs": { "x": "$steps.a.outputs.id" } }"#
    )
    #expect(reads.steps == ["a"])
    #expect(!reads.isInput)
  }

  @Test func theLastOutputIsOfTheStepsThatSetIt() throws {
    let contract = try Self.contract(
      steps:
        #"{ "stepId": "b", "operation": "o", "query": { "id": "$last.outputs.id" }, "outputs": { "y": "$statusCode" } }"#
    )
    #expect(contract.stepsRead(by: contract.scenarios[0].steps[1]) == ["a"])
  }
}
