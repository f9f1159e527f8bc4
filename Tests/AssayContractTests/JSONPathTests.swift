import AssayContract
import AssayJSON
import Foundation
import TestKit
import Testing

/// JSONPath (RFC 9535), by the standard's own compliance suite where it is at hand.
struct JSONPathTests {
  static let suite = Repository.root.appending(path: "../shared/suites/jsonpath/cts.json")
  static let hasSuite = FileManager.default.fileExists(atPath: suite.path)

  @Test(arguments: [
    ("$", [""]), ("$.a[0]['b','c']", ["a/*/b", "a/*/c"]), ("$.a..b", ["a"]), ("$.a[1:].b", ["a/*/b"]),
    ("$.a[?@.kind == 'x' && !@.old].size", ["a/*/kind", "a/*/old", "a/*/size"]),
    ("$.a[?match(@.name, $.pattern)]", ["a/*/name", "pattern", "a/*"]),
  ])
  func readsPlaces(_ query: String, _ places: [String]) throws {
    #expect(try JSONPath(parsing: query).places.map { $0.joined(separator: "/") } == places)
  }

  /// Names side by side do not multiply without end.
  @Test func placesAreBounded() throws {
    let path = try JSONPath(parsing: "$" + String(repeating: "['a','b']", count: 40))
    #expect(path.places.count <= 256)
  }

  @Test(.enabled(if: hasSuite, "the compliance suite ../shared/suites/jsonpath/cts.json is not at hand"))
  func theComplianceSuitePassesWhole() throws {
    let document = try JSONDocument(parsing: try Repository.bytes(Self.suite))
    let tests = try #require(document.root["tests"])
    #expect(tests.count > 700)
    for test in tests.items {
      let name = test["name"]?.string ?? ""
      let selector = try #require(test["selector"]?.string)
      guard let path = try? JSONPath(parsing: selector) else {
        #expect(test["invalid_selector"]?.bool == true, "\(name): \(selector) is refused")
        continue
      }
      guard test["invalid_selector"]?.bool != true else {
        Issue.record("\(name): \(selector) is taken")
        continue
      }
      let root = try #require(test["document"])
      let values = JSONValue.array(path.values(in: root)?.values ?? [])
      let wanted = test["result"].map { [$0] } ?? Array(test["results"]?.items.map { $0 } ?? [])
      #expect(wanted.contains(values), "\(name): \(selector) chooses \(values.text)")
    }
  }

  @Test(arguments: [
    ("$.a[?@.b < 2].c", "[1]"), ("$..c", "[1,3]"), ("$.a[-1:].b", "[2]"), ("$['a'][0]['b','c']", "[1,1]"),
    ("$.a[?match(@.n, 'x.*')].n", #"["xy"]"#),
  ])
  func chooses(_ selector: String, _ wanted: String) throws {
    let text = #"{"a": [ { "b": 1, "c": 1, "n": "xy" }, { "b": 2, "c": 3, "n": "y" } ]}"#
    let root = try JSONDocument(parsing: text).root
    let values = try JSONPath(parsing: selector).values(in: root)?.values ?? []
    #expect(JSONValue.array(values) == (try JSONDocument(parsing: wanted).root))
  }

  /// Hostile queries are errors, and hostile values end.
  @Test func hostileQueriesEnd() throws {
    for text in [
      String(repeating: "$[?", count: 10_000), "$[?" + String(repeating: "(", count: 10_000),
      "$[?@" + String(repeating: "[?@", count: 5_000), "$[?" + String(repeating: "!", count: 1_000) + "@.a]",
      "$[?length(" + String(repeating: "value(", count: 2_000),
    ] {
      #expect(throws: JSONPathError.self) { try JSONPath(parsing: text) }
    }
    let wide = JSONValue.array(Array(repeating: .array(Array(repeating: .integer(1), count: 100)), count: 100))
    var scope = Scope()
    scope.variables["data"] = wide
    let rule = try Expression(parsing: "length(jsonpath($data, '$..[?count($..*) > 1]')) > 0")
    guard case .outOfReach = rule.evaluate(in: scope, workLimit: 1_000_000) else {
      Issue.record("the work is not bounded")
      return
    }
  }
}
