import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayMock
import AssayObservation
import AssayText

/// The derivation of one operation's faults. Each promise has candidates; a candidate is kept if a trial with the mock
/// shows that it breaks that promise and no other.
struct FaultDerivation {
  let trial: MockTrial
  let operation: Operation
  /// The scenarios that call the operation, reduced to the steps that its calls need.
  let scenarios: [Scenario]
  /// The responses of the mock, without faults, to the operation's calls.
  private(set) var answers: [Exchange] = []
  /// The events of the operation's longest stream; of several equally long ones, the last.
  private(set) var events: [PlayedEvent] = []
  private var accepted: Set<BrokenPromise> = []
  /// The rules that ``sample`` breaks when it is judged alone, only because they need other values of a run.
  private var unknown: Set<BrokenPromise> = []
  /// True after a trial has shown that the mock's bodies are edited as judging one answer foretold.
  private var isProven = false
  /// The groups of candidates, in the order of their promises. Of each group, the first candidate that works is kept.
  private var groups: [[FaultCandidate]] = []

  /// The rule, promise and missing member of a finding, which are the same however often it occurs.
  private struct BrokenPromise: Hashable {
    var rule: Rule
    var promise: String
    var member: String?

    init(_ finding: Finding) {
      rule = finding.rule
      // A response that is cut off is the same fault in each step, regardless of the promise it breaks there.
      promise = rule.family == .transport ? "" : finding.promise?.pointer ?? ""
      member = finding.missingMember
    }
  }

  init(_ trial: MockTrial, _ operation: Operation) {
    self.trial = trial
    self.operation = operation
    scenarios = trial.scenarios(calling: operation.name)
  }

  var contract: Contract { trial.contract }

  /// Returns the faults of `operation`, in the order of its promises.
  static func faults(of operation: Operation, _ trial: MockTrial) async -> [Fault] {
    var derivation = FaultDerivation(trial, operation)
    await derivation.observe()
    switch operation.interaction {
    case .exchange: derivation.deriveAnswers()
    case .stream(let promise): derivation.deriveStream(promise)
    case .poll(let promise): derivation.derivePoll(promise)
    }
    return await derivation.faults()
  }

  private mutating func faults() async -> [Fault] {
    var faults: [Fault] = []
    var names: Set<String> = []
    for group in groups {
      for candidate in group {
        guard var fault = await fault(candidate) else { continue }
        let name = fault.name
        var number = 2
        while !names.insert(fault.name).inserted {
          fault.name = "\(name)-\(number)"
          number += 1
        }
        faults.append(fault)
        break
      }
    }
    return faults
  }

  /// Collects the responses of the mock without faults.
  mutating func observe() async {
    let report = await trial.report(playing: [], in: scenarios, isObserved: true)
    accepted = Set(report.findings.map(BrokenPromise.init))
    for observation in report.observations where observation.operation == operation.name {
      switch observation.content {
      case .exchange(let exchange): answers.append(exchange)
      case .poll(let poll): answers += poll.answers.map(\.exchange)
      case .stream(let stream):
        let response = stream.head.map { HTTPResponse(head: $0, body: stream.otherBody) }
        answers.append(
          Exchange(request: stream.request, parameters: stream.parameters, response: response, end: stream.end)
        )
        if stream.events.isEmpty || stream.events.count < events.count { continue }
        events = stream.events.map { event in
          PlayedEvent(name: event.isNamed ? event.name : nil, data: event.json ?? .null)
        }
      case .absent: break
      }
    }
    answers.removeAll { !StatusPattern.isSuccess($0.response?.head.status ?? 0) }
    unknown = Set((sample.map(findings) ?? []).filter { $0.rule == .invariant }.map(BrokenPromise.init))
  }

  /// The response with the largest body, from which candidates are made.
  var sample: Exchange? {
    answers.max { ($0.response?.body.count ?? 0) < ($1.response?.body.count ?? 0) }
  }

