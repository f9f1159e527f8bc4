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
      let findings = invariantFindings(
        invariants,
        in: ScopeFixture.scope(example["scope"]),
        contract: contract,
        at: Place(reading: example["prefix"]?.string ?? "").moment,
        coveredBy: covered
      )
      text += "== \(example["name"]?.string ?? "")\n" + findings.map(FindingText.text).joined() + "\n"
    }
    try Golden.expect(text, Self.folder.appending(path: "expected.txt"))
  }
}
