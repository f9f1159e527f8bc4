import AssayJSON
import AssayObservation
import Testing

@testable import AssayDerive

/// The parts of a made-up recording's draft, call by call; whole recordings stand in `fixtures/recordings`.
struct RecordingReaderTests {
  private static func draft(_ calls: [MadeCall]) throws -> (root: JSONValue, losses: [String]) {
    let reader = try RecordingReader(MadeCall.log(calls), file: "shop.har")
    return (try JSONDocument(parsing: Array(reader.text.utf8)).root, reader.losses)
  }

  private static func members(_ value: JSONValue?) -> [JSONMember] { (value ?? .null).members.map { $0 } }
  private static func names(_ value: JSONValue?) -> [String] { members(value).map(\.key) }
  private static func items(_ value: JSONValue?) -> [JSONValue] { (value ?? .null).items.map { $0 } }

  @Test func aServiceIsNamedAfterItsHost() throws {
    let root = try Self.draft([MadeCall("GET /a", "{}")]).root
    #expect(root["service"]?.string == "shop-example")
    #expect(root["title"]?.string == "shop.example")
    #expect(root["servers"]?.canonicalText == #"{"api":{"url":"https://shop.example"}}"#)
    for host in ["localhost", "127.0.0.1", "[::1]"] {
      var call = MadeCall("GET /a", "{}")
      call.url = "http://\(host):8000/a"
      let root = try Self.draft([call]).root
      #expect(root["service"]?.string == "backend")
      #expect(root["title"]?.string == "Backend")
    }
  }

  @Test func severalServersAreNamed() throws {
    var other = MadeCall("GET /b", "{}")
    other.url = "https://img.example/b"
    let root = try Self.draft([MadeCall("GET /a", "{}"), other]).root
    #expect(Self.names(root["servers"]) == ["api", "api-2"])
    #expect(Self.members(root["operations"]).map { $0.value["server"]?.string } == ["api", "api-2"])
    #expect(try Self.draft([MadeCall("GET /a", "{}")]).root["operations"]?["a"]?["server"] == nil)
  }

  /// Each status that was answered is a response, with the shape of all answers with it.
  @Test func answersOfOneStatusAreOneShape() throws {
    let root = try Self.draft([
      MadeCall("GET /items/1", #"{ "id": 1, "name": "a" }"#),
      MadeCall("GET /items/2", #"{ "id": 2.5, "name": null, "x": [] }"#),
      MadeCall("GET /items/3", "", status: 204, type: "text/plain"),
    ]).root
    let operation = Self.members(root["operations"]).first?.value
    #expect(operation?["request"]?["path"]?.string?.hasPrefix("/items/{") == true)
    #expect(Self.names(operation?["responses"]) == ["200", "204"])
    let body = operation?["responses"]?["200"]?["body"]
    #expect(body?["required"]?.canonicalText == #"["id","name"]"#)
    #expect(Self.names(body?["properties"]) == ["id", "name", "x"])
    #expect(body?["properties"]?["name"]?["type"]?.canonicalText == #"["string","null"]"#)
    #expect(body?["properties"]?["id"]?["type"]?.canonicalText == #""number""#)
    #expect(operation?["level"]?.string == "should")
  }

  @Test(arguments: [
    ("application/json", #"{ "a": 1 }"#, #"{"a":1}"#), ("text/plain", "Hello", #""Hello""#),
    ("application/pdf", "..", #"{"$file":"data:application/pdf;base64,c2FtcGxlCg=="}"#),
  ])
  func anExampleIsWhatWasAnswered(_ type: String, _ answer: String, _ example: String?) throws {
    let response = try Self.draft([MadeCall("GET /a", answer, type: type)]).root["operations"]?["a"]?["responses"]?[
      "200"
    ]
    #expect(response?["content"]?.string == type)
    #expect(response?["example"]?.canonicalText == example)
    #expect((response?["body"] != nil) == (type == "application/json"))
  }

  /// What an answer brings and a later request sends goes from step to step.
  @Test func whatIsAnsweredAndSentIsCaptured() throws {
    let root = try Self.draft([
      MadeCall("POST /orders", #"{ "id": "ord-9f8e7d6c5b" }"#, status: 201, sends: #"{ "sku": "x" }"#),
      MadeCall("GET /orders/ord-9f8e7d6c5b", #"{ "id": "ord-9f8e7d6c5b", "total": 3 }"#),
    ]).root
    let scenarios = Self.members(root["scenarios"])
    #expect(scenarios.count == 1)
    let steps = Self.items(scenarios.first?.value["steps"])
    #expect(steps.count == 2)
    let outputs = Self.names(steps.first?["outputs"])
    #expect(outputs.count == 1)
    let output = outputs.first ?? ""
    #expect(steps.first?["outputs"]?[output]?.string == "$response.body#/id")
    let made = steps.first?["operation"]?.string ?? ""
    let parameters = Self.members(steps.last?["parameters"]).map { $0.value.string }
    #expect(parameters == ["$steps.\(made).outputs.\(output)"])
    #expect(scenarios.first?.key == "\(made)-then-\(steps.last?["operation"]?.string ?? "")")
  }

  /// Calls that have nothing to do with each other are scenarios of their own.
  @Test func otherCallsStandAlone() throws {
    let root = try Self.draft([MadeCall("GET /a", "{}"), MadeCall("GET /b", "{}")]).root
    #expect(Self.names(root["scenarios"]) == ["a", "b"])
  }

  /// A call that was refused next to one that was not is a scenario of its own, which sends what it sent.
  @Test func aRefusedCallIsAScenario() throws {
    let root = try Self.draft([
      MadeCall("GET /items/1", #"{ "id": 1 }"#), MadeCall("GET /items/999", #"{ "error": "x" }"#, status: 404),
    ]).root
    let names = Self.names(root["scenarios"])
    #expect(names.count == 2)
    #expect(names.last?.hasSuffix("-404") == true)
    let step = Self.items(Self.members(root["scenarios"]).last?.value["steps"]).first
    #expect(Self.names(step?["responses"]) == ["404"])
    #expect(Self.members(step?["parameters"]).map { $0.value.text } == [#""999""#])
  }

  /// What never succeeded is left out, and said.
  @Test func whatNeverSucceededIsALoss() throws {
    let (root, losses) = try Self.draft([MadeCall("GET /a", "{}"), MadeCall("POST /b", "{}", status: 404)])
    #expect(Self.names(root["operations"]) == ["a"])
    #expect(losses == ["POST /b, which was never answered with a success"])
  }

  /// More than five entries of a kind are counted, not listed.
  @Test(arguments: [(1, "entry 2"), (3, "entries 2, 3, 4"), (7, "entries 2, 3, 4, 5, 6 and 2 more")])
  func leftOutEntriesAreCounted(_ count: Int, _ expected: String) throws {
    let pages = (0..<count).map { MadeCall("GET /page-\($0).html", "<html>", type: "text/html") }
    let losses = try Self.draft([MadeCall("GET /a", "{}")] + pages).losses
    #expect(losses.count == 1 && losses.first?.hasSuffix(": \(expected)") == true, "\(losses)")
  }

  @Test func nothingThatSucceedsIsNoDraft() throws {
    #expect(throws: UnusableRecording.self) { try Self.draft([MadeCall("GET /a", "", status: 500)]) }
  }
}
