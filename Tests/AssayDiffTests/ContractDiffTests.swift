import AssayContract
import AssayDiff
import AssayFindings
import AssayReport
import Foundation
import TestKit
import Testing

/// Each folder of `fixtures/diff` is two contracts and what is said of the way from one to the other.
struct ContractDiffTests {
  static let folder = Repository.fixtures.appending(path: "diff")
  static var cases: [String] {
    get throws { try Fixtures.folders("diff") }
  }

  private static func changes(_ name: String) throws -> [ContractChange] {
    let url = folder.appending(path: name)
    let old = try Repository.contract(url.appending(path: "old.json"))
    return ContractDiff(from: old, to: try Repository.contract(url.appending(path: "new.json"))).changes
  }

  @Test(arguments: try cases)
  func says(_ name: String) throws {
    let lines = Page(changes: try Self.changes(name)).lines(colour: false).map(\.text)
    try Golden.expect(lines.joined(separator: "\n") + "\n", Self.folder.appending(path: "\(name)/expected.txt"))
  }

  /// The way back breaks the other party.
  @Test(arguments: try cases)
  func wayBackIsTheOtherWayRound(_ name: String) throws {
    let url = Self.folder.appending(path: name)
    let new = try Repository.contract(url.appending(path: "new.json"))
    let back = ContractDiff(from: new, to: try Repository.contract(url.appending(path: "old.json"))).changes
    #expect(back.isEmpty == (try Self.changes(name)).isEmpty)
  }

  /// What one party loses on the way there the other loses on the way back.
  @Test func promisesOfStepsHaveTwoSides() throws {
    let url = Self.folder.appending(path: "step-promises")
    let new = try Repository.contract(url.appending(path: "new.json"))
    let there = try Self.changes("step-promises")
    let back = ContractDiff(from: new, to: try Repository.contract(url.appending(path: "old.json"))).changes
    for (party, other) in [(ContractChange.Party.clients, ContractChange.Party.backend), (.backend, .clients)] {
      #expect(there.count { $0.breaks.contains(party) } == back.count { $0.breaks.contains(other) })
    }
  }

  /// What is only written otherwise is no change, nor is what is said for readers, the mock and runs.
  @Test(arguments: ["spelling", "silent-parts"])
  func whatPromisesNothingIsNoChange(_ name: String) throws {
    #expect(try Self.changes(name).map(\.message) == [])
  }

  @Test(arguments: DocumentedSystem.allCases, DocumentedSystem.allCases)
  func galleryDiffersOnlyFromOthers(_ old: DocumentedSystem, _ new: DocumentedSystem) throws {
    let changes = ContractDiff(
      from: try Repository.contract(URL(filePath: old.contract)),
      to: try Repository.contract(URL(filePath: new.contract))
    ).changes
    #expect(changes.isEmpty == (old == new))
  }

  @Test(arguments: [
    ("a b* c", "a b* c", true, true), ("a b", "a b?", false, true), ("a b* c", "a b+ c", true, false),
    ("a (b | c)", "a b", true, false), ("a (b | c) d", "a b d | a c d", true, true), ("a", "b", false, false),
  ])
  func ordersAreComparedByWhatTheyAllow(_ left: String, _ right: String, _ forth: Bool, _ back: Bool) throws {
    let (first, second) = (try EventOrder(parsing: left), try EventOrder(parsing: right))
    #expect(first.allowsAll(of: second) == forth)
    #expect(second.allowsAll(of: first) == back)
  }
}
