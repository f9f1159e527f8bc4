import AssayContract
import AssayHTTP
import AssayJSON
import AssayObservation
import AssayText

/// A matcher that finds the operation of each entry in a browser's or proxy's recording, and makes a scenario from
/// them.
///
/// The polls of one URL become one step, at the position of the first; every other entry becomes its own step.
struct EntryMatcher {
  /// The contract with a scenario made from a recording, and the entries that are not part of the scenario.
  struct Matched {
    var scenario: Scenario
    var run: RecordedRun
    var unjudged: [UnjudgedEntry]
  }

  /// The name of the scenario, which is also the first part of its checks' ids.
  static let scenario = "recording"

  /// The result of selecting the operation that a recorded request calls, with the match of its path.
  typealias CalledOperation = OperationSelector.Selection<(operation: AssayContract.Operation, path: PathIndex.Match)>

  private struct Step {
    var operation: AssayContract.Operation
    var entries: [HAREntry]
    /// The responses to accept if the call was probably meant to be refused; `nil` for the operation's own.
    var responses: [ResponsePromise]?
  }

  private let contract: Contract
  private let targets: RecordedTargets
  private let selector: OperationSelector
  /// The scenario steps that make an invalid call and expect an error, by operation.
  private let probes: [String: [AssayContract.Step]]

  init(contract: Contract, servers: [String: String]) {
    self.contract = contract
    targets = RecordedTargets(of: contract, servers: servers)
    selector = OperationSelector(contract)
    let steps = contract.scenarios.lazy.flatMap(\.steps).filter(\.isErrorProbe)
    probes = Dictionary(grouping: steps, by: \.operation)
  }

  func match(_ entries: [HAREntry]) -> Matched {
    var steps: [Step] = []
    var polls: [String: Int] = [:]
    // The calls that are made again, by what they ask for, after an answer that `retry` covers.
    var refused: [String: Int] = [:]
    var unjudged: [UnjudgedEntry] = []
    var deleted = DeletedAddresses()
    let found = Self.inOrder(entries).map { (entry: $0, meant: operation(of: $0)) }
    let (calls, answered) = Self.addresses(in: found)
    for (entry, meant) in found {
      var entry = entry
      guard case .operation((let operation, let path)) = meant else {
        let reason = UnjudgedEntry.reasonForeign(entry, meant, in: contract)
        unjudged.append(UnjudgedEntry(entry: entry, reason: reason))
        continue
      }
      entry.exchange.parameters.path = path.parameters
      let isGone = deleted.takesGone(entry.exchange)
      let query = HTTPURL(entry.urlOfWebSocket ?? entry.exchange.request.url)?.query
      entry.exchange.parameters.query = operation.request.queryTexts(of: query ?? "")
      if let url = entry.urlOfWebSocket { entry.exchange.request.url = url }
      if case .exchange = operation.interaction, let retry = operation.retry {
        let key = "\(operation.name) \(entry.exchange.request.url)"
        let index = refused.removeValue(forKey: key)
        let isCovered = entry.exchange.response.map { retry.covers($0.head.status) } ?? false
        if isCovered { refused[key] = index ?? steps.count }
        if let index {
          steps[index].entries.append(entry)
        } else if isCovered {
          steps.append(Step(operation: operation, entries: [entry]))
        }
        if index != nil || isCovered { continue }
      }
      if let responses = refusals(by: operation, entry, isGone ? [:] : answered) {
        steps.append(Step(operation: operation, entries: [entry], responses: responses))
        continue
      }
      if let reason = UnjudgedEntry.reasonEmpty(entry, operation, in: contract, calls) {
        unjudged.append(UnjudgedEntry(entry: entry, reason: reason))
        continue
      }
      if case .poll = operation.interaction {
        let key = "\(operation.name) \(entry.exchange.request.url)"
        if let index = polls[key] {
          steps[index].entries.append(entry)
          continue
        }
        polls[key] = steps.count
      }
      steps.append(Step(operation: operation, entries: [entry]))
    }
    return matched(steps, unjudged)
  }

