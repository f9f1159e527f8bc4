import AssayContract
import AssayFaults
import AssayFindings
import AssayJSON
import TestKit
import Testing

/// The faults of one operation, by what is promised of it: each breaks that promise and no other.
struct FaultDerivationTests {
  private static func faults(_ operation: String, steps: String = #"{ "operation": "get" }"#) async throws -> [Fault] {
    let text = """
      { "contract": "1", "service": "derived", "title": "Derived", "servers": { "api": { "url": "http://api.test" } },
        "operations": { "get": { "request": { "method": "GET", "path": "/items" }, \(operation) } },
        "scenarios": { "s": { "steps": [ \(steps) ] } } }
      """
    return await Faults.all(of: try ContractLoader.load(bytes: Array(text.utf8), file: "derived.json"))
  }

  /// Each fault as `name rule`.
  @Test(arguments: try Fixtures.files("faults/derived", suffix: ".json"))
  func eachPromiseHasItsFaults(_ name: String) async throws {
    let faults = try await Self.faults(try Fixtures.text("faults/derived/\(name).json"))
    #expect(Set(faults.map(\.name)).count == faults.count)
    let lines = faults.map { fault in
      "\(fault.name) (\(fault.kind), \(fault.level)) \(fault.rule?.id ?? "none") [\(fault.breaks?.pointer.description ?? "")]\n  \(fault.about)\n"
    }
    try Golden.expect(lines.joined(), Repository.url("fixtures/faults/derived/\(name).txt"))
  }

  /// What a step is to be refused for breaks nothing of a success, so that no fault is made of it.
  @Test func aStepThatIsToBeRefusedHasNoFaultsOfASuccess() async throws {
    let operation =
      #""responses": { "200": { "body": { "type": "object", "required": ["a"] }, "example": { "a": 1 } } }"#
    let refused = #"{ "operation": "get", "responses": { "404": {} } }"#
    let success = try await Self.faults(operation)
    let refusal = try await Self.faults(operation, steps: refused)
    #expect(success.contains { $0.breaks?.pointer.description.contains("/responses/200/body") == true })
    #expect(!refusal.contains { $0.breaks?.pointer.description.contains("/responses/200/body") == true })
  }
}
