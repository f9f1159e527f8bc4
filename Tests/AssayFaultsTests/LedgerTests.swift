import AssayContract
import AssayFaults
import AssayFindings
import AssayLint
import AssayVerifier
import Foundation
import TestKit
import Testing

/// Every promise a plan covers comes to exactly one fate, in every run.
struct LedgerTests {
  /// What a conforming mock leaves unjudged is what the documents leave open; each case is read in `fixtures/ledger`.
  @Test(arguments: Gallery.names + ["keywords", "calls"])
  func aConformingBackendKeepsWhatCanBeJudged(name: String) async throws {
    let contract = try Gallery.contract(name)
    let result = await MockRun.inMemory(contract).result
    Self.expectWhole(result, of: contract, RunSettings(), name)
    #expect(result.promises.broken == 0)
    #expect(result.promises.blocked == 0)
    let lines = result.unjudged.map {
      "\($0.kind.rawValue) \($0.level.rawValue) \($0.check): \($0.promise): \($0.reason)\n"
    }
    try Golden.expect(lines.joined(), Repository.fixtures.appending(path: "ledger/\(name).txt"))
  }

  @Test(arguments: Gallery.names)
  func everyFaultLeavesEveryPromiseAFate(name: String) async throws {
    let contract = try Gallery.contract(name)
    for fault in Gallery.share(await Gallery.faults(of: contract), every: 3) {
      let run = await MockRun.inMemory(contract, playing: [fault])
      Self.expectWhole(run.result, of: contract, MockRun.settings([fault], contract, [:]), fault.name)
      if fault.level > .may, fault.kind == .breaking {
        #expect(run.result.promises.broken > 0, "\(fault.name)")
      }
    }
  }

  /// What is blocked names what it follows from: a finding, or a check that was not made to its end.
  private static func expectCause(of promise: UnjudgedPromise, in result: RunResult, _ name: String) {
    guard let cause = promise.cause else {
      Issue.record("\(name): no cause: \(promise)")
      return
    }
    let isFound = result.findings.contains { ([$0.check] + $0.alsoIn).contains(cause.check) || $0.isAboutServer }
    let isUnmade = result.checks.contains { $0.id == cause.check && ($0.status == .error || $0.status == .skipped) }
    #expect(cause.rule == nil ? isUnmade : isFound, "\(name): \(cause)")
  }

  private static func expectWhole(_ result: RunResult, of contract: Contract, _ settings: RunSettings, _ name: String) {
    let planned = Set(Plan(contract: contract, settings: settings).checks.map(\.id))
    let promises = PromiseCatalogue(of: contract).promises.filter { !planned.isDisjoint(with: $0.checks) }
    #expect(result.promises.all == promises.count, "\(name)")
    #expect(result.unjudged.count == result.promises.vacuous + result.promises.blocked, "\(name)")
    for promise in result.unjudged where promise.kind == .blocked && promise.level == .must {
      let check = result.checks.first { $0.id == promise.check }
      #expect(check?.status == .failed || check?.status == .error, "\(name): \(promise)")
      #expect(result.outcome != .passed, "\(name)")
      expectCause(of: promise, in: result, name)
    }
  }
}
