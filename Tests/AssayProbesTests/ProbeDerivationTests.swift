import AssayContract
import AssayJSON
import AssayVerifier
import TestKit
import Testing

@testable import AssayProbes

/// A folder of `fixtures/probes` holds a contract and, in `probes.txt`, the runs that probe it: each probe with its kind, its
/// phrase, the change, the expected answer and the promise it is derived from.
struct ProbeDerivationTests {
  static var cases: [String] {
    get throws { try Fixtures.folders("probes") }
  }

  private static func contract(_ name: String) throws -> Contract {
    try ContractLoader.load(bytes: Fixtures.bytes("probes/\(name)/contract.json"), file: "contract.json")
  }

  private static func plan(_ name: String, _ probes: ProbeSettings) throws -> ProbePlan {
    try ProbePlan(contract: contract(name), settings: RunSettings(), probes: probes)
  }

  @Test(arguments: try cases) func probesAreAsListed(_ name: String) throws {
    let plan = try Self.plan(name, ProbeSettings(most: 10_000, isUnsafe: true))
    var text = ""
    for run in plan.runs {
      for (step, check) in zip(run.scenario.steps, run.steps) {
        guard let probe = step.probe, check.isJudged else {
          text += "first \(step.id)\(step.probe.map { " " + $0.about } ?? "")\n"
          continue
        }
        let again = check.repeats.map { ", repeats \($0)" } ?? ""
        text += "\(check.id) (\(probe.kind)\(probe.isUnsafe ? ", unsafe" : "")\(again))\n  \(probe.about)\n"
        text += "  \(Self.words(probe.change)) → \(Self.words(probe.expectation)) [\(probe.promise.pointer)]\n"
        if let sizes = probe.sizes {
          text += "  \(sizes.range): \(sizes.make(1).about); \(sizes.make(2).about)\n"
        }
      }
      text += "\n"
    }
    for (operation, reason) in plan.unprobed { text += "not probed: \(operation), \(reason)\n" }
    try Golden.expect(text, Repository.url("fixtures/probes/\(name)/probes.txt"))
  }

  /// Values that no keyword names follow from the seed, and from nothing else.
  @Test func sameSeedMakesTheSameProbes() throws {
    func changes(_ seed: UInt64) throws -> [String] {
      try Self.plan("bodies", ProbeSettings(most: 10_000, seed: seed)).probes.map {
        $0.check.id + ($0.step.probe.map { Self.words($0.change) } ?? "")
      }
    }
    let first = try changes(0)
    #expect(first == (try changes(0)))
    #expect(first != (try changes(1)))
  }

  /// Of too many probes every operation keeps as many as the next, and of its kinds each in turn.
  @Test(arguments: [1, 2, 7, 20]) func aBoundIsSharedByOperationsAndKinds(most: Int) throws {
    let all = try Self.plan("inputs", ProbeSettings(most: 10_000))
    let some = try Self.plan("inputs", ProbeSettings(most: most))
    #expect(some.count == all.count && some.probes.count == most)
    let counts = Dictionary(grouping: some.probes, by: \.check.operation).mapValues(\.count).values
    #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 1)
    let order = all.probes.map(\.check.id)
    #expect(some.probes.map(\.check.id) == order.filter(some.probes.map(\.check.id).contains))
    let kinds = Dictionary(grouping: some.probes, by: \.check.operation).mapValues {
      Set($0.map { $0.step.probe?.kind }).count
    }
    #expect(most < 20 || kinds.values.allSatisfy { $0 > 1 })
  }

  /// What changes what is there is probed where the run or the contract allows it.
  @Test func destructiveMethodsAreProbedOnlyIfAllowed() throws {
    let plan = try Self.plan("methods", ProbeSettings())
    #expect(
      plan.unprobed.map { "\($0.operation): \($0.reason)" } == [
        "replace: PUT changes what is there; --probe-unsafe allows it", "secret: the contract says so",
        "never: no scenario calls it rightly",
      ]
    )
    #expect(plan.probes.contains { $0.check.operation == "patch" })
  }

  private static func words(_ change: RequestChange) -> String {
    func short(_ value: JSONValue?) -> String { value.map { String($0.canonicalText.prefix(80)) } ?? "nothing" }
    func done(_ damage: RequestChange.Damage) -> String {
      if case .replaced(let bytes) = damage {
        return "\(bytes.count) bytes \(String(decoding: bytes.prefix(8), as: UTF8.self))"
      }
      return "\(damage)"
    }
    return switch change {
    case .input(let part, let name, let value): "\(part) \(name): \(short(value))"
    case .member(let pointer, let value): "body \(pointer): \(short(value))"
    case .body(let damage): "body \(done(damage))"
    case .file(let name, let damage): "file \(name) \(done(damage))"
    default: "\(change)"
    }
  }

  private static func words(_ expectation: Probe.Expectation) -> String {
    switch expectation {
    case .success(let level): "success, a refusal is \(level.map { "a \($0)" } ?? "allowed")"
    case .refusal(let responses, let level):
      "refusal \(responses.map { "\($0.status)" }.joined(separator: " ")), success is \(level.map { "a \($0)" } ?? "allowed")"
    case .anyAnswer: "any answer"
    case .course(let maker): "any course of the job of \(maker)"
    case .end(let maker, let isRight): "end of the job of \(maker)\(isRight ? "" : ", made wrong")"
    }
  }
}
