import AssayContract
import AssayFindings
import AssayJSON
import AssayJudging
import Foundation
import TestKit
import Testing

/// Each folder of `fixtures/judging` is an exchange, and what is said about it under the contract beside them.
struct ExchangeJudgeTests {
  static let folder = Repository.fixtures.appending(path: "judging")
  static var cases: [String] {
    get throws { try Fixtures.folders("judging") }
  }

  /// What the judge finds in the case `name`.
  private static func findings(_ name: String) throws -> [Finding] {
    let example = try JSONDocument(parsing: try Repository.bytes(folder.appending(path: "\(name)/case.json"))).root
    let contract = try contract(example["contract"]?.string ?? "contract.json")
    let operation = try #require(contract.operation(named: example["operation"]?.string ?? ""))
    let step = contract.scenarios.flatMap(\.steps).first { $0.id == example["step"]?.string }
    let judge = ExchangeJudge(contract: contract, operation: operation, step: step)
    let exchange = ScopeFixture.exchange(try #require(example["exchange"]))
      .reading((step?.expects.responses ?? []) + operation.responses, in: contract)
    let scope = ScopeFixture.scope(example["scope"])
    var ledger = CheckLedger()
    if example["stream"]?.bool == true {
      judge.judgeStream(exchange, in: scope, isWhole: true, writing: &ledger)
    } else {
      judge.judge(exchange, in: scope, writing: &ledger)
    }
    ledger.close()
    return ledger.findings.map { $0.placed(at: Place(reading: example["prefix"]?.string ?? "").moment) }
  }

  @Test(arguments: try cases)
  func says(_ name: String) throws {
    let text = try Self.findings(name).map(FindingText.text).joined(separator: "\n")
    try Golden.expect(text, Self.folder.appending(path: "\(name)/expected.txt"))
  }

  /// One fault makes one finding.
  @Test(arguments: try cases.filter { $0 != "two-faults" })
  func saysItOnce(_ name: String) throws {
    let isKept = name.hasSuffix("kept") || ["unknown-member", "stopped", "plain-whole-fraction"].contains(name)
    let findings = try Self.findings(name)
    #expect(findings.count == (isKept ? 0 : 1), "\(findings.map(\.rule))")
  }

  private static func contract(_ file: String) throws -> Contract {
    let bytes = try Repository.bytes(folder.appending(path: file))
    return try ContractLoader.load(bytes: bytes, file: file)
  }
}
