import AssayJSON
import Foundation
import TestKit
import Testing

/// The folder of the JSON parsing suite, where it is at hand.
private let parsingSuite = Repository.suite("json-parsing/test_parsing")

@Suite(
  "The JSON parsing suite",
  .enabled(if: parsingSuite != nil, "shared/suites/json-parsing is not there")
)
struct ParsingSuiteTests {
  @Test func everyCase() throws {
    let folder = try #require(parsingSuite)
    let choices = try implementationDefined()
    var passed = 0
    var failed: [String] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let isAccepted = (try? JSONDocument(parsing: try Repository.bytes(folder.appendingPathComponent(name)))) != nil
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
    let file = Repository.url("fixtures/json/implementation-defined.json")
    let list = try JSONDocument(parsing: try Repository.bytes(file)).root
    var choices: [String: Bool] = [:]
    for item in list.items {
      let name = try #require(item["file"]?.string)
      #expect(item["why"]?.string?.isEmpty == false)
      choices[name] = item["outcome"]?.string == "accepted"
    }
    return choices
  }
}