  /// Adds a candidate; `alternatives` are tried in order if it does not work.
  mutating func add(_ candidate: FaultCandidate, orElse alternatives: [FaultCandidate] = []) {
    groups.append([candidate] + alternatives)
  }

  /// Adds a candidate with several effects, of which the first that works is used.
  mutating func add(
    _ name: String,
    _ about: String,
    rule: Rule,
    promise: JSONPointer? = nil,
    effects: [FaultEffect]
  ) {
    add(FaultCandidate(name, about, rule: rule, promise: promise, effects: effects))
  }

  /// Adds a candidate with one effect.
  mutating func add(
    _ name: String,
    _ about: String,
    rule: Rule,
    breaks promise: Promise? = nil,
    _ effect: FaultEffect
  ) {
    add(FaultCandidate(name, about, rule: rule, promise: promise?.pointer, effects: [effect]))
  }

  /// The steps of the scenarios that call the operation and do not expect an error.
  var steps: [Step] {
    scenarios.flatMap(\.steps).filter { $0.operation == operation.name && !$0.isErrorProbe }
  }

  /// Returns the fault of `candidate` with the first effect that breaks the intended promise and nothing else; `nil` if
  /// none does.
  private mutating func fault(_ candidate: FaultCandidate) async -> Fault? {
    for effect in candidate.effects where candidate.rule != .invariant || !sharesKey(effect) {
      let judged = findings(ofOneWith: effect)
      if let judged, isRuledOut(candidate, by: judged) { continue }
      let isEdit = effect.editsEachBody && isAlone
      let broken = await broken(by: effect, candidate, isEdit && isProven ? judged : nil)
      if let addition = candidate.addition {
        if broken.isEmpty { return fault(candidate, adding: addition, effect) }
      } else if broken.count == 1, let finding = broken.first?.value, candidate.isMeant(by: finding) {
        isProven = isProven || isEdit
        return fault(candidate, effect, finding)
      }
    }
    return nil
  }

  /// True if all calls of the operation are one step, which neither promises nor provides anything: judging its answer
  /// then shows what a trial would.
  private var isAlone: Bool {
    guard case .exchange = operation.interaction, !operation.followsRedirects, scenarios.count == 1, unknown.isEmpty
    else { return false }
    let scenario = scenarios[0]
    guard let step = scenario.steps.first, (scenario.before + scenario.steps + scenario.after).count == 1,
      scenario.rows.isEmpty, scenario.invariants.isEmpty, case .once = step.loop
    else { return false }
    return step.expects.invariants.isEmpty && step.expects.outputs.isEmpty
  }

  /// Returns true if `judged`, the findings about the one response or event that an effect changes, already show that
  /// the effect does not work, so that no trial is needed. This is the case for most candidates.
  private func isRuledOut(_ candidate: FaultCandidate, by judged: [Finding]) -> Bool {
    if candidate.addition != nil { return false }
    let news = judged.filter { !accepted.contains(BrokenPromise($0)) && !unknown.contains(BrokenPromise($0)) }
    let isJudgedWhole = candidate.rule?.family == .schema || candidate.rule == .text
    return news.isEmpty ? isJudgedWhole : !news.allSatisfy(candidate.isMeant)
  }

  /// Returns the findings about the one response or event that `effect` changes; `nil` if judging it alone does not
  /// suffice.
  private func findings(ofOneWith effect: FaultEffect) -> [Finding]? {
    guard let exchange = sample, var response = exchange.response,
      !steps.contains(where: { $0.expects.responses != nil })
    else { return nil }
    switch effect {
    case .body(let edits, _):
      // A change that cannot be made here may be made in another answer.
      guard !exchange.isXML, let body = exchange.json.flatMap(edits.applied) else { return nil }
      response.body = Array(body.document.bytes[body.byteRange])
    case .answer(let change):
      guard let body = change.body, change.status == nil, change.flaw == nil else { return nil }
      response.body = body
      for header in change.headers { response.head.headers.set(header.name, header.value) }
    case .events(let changes):
      guard case .change(let index, .edit(let edits))? = changes.first, changes.count == 1,
        events.indices.contains(index), case .stream(let promise) = operation.interaction,
        let schema = promise.events.first(where: { $0.name == events[index].name })?.data
      else { return nil }
      guard let data = edits.applied(to: events[index].data) else { return [] }
      return dataFindings(of: data, schema: schema, contract: contract)
    case .poll, .refusal, .gate: return nil
    }
    if response.head.headers["Content-Length"] != nil {
      response.head.headers.set("Content-Length", "\(response.body.count)")
    }
    var edited = Exchange(
      request: exchange.request,
      parameters: exchange.parameters,
      response: response,
      end: exchange.end
    )
    edited.requestJSON = exchange.requestJSON
    return findings(for: edited)
  }

