import AssayContract
import AssayHTTP
import AssayFindings
import AssayJSON
import AssayJudging
import AssayObservation

/// Derives the faults of one operation: candidates from each promise, kept where a rehearsal shows that they break that
/// promise and no other.
struct FaultDerivation {
  let contract: Contract
  let operation: Operation
  private let rehearsal: Rehearsal
  private let scenarios: [Scenario]
  /// What the conforming mock answers.
  let usual: Rehearsal.Report
  private let accepted: Set<BrokenPromise>
  private(set) var faults: [Fault] = []
  private var names: Set<String> = []

  /// What a finding is about, however often it shows.
  private struct BrokenPromise: Hashable {
    var rule: String
    var promise: String

    init(_ finding: Finding) {
      rule = finding.rule
      promise = finding.promise?.pointer ?? ""
      if rule == "schema.required" { promise += " \(finding.expected)" }
    }
  }

  init(contract: Contract, operation: Operation) {
    self.contract = contract
    self.operation = operation
    rehearsal = Rehearsal(contract: contract)
    scenarios = rehearsal.scenarios(calling: operation.name)
    usual = rehearsal.report(playing: [], in: scenarios, watching: operation.name)
    accepted = Set(usual.findings.map(BrokenPromise.init))
  }

  /// The answer with the most in it, which candidates are made from.
  var sample: Exchange? {
    usual.answers.filter { $0.response.map { $0.head.status / 100 == 2 } ?? false }
      .max { ($0.response?.body.count ?? 0) < ($1.response?.body.count ?? 0) }
  }

  /// Keeps the first of a candidate's effects that breaks what it should and nothing else.
  mutating func consider(_ candidate: FaultCandidate) {
    let glance = FaultGlance(contract: contract, operation: operation, sample: sample, events: usual.events)
    for effect in candidate.effects where candidate.rule != "invariant" || !sharesKey(effect) {
      // What breaks something else at first sight needs no rehearsal, nor what breaks no schema where it should.
      if let seen = glance.findings(of: effect) {
        let news = Set(seen.map(BrokenPromise.init)).subtracting(accepted)
        let isWanted = news.allSatisfy { $0.rule == candidate.rule && candidate.names($0.promise) }
        guard isWanted, news.count == 1 || !candidate.rule.hasPrefix("schema.") && news.isEmpty else { continue }
      }
      let broken = broken(by: effect) { !candidate.isMeant(by: $0) }
      guard broken.count == 1, let finding = broken.first?.value, candidate.isMeant(by: finding) else { continue }
      return keep(candidate, effect, finding)
    }
  }

  /// Keeps a fault that shows only in time or on the wire, where no rehearsal can judge it.
  mutating func keep(_ name: String, _ about: String, rule: String, breaks promise: Promise, _ effect: FaultEffect) {
    keep(
      Fault(
        name: "\(operation.name).\(name)",
        about: about,
        operation: operation.name,
        breaks: promise,
        rule: rule,
        level: promise.level,
        kind: .breaking,
        trace: trace(of: Finding(breaking: promise, of: contract, rule: rule, location: "", message: "")),
        isRehearsed: false,
        effect: effect
      )
    )
  }

  /// Keeps an addition, where it breaks nothing.
  mutating func keepAddition(_ addition: Addition, _ about: String, _ effect: FaultEffect) {
    guard broken(by: effect, until: { _ in true }).isEmpty else { return }
    keep(
      Fault(
        name: "\(operation.name).\(addition.rawValue)",
        about: about,
        operation: operation.name,
        breaks: nil,
        rule: "",
        level: .may,
        kind: .addition,
        trace: addition.trace(in: operation),
        isRehearsed: true,
        effect: effect
      )
    )
  }

  /// The scenarios' steps that call the operation without meaning to be refused.
  var steps: [Step] {
    scenarios.flatMap(\.steps).filter { $0.operation == operation.name && !$0.isErrorProbe }
  }

  /// The steps that call it to see what a certain call gets.
  var probes: [Step] {
    scenarios.flatMap(\.steps).filter { $0.operation == operation.name && $0.isErrorProbe }
  }

  /// All scenarios that call the operation.
  var journeys: [Scenario] { scenarios }

  /// Whether an effect gives everything the operation makes one and the same key, so that clients get in each other's way.
  private func sharesKey(_ effect: FaultEffect) -> Bool {
    guard case .body(let edits, _) = effect, let key = operation.mock?.key else { return false }
    let places = key.references.filter { $0.subject == .exchange(.responseBody) }.map(\.pointer)
    return edits.contains { edit in
      if case .replace(let place, _) = edit { places.contains(place) } else { false }
    }
  }

  /// The promises `effect` breaks, with a finding each; where one of them `isEnough`, perhaps not all.
  private func broken(
    by effect: FaultEffect,
    until isEnough: @escaping (Finding) -> Bool
  ) -> [BrokenPromise: Finding] {
    let fault = Fault(
      name: "",
      about: "",
      operation: operation.name,
      breaks: nil,
      rule: "",
      level: .must,
      kind: .breaking,
      trace: FindingIdentity(rule: "", operation: operation.name),
      isRehearsed: true,
      effect: effect
    )
    let accepted = accepted
    let report = rehearsal.report(playing: [fault], in: scenarios, watching: "") { finding in
      !accepted.contains(BrokenPromise(finding)) && isEnough(finding)
    }
    var broken: [BrokenPromise: Finding] = [:]
    for finding in report.findings {
      let promise = BrokenPromise(finding)
      if !accepted.contains(promise), broken[promise] == nil { broken[promise] = finding }
    }
    return broken
  }

  private mutating func keep(_ candidate: FaultCandidate, _ effect: FaultEffect, _ finding: Finding) {
    let pointer = finding.promise.flatMap { JSONPointer($0.pointer) } ?? JSONPointer()
    let offset = contract.document.root[pointer]?.byteRange.lowerBound ?? 0
    keep(
      Fault(
        name: "\(operation.name).\(candidate.name)",
        about: candidate.about,
        operation: operation.name,
        breaks: Promise(level: finding.level, sources: finding.sources, pointer: pointer, offset: offset),
        rule: finding.rule,
        level: finding.level,
        kind: .breaking,
        trace: trace(of: finding),
        isRehearsed: true,
        effect: effect
      )
    )
  }

  private func trace(of finding: Finding) -> FindingIdentity {
    var trace = FindingIdentity(finding)
    if trace.operation.isEmpty { trace.operation = operation.name }
    return trace
  }

  /// Keeps `fault` under a name of its own.
  private mutating func keep(_ fault: Fault) {
    var fault = fault
    let name = fault.name
    var number = 2
    while !names.insert(fault.name).inserted {
      fault.name = "\(name)-\(number)"
      number += 1
    }
    faults.append(fault)
  }
}
