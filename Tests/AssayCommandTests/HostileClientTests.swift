import Foundation
import TestKit
import Testing

/// Whatever clients do, the mock stays up, in little memory, answers an ordinary call, serves no strange file, and ends
/// when it is told to.
///
/// The cases are `fixtures/hostile/clients.json`; its README says what stands there. Each prints a line.
@Suite(.serialized) struct HostileClientTests {
  struct Case: Decodable, Sendable {
    /// What each client may be answered: `3 x 404, 200`.
    var answers: [String]?
    /// Whether the mock is ended while the clients are at it.
    var leaves: Bool?
    var isSlow: Bool?

    private enum CodingKeys: String, CodingKey {
      case answers, leaves
      case isSlow = "slow"
    }
  }

  private struct Outcome: Decodable {
    var answers: [String]
    var ordinary: String
    var status: Int32
    var seconds: Double
    var megabytes: Double
    var leaked: Bool
  }

  static let cases = (try? Fixtures.json("hostile/clients.json", as: [String: Case].self)) ?? [:]
  private static let isSoak = ProcessInfo.processInfo.environment["ASSAY_SOAK"] != nil
  static let names = cases.filter { isSoak || !($0.value.isSlow ?? false) }.keys.sorted()

  @Test func thereAreCases() { #expect(Self.cases.count >= 35) }

  @Test(.timeLimit(.minutes(3)), arguments: names)
  func mockWithstands(_ name: String) async throws {
    let known = try #require(Self.cases[name])
    let attack = try await Program.python.finish([
      Repository.path("fixtures/hostile/attack.py"), Program.assay.path, Repository.path("contracts/landmark.json"),
      name,
    ])
    try #require(attack.status == 0, "\(attack.errors)")
    let outcome = try JSONDecoder().decode(Outcome.self, from: Data(attack.output.utf8))
    let answers = outcome.answers.isEmpty ? "no answer read" : outcome.answers.joined(separator: "; ")
    let measured = String(format: "%.0f MB, ended after %.2f s", outcome.megabytes, outcome.seconds)
    print("hostile client: \(name): \(answers); \(measured)")

    if let expected = known.answers { #expect(outcome.answers.allSatisfy(expected.contains), "\(answers)") }
    if known.leaves != true { #expect(outcome.ordinary == "200") }
    #expect([0, 1].contains(outcome.status), "it ended by itself, with a verdict")
    #expect(Program.isSanitized || outcome.megabytes <= 128)
    #expect(!outcome.leaked)
  }
}
