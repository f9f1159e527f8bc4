import AssayJSON
import Foundation
import Testing

@Suite("The JSON parsing suite", .enabled(if: Fixtures.parsingSuite != nil, "shared/suites/json-parsing is not there"))
struct ParsingSuiteTests {
  @Test func everyCase() throws {
    let folder = try #require(Fixtures.parsingSuite)
    let choices = try implementationDefined()
    var passed = 0
    var failed: [String] = []
    for name in Fixtures.names(in: folder) {
      let isAccepted = (try? JSONDocument(parsing: try Fixtures.bytes(of: folder.appendingPathComponent(name)))) != nil
      let expected =
        switch name.prefix(2) {
        case "y_": true
        case "n_": false
        default: try #require(choices[name] as Bool?, "\(name) has no line in implementation-defined.json")
        }
      if isAccepted == expected { passed += 1 } else { failed.append(name) }
    }
    print("CONFORMANCE json-parsing: \(passed) passed, \(failed.count) failed, 0 known")
    #expect(failed == [])
  }

  /// What happens to each case the suite leaves open: accepted or not.
  private func implementationDefined() throws -> [String: Bool] {
    let file = Fixtures.json.appendingPathComponent("implementation-defined.json")
    let list = try JSONDocument(parsing: try Fixtures.bytes(of: file)).root
    var choices: [String: Bool] = [:]
    for item in list.items {
      let name = try #require(item["file"]?.string)
      #expect(item["why"]?.string?.isEmpty == false)
      choices[name] = item["outcome"]?.string == "accepted"
    }
    return choices
  }
}