  /// Returns the URLs by the operations that are called there, and those of them that answered to a safe call.
  private static func addresses(in found: [(entry: HAREntry, meant: CalledOperation)]) -> (
    called: [String: Set<String>], answered: [String: Set<String>]
  ) {
    var (called, answered): ([String: Set<String>], [String: Set<String>]) = ([:], [:])
    for (entry, meant) in found {
      guard case .operation((let operation, _)) = meant else { continue }
      called[operation.name, default: []].insert(entry.exchange.request.url)
      guard HTTPMethod.isSafe(entry.exchange.request.method), let response = entry.exchange.response,
        response.head.status < 300
      else { continue }
      answered[operation.name, default: []].insert(entry.exchange.request.url)
    }
    return (called, answered)
  }

  private func operation(of entry: HAREntry) -> CalledOperation {
    let webSocket = entry.urlOfWebSocket
    guard let url = HTTPURL(webSocket ?? entry.exchange.request.url) else { return .none }
    let found = targets.matches(entry.exchange.request.method, url).filter {
      webSocket == nil || $0.operation.isWebSocket
    }
    let request = entry.exchange.request
    let marked = { MarkedRequest(query: url.query ?? "", headers: request.headers, body: request.body) }
    return selector.select(for: marked, among: found) { ($0.path, $0.operation.name) }
  }

  /// Returns the error responses that a recorded refusal may match, if the contract documents them in a step that makes
  /// an invalid call on purpose, or in the operation. A recording does not show if a call was invalid on purpose, so
  /// that such a refusal is not a fault. It is a fault if the same page existed at other times, or the request was
  /// valid.
  private func refusals(
    by operation: AssayContract.Operation,
    _ entry: HAREntry,
    _ answered: [String: Set<String>]
  ) -> [ResponsePromise]? {
    guard let status = entry.exchange.response?.head.status, (400..<500).contains(status),
      answered[operation.name]?.contains(entry.exchange.request.url) != true
    else { return nil }
    // That the request is malformed can be looked up, but for a form, of whose files recordings hold little.
    if [400, 411, 413, 414, 415, 422].contains(status), !UnjudgedEntry.isForm(operation),
      UnjudgedEntry.mistake(in: entry, operation, contract) == nil, !isProbed(entry, operation)
    {
      return nil
    }
    let probes = (probes[operation.name] ?? []).compactMap(\.expects.responses)
    let documented = operation.responses.filter { !$0.status.isSuccess && $0.status != .default }
    return (probes + [documented]).first { responses in
      responses.contains { !$0.status.isSuccess && $0.status.matches(status) }
    }
  }

  /// Returns true if a step that makes an invalid call on purpose sends the same body as `entry`, and if `entry` has
  /// the query parameters that the step names, with the same values.
  private func isProbed(_ entry: HAREntry, _ operation: AssayContract.Operation) -> Bool {
    var example: JSONValue?
    if case .body(let body) = operation.request.content { example = body.example }
    return (probes[operation.name] ?? []).contains { step in
      guard step.isErrorProbe, step.call.body != nil || !step.call.query.isEmpty else {
        return false
      }
      let body = step.call.body.map { MergePatch.apply($0, to: example) } ?? example
      let hasQuery = step.call.query.allSatisfy { entry.exchange.parameters.query[$0.name] == $0.template.string }
      return hasQuery && body == entry.exchange.requestJSON
    }
  }

  /// Returns a step, not judged, for each operation that the contract's scenarios call but that is not in the
  /// recording.
  private func missing(besides steps: [Step]) -> [Step] {
    guard !steps.isEmpty else { return [] }
    let called = Set(contract.scenarios.flatMap(\.steps).filter { !$0.isErrorProbe }.map(\.operation))
    let recorded = Set(steps.map(\.operation.name))
    return contract.operations.filter { called.contains($0.name) && !recorded.contains($0.name) }
      .map { Step(operation: $0, entries: []) }
  }

