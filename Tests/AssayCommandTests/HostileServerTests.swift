import Foundation
import TestKit
import Testing

/// Whatever a server does, a run ends in time, with the finding for what was done and nothing else.
@Suite(.serialized)
struct HostileServerTests {
  /// One way of doing harm, a path of the server and a scenario of the contract, and what has to come of it.
  struct Way: Sendable, CustomTestStringConvertible {
    var name: String
    var status: Int32
    /// The findings' rules; several lists where it hangs on the machine which limit is reached first.
    var rules: [[String]]
    var testDescription: String { name }
  }

  private struct Expectation: Decodable {
    var status: Int32
    var rules: [[String]]
  }

  static let ways: [Way] = {
    let file = URL(filePath: Repository.path("fixtures/hostile/expected.json"))
    let expected = (try? JSONDecoder().decode([String: Expectation].self, from: Data(contentsOf: file))) ?? [:]
    return expected.map { Way(name: $0.key, status: $0.value.status, rules: $0.value.rules) }.sorted {
      $0.name < $1.name
    }
  }()

  private static let server = Result { try RunningServer.python(Repository.path("fixtures/hostile/server.py")) }

  @Test func everyWayIsExpected() throws {
    let contract = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(filePath: Repository.path("fixtures/hostile/contract.json")))
    )
    let scenarios = try #require((contract as? [String: Any])?["scenarios"] as? [String: Any])
    #expect(Self.ways.map(\.name) == scenarios.keys.sorted())
  }

  @Test(.timeLimit(.minutes(1)), arguments: ways)
  func endsInTimeWithItsFinding(_ way: Way) async throws {
    let folder = try TemporaryFolder()
    let server = try Self.server.get().servers["api"] ?? ""
    let arguments = [
      "verify", Repository.path("fixtures/hostile/contract.json"), "--server", server, "--only", "\(way.name)/*",
      "--timeout", "500ms", "--max-wait", "500ms", "--report", "json=\(folder.path("report.json"))",
    ]
    let outcome = try await Program.assay.finish(arguments)
    #expect(outcome.status == way.status, "\(outcome.output)\(outcome.errors)")
    #expect(try way.rules.contains(rules(folder.text("report.json"))), "\(outcome.output)")
    #expect(outcome.errors.isEmpty)
    for text in [outcome.output, try folder.text("report.json")] {
      #expect(!text.unicodeScalars.contains(where: isHarmful), "raw control characters reach the output")
    }
  }

  private func rules(_ report: String) throws -> [String] {
    struct Report: Decodable {
      struct Finding: Decodable { var rule: String }
      var findings: [Finding]
    }
    let decoded = try JSONDecoder().decode(Report.self, from: Data(report.utf8))
    return Set(decoded.findings.map(\.rule)).sorted()
  }

  /// What a terminal would act on: controls beside the line feed, and overrides of the direction of text.
  private func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