  /// Returns the findings about `exchange`, judged without the rest of a run.
  private func findings(for exchange: Exchange) -> [Finding] {
    ExchangeJudge(contract: contract, operation: operation).findings(for: exchange, in: Scope(of: contract))
  }

  /// Returns true if the effect makes all resources of the operation have the same id in the mock, so that clients
  /// interfere with each other.
  private func sharesKey(_ effect: FaultEffect) -> Bool {
    guard case .body(let edits, _) = effect, let key = operation.mock?.key else { return false }
    let places = key.references.filter { $0.subject == .exchange(.responseBody) }.map(\.pointer)
    return edits.contains { edit in
      if case .replace(let place, _) = edit { places.contains(place) } else { false }
    }
  }

  /// Returns the promises that `effect` breaks, with one finding each: according to the findings `judged`, or in a trial
  /// if they are `nil`.
  private func broken(
    by effect: FaultEffect,
    _ candidate: FaultCandidate,
    _ judged: [Finding]?
  ) async -> [BrokenPromise: Finding] {
    var broken: [BrokenPromise: Finding] = [:]
    let findings = if let judged { judged } else { await findings(ofTrialWith: effect, candidate) }
    for finding in findings where candidate.addition == nil || finding.rule != .streamUnknownEvent {
      let promise = BrokenPromise(finding)
      if !accepted.contains(promise), broken[promise] == nil { broken[promise] = finding }
    }
    return broken
  }

  /// Returns the findings of a trial, which stops at the first one that the candidate should not cause.
  private func findings(ofTrialWith effect: FaultEffect, _ candidate: FaultCandidate) async -> [Finding] {
    let accepted = accepted
    return await trial.report(
      playing: [PlayedFault(name: candidate.name, operation: operation.name, effect: effect)],
      in: scenarios,
      longestStream: candidate.rule == .streamWithin ? .milliseconds(500) : nil
    ) { finding in
      !accepted.contains(BrokenPromise(finding)) && !candidate.isMeant(by: finding)
    }
    .findings
  }

  private func fault(_ candidate: FaultCandidate, _ effect: FaultEffect, _ finding: Finding) -> Fault {
    let pointer = finding.promise.flatMap { JSONPointer($0.pointer) } ?? JSONPointer()
    let offset = contract.document.root[pointer]?.byteRange.lowerBound ?? 0
    var trace = Fingerprint(finding)
    if trace.operation.isEmpty { trace.operation = operation.name }
    return Fault(
      name: "\(operation.name).\(candidate.name)",
      about: candidate.about,
      operation: operation.name,
      breaks: Promise(level: finding.level, sources: finding.sources, pointer: pointer, offset: offset),
      rule: finding.rule,
      level: finding.level,
      kind: .breaking,
      trace: trace,
      effect: effect
    )
  }

  private func fault(_ candidate: FaultCandidate, adding addition: Addition, _ effect: FaultEffect) -> Fault {
    Fault(
      name: "\(operation.name).\(candidate.name)",
      about: candidate.about,
      operation: operation.name,
      breaks: nil,
      rule: nil,
      level: .may,
      kind: .addition,
      trace: addition.trace(in: operation),
      effect: effect
    )
  }
}

extension FaultEffect {
  /// True if the effect edits the JSON of each successful response.
  fileprivate var editsEachBody: Bool { if case .body(_, .all) = self { true } else { false } }
}