  private func matched(_ recorded: [Step], _ unjudged: [UnjudgedEntry]) -> Matched {
    let steps = recorded + missing(besides: recorded)
    let began = steps.lazy.compactMap { $0.entries.first?.started }.first
    var counts: [String: Int] = [:]
    let scenario = Scenario(
      name: Self.scenario,
      steps: steps.map { step in
        let name = step.operation.name
        counts[name, default: 0] += 1
        let number = counts[name] ?? 1
        var call = AssayContract.Step(id: number == 1 ? name : "\(name)-\(number)", operation: name)
        call.expects.responses = step.responses
        call.promise = step.operation.promise
        return call
      }
    )
    var run = RecordedRun(service: contract.service, started: began ?? DateTime(millisecondsSinceEpoch: 0))
    for (step, planned) in zip(steps, scenario.steps) {
      var parts = [step]
      if case .exchange = step.operation.interaction, step.entries.count > 1 {
        parts = step.entries.map { Step(operation: step.operation, entries: [$0], responses: step.responses) }
      }
      for (index, part) in parts.enumerated() {
        var observation = Observation(
          check: Plan.id(of: planned, in: scenario.name, operation: step.operation),
          operation: step.operation.name,
          server: step.operation.server,
          start: part.entries.first.map { Self.offset(of: $0, from: run.started) } ?? .zero,
          content: Self.content(part)
        )
        if parts.count > 1 { observation.turn = index + 1 }
        run.observations.append(observation)
      }
    }
    run.duration = run.observations.map { $0.start + $0.elapsed }.max() ?? .zero
    return Matched(scenario: scenario, run: run, unjudged: unjudged)
  }

  private static func content(_ step: Step) -> Observation.Content {
    let (operation, entries) = (step.operation, step.entries)
    guard let first = entries.first else {
      let call = "\(operation.request.method) \(operation.request.path)"
      return .absent(.unjudgeable("the recording contains no call of \(call)"))
    }
    if entries.contains(where: \.isBodyMissing) {
      return .absent(.unjudgeable("the recording has no body for this response, or only a part of it"))
    }
    if first.exchange.end.isUnreachable { return .absent(.unreachable(first.exchange.end)) }
    switch operation.interaction {
    case _ where step.responses != nil: return .exchange(first.exchange)
    case .exchange: return .exchange(first.exchange)
    case .stream(let promise): return .stream(first.stream(as: promise.format))
    case .poll(let promise):
      let answers = entries.enumerated().map { index, entry in
        let begin = first.started.map { Self.offset(of: entry, from: $0) } ?? .zero
        return PollAnswer(index: index + 1, time: begin + entry.exchange.end.timings.total, exchange: entry.exchange)
      }
      let elapsed = answers.last?.time ?? .zero
      let allowance = TimeAllowance(total: TimeAllowance.allowed(by: promise.within), endsWait: false)
      // The page may have been closed: only a job past its time is known to have overrun it.
      let end: PollEnd = elapsed >= allowance.total ? .deadline : .unfinished
      return .poll(PollObservation(answers: answers, end: end, elapsed: elapsed, allowance: allowance))
    }
  }

  private static func offset(of entry: HAREntry, from start: DateTime) -> Duration {
    max(.zero, entry.started?.since(start) ?? .zero)
  }

  /// Returns the entries sorted by start time if all have one; otherwise in the given order. Recorders write an entry
  /// only when its response ends.
  private static func inOrder(_ entries: [HAREntry]) -> [HAREntry] {
    guard entries.allSatisfy({ $0.started != nil }) else { return entries }
    return entries.sorted { left, right in
      let (first, second) = (left.started?.millisecondsSinceEpoch ?? 0, right.started?.millisecondsSinceEpoch ?? 0)
      return first != second ? first < second : left.number < right.number
    }
  }
}
