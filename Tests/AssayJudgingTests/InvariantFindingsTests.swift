import AssayContract
import AssayFindings
import AssayJSON
import AssayJudging
import Foundation
import TestKit
import Testing

/// The rules of `fixtures/invariants/cases.json` that do not hold, and what is said about each.
struct InvariantFindingsTests {
  static let folder = Repository.fixtures.appending(path: "invariants")

  @Test func says() throws {
    let document = try JSONDocument(parsing: try Repository.bytes(Self.folder.appending(path: "cases.json")))
    let contract = Contract(file: "cases.json", document: document, service: "rules")
    var text = ""
    for example in document.root.items {
      let invariants = try (example["rules"]?.items.map { $0 } ?? []).map { rule in
        let promise = Promise(pointer: rule.pointer, offset: rule.byteRange.lowerBound)
        return Invariant(expression: try Expression(parsing: rule.string ?? ""), promise: promise)
      }
      let covered = (example["covered"]?.items.map { $0 } ?? []).map { finding in
        let place = Place(reading: finding["location"]?.string ?? "")
        return Finding(level: .must, rule: Rule(finding["rule"]?.string ?? ""), place: place, message: "")
      }
      var ledger = CheckLedger()
      ledger.write(covered.map { BrokenFate($0, breaking: [PromiseSite]()) })
      judgeInvariants(
        invariants,
        in: ScopeFixture.scope(example["scope"]),
        contract: contract,
        at: Place(reading: example["prefix"]?.string ?? "").moment,
        writing: &ledger
      )
      let findings = ledger.atHand.dropFirst(covered.count)
      text += "== \(example["name"]?.string ?? "")\n" + findings.map(FindingText.text).joined() + "\n"
    }
    try Golden.expect(text, Self.folder.appending(path: "expected.txt"))
  }

  /// Rules over a scenario of many steps, each about one of them, look at the others neither where they hold nor where they
  /// do not.
  @Test(arguments: ["==", "!="]) func rulesLookAtNoOtherSteps(operator sign: String) async throws {
    let growth = try await Work.growth(from: 500) { count in
      var scope = Scope()
      for number in 0..<count {
        scope.steps["s\(number)"] = StepRecord(exchanges: [
          ScopeFixture.exchange(body: try JSONDocument(parsing: "{\"a\":1}").root)
        ])
      }
      scope.steps.file()
      let contract = Contract(file: "x.json", document: try JSONDocument(parsing: "{}"), service: "x")
      let rules = try (0..<count).map { number in
        let rule = try Expression(parsing: "$steps.s\(number).response.body#/a \(sign) 1")
        return Invariant(expression: rule, promise: Promise(pointer: JSONPointer(), offset: 0))
      }
      let seen = scope
      return {
        var ledger = CheckLedger()
        judgeInvariants(rules, in: seen, contract: contract, writing: &ledger)
        #expect(ledger.atHand.count == (sign == "==" ? 0 : count))
      }
    }
    #expect(growth < 10)
  }
}
