package import AssayContract
import AssayHTTP
import AssayJudging
package import AssayObservation
package import AssaySecrets
package import AssayText

/// A recording of HTTP calls, matched to the checks of a contract and ready to be judged.
package struct Replay: Sendable {
  /// The contract. For a recording by a browser or proxy, it has a single scenario, made from the recorded calls.
  package let contract: Contract
  /// The time the recorded run began; 1970 if the recording has no time.
  package let started: DateTime
  /// The entries that call no operation of the contract, or that cannot be judged.
  package let unjudged: [UnjudgedEntry]
  /// The secrets found in a recording by a browser or proxy, or the texts that replace secrets in one by Assay.
  package let secrets: [Secret]
  /// True if Assay made the recording, in which each observation has the id of its check.
  package let isOurs: Bool
  /// The URLs of the servers in the recorded run, by name.
  package let servers: [String: String]
  private(set) var source: ReplaySource
  /// The name of the scenario made from a recording by a browser or proxy.
  package static let scenario = EntryMatcher.scenario

  /// Matches the entries of `log` to the checks of `contract` if Assay made the recording; otherwise to its operations.
  ///
  /// `servers` are the URLs that replace the contract's, by name, as they were when the entries were recorded.
  package init(of log: HARLog, against contract: Contract, servers: [String: String] = [:]) {
    if log.runs.isEmpty {
      let matched = EntryMatcher(contract: contract, servers: servers).match(log.entries)
      var replayed = contract
      replayed.scenarios = [matched.scenario]
      let secrets = Credentials.all(in: log.entries, of: contract, matched.run)
      self.init(matched.run, replayed, servers, unjudged: matched.unjudged, secrets: secrets, isOurs: false)
    } else {
      // A file of other contracts' runs holds nothing of this one: no check of it is in the recording.
      let run = log.runs.last { $0.service == contract.service }
      let urls = Dictionary((run?.servers ?? []).map { ($0.name, $0.url) }) { first, _ in first }
      let nothing = RecordedRun(service: contract.service, started: DateTime(millisecondsSinceEpoch: 0))
      let (revealed, secrets) = (run ?? nothing).revealed
      var contract = contract
      for variable in run?.variables ?? [] {
        // A placeholder that was sent is one in a replay, too.
        guard let index = contract.variables.firstIndex(where: { $0.name == variable.name }),
          !contract.variables[index].isMadeUp || contract.variables[index].placeholder != variable.value
        else { continue }
        contract.variables[index].given = variable.value
      }
      self.init(revealed, contract, urls, unjudged: [], secrets: secrets, isOurs: true)
    }
  }

  private init(
    _ run: RecordedRun,
    _ contract: Contract,
    _ servers: [String: String],
    unjudged: [UnjudgedEntry],
    secrets: [Secret],
    isOurs: Bool
  ) {
    self.contract = contract
    self.isOurs = isOurs
    self.secrets = secrets
    self.servers = servers
    self.unjudged = unjudged
    started = run.started
    source = ReplaySource(run, standIns: isOurs ? secrets.map(\.value) : nil)
  }
}

extension Replay {
  /// The recording with the requests of `checks` taken for those of their steps, as they were found before.
  package func comparingNone(of checks: Set<String>) -> Replay {
    var replay = self
    replay.source.compared = checks
    return replay
  }

  /// Returns true if the recording by Assay has a run of all scenarios in `plan`; false for one by a browser or proxy.
  package func holds(_ plan: Plan) -> Bool {
    isOurs && !source.isInterrupted
      && plan.runs.allSatisfy { run in
        run.isProbing || run.steps.isEmpty || run.steps.contains { source.holds($0.id) }
      }
  }
}

/// A source that reads observations from a recording: it sends nothing and waits for nothing.
struct ReplaySource: ObservationSource {
  /// The observations of each check, in the order they were made.
  private let observations: [String: [Observation]]
  /// The answers of each check after which a call was made again, in the order they were received.
  private let earlier: [String: [Observation]]
  private let duration: Duration
  /// The texts that replace secrets in the recording; `nil` for a recording by a browser or proxy, from whose calls the
  /// steps were made.
  private let standIns: [String]?
  /// The checks whose requests are known to be those of their steps.
  fileprivate(set) var compared: Set<String> = []
  let isInterrupted: Bool
  /// The obstacle for a call that is not in the recording and therefore not judged.
  private let absence: Obstacle

  /// Returns true if the recording has any observation of the check.
  func holds(_ check: String) -> Bool { observations[check] != nil }

  init(_ run: RecordedRun, standIns: [String]?) {
    self.standIns = standIns
    func grouped(_ isPart: (Observation) -> Bool) -> [String: [Observation]] {
      // Of a scenario that was tried again the first attempt counts: a retry hides nothing.
      Dictionary(grouping: run.observations.filter(isPart), by: \.check).mapValues { all in
        all.filter { $0.attempt == 1 }
      }
    }
    observations = grouped { !$0.isAskedAgain }
    earlier = grouped(\.isAskedAgain)
    duration = run.duration
    isInterrupted = run.isInterrupted
    let (calls, recorded) = (run.calls, run.recordedCalls ?? 0)
    absence =
      recorded > calls
      ? .unjudgeable("not in the recording, which has lost \(recorded - calls) of its \(recorded.counted("call"))")
      : .skipped("not in the recording")
  }

  func duration(measured: Duration) -> Duration { duration }

  func further(than calls: Int, of work: StepWork) -> UnmadeCall? {
    let own = observations[work.check.id] ?? []
    // A step after the scenario is called once for each thing, without a number; a contract that was drafted from the
    // recording may make one call of a loop.
    guard work.check.phase != .after,
      !work.step.loop.isOnce || work.retry != nil || own.allSatisfy({ $0.turn == nil })
    else { return nil }
    let recorded = own.reduce(0) { $0 + $1.calls }
    guard recorded > calls else { return nil }
    let turn = own.lazy.compactMap(\.turn).first { $0 > calls } ?? calls + 1
    return UnmadeCall("call \(turn) of the recording", because: "the contract does not make it")
  }

  func exchange(_ work: StepWork, turn: Int, in scope: Scope, pass: (Exchange) -> Void) throws(Obstacle) -> Exchange {
    let passed = passed(work, turn: work.step.loop.isOnce && work.retry == nil ? nil : turn, pass)
    guard case .exchange(let exchange) = try content(work, turn: turn, in: scope) else { throw Self.otherShape }
    try check(exchange.end, passed, of: work)
    return exchange.reading(work)
  }

  /// Hands the answers to call number `turn` after which it was made again to `pass`; returns their number.
  ///
  /// The calls of a step after the scenario have no numbers, so that none is handed on.
  private func passed(_ work: StepWork, turn: Int?, _ pass: (Exchange) -> Void) -> Int {
    guard work.check.phase != .after, let all = earlier[work.check.id] else { return 0 }
    var count = 0
    for observation in all where observation.turn == turn && observation.operation == work.operation.name {
      guard case .exchange(let exchange) = observation.content else { continue }
      count += 1
      pass(exchange.reading(work))
    }
    return count
  }

  /// Throws ``Obstacle/unjudgeable(_:)`` if not `passed` answers came before the one that ended with `end`.
  private func check(_ end: TransferEnd, _ passed: Int, of work: StepWork) throws(Obstacle) {
    guard work.check.phase != .after, end.earlier != passed else { return }
    throw .unjudgeable(
      "the recording has \(passed) of the \(end.earlier.counted("answer")) after which this call was made again"
    )
  }

  func answers(
    _ work: StepWork,
    _ load: Load,
    in scope: Scope,
    pass: (Exchange) -> Void,
    take: (Exchange, ContinuousClock.Instant) async -> Void
  ) async throws(Obstacle) {
    let own = observations[work.check.id] ?? []
    let turns = Dictionary(own.enumerated().map { ($1.turn ?? $0 + 1, $1) }) { first, _ in first }
    let now = ContinuousClock.now
    for turn in 1...load.times {
      let passed = passed(work, turn: turn, pass)
      guard let observation = turns[turn] else {
        for case .absent(let obstacle) in own.map(\.content) { throw obstacle }
        throw absence
      }
      if case .absent(let obstacle) = observation.content { throw obstacle }
      guard case .exchange(let exchange) = observation.content else { throw Self.otherShape }
      if let difference = try difference(of: observation, from: work, in: scope) { throw Self.other(difference) }
      try check(exchange.end, passed, of: work)
      await take(exchange.reading(work), now + observation.start)
    }
  }

  func start(of check: String, measured: Duration) -> Duration {
    observations[check]?.map(\.start).min() ?? .zero
  }

  func stream(
    _ work: StepWork,
    _ promise: StreamPromise,
    in scope: Scope,
    seen: inout StreamJudge?,
    pass: (Exchange) -> Void
  ) throws(Obstacle) -> JudgedStream {
    let passed = passed(work, turn: nil, pass)
    guard case .stream(var stream) = try content(work, in: scope) else { throw Self.otherShape }
    try check(stream.end, passed, of: work)
    guard stream.droppedEvents == 0 else {
      throw .unjudgeable("the recording does not contain the last \(stream.droppedEvents) events of this stream")
    }
    var judge = work.judge(of: promise, stream.request, stream.parameters, in: scope, began: stream.end.timings.began)
    var resumptions = stream.resumptions[...]
    for index in stream.events.indices {
      while let next = resumptions.first, next.after <= index { judge.resume(resumptions.removeFirst()) }
      stream.events[index] = judge.step(stream.events[index])
    }
    for resumption in resumptions { judge.resume(resumption) }
    if let signs = stream.signsOfLife { judge.heard(signs) }
    if let standIns, promise.format == .webSocket, stream.head?.isStream(as: .webSocket) ?? false {
      let comparison = try RequestComparison(work, in: scope, standIns: standIns)
      let messages = work.step.call.messages ?? promise.messages
      if let difference = comparison.difference(from: stream, messages, in: scope, until: judge.end) {
        seen = judge
        throw Self.other(difference)
      }
    }
    let askedAgain = (earlier[work.check.id] ?? []).filter { $0.operation != work.operation.name }
    let replies = (askedAgain + (observations[work.check.id] ?? [])).compactMap { observation -> StreamReply? in
      guard case .exchange(let exchange) = observation.content else { return nil }
      return StreamReply(operation: observation.operation, exchange: exchange)
    }
    return JudgedStream(observation: stream, judge: judge, replies: replies)
  }

  func poll(_ work: StepWork, _ promise: PollPromise, in scope: Scope, progress: inout PollProgress) throws(Obstacle)
    -> PollObservation
  {
    let found: Observation.Content
    do throws(Obstacle) { found = try content(work, in: scope) } catch {
      for case .exchange(let exchange) in (earlier[work.check.id] ?? []).map(\.content) { progress.pass(exchange) }
      throw error
    }
    guard case .poll(var poll) = found else { throw Self.otherShape }
    guard poll.droppedAnswers == 0 else {
      throw .unjudgeable("the recording does not contain \(poll.droppedAnswers.counted("answer")) of this poll")
    }
    for answer in poll.answers {
      try check(answer.exchange.end, passed(work, turn: answer.index) { progress.pass($0) }, of: work)
      if progress.take(answer.exchange.reading(work), at: answer.time) == .done { break }
    }
    // Under another contract than the one it was recorded with, what was the end may be none.
    progress.stop(poll.end == .final || poll.end == .stopped ? .unfinished : poll.end)
    poll.answers = progress.answers
    poll.end = progress.end ?? poll.end
    return poll
  }

  func probe(_ probe: RouteProbe) -> Exchange? {
    guard case .exchange(let exchange)? = observations[probe.id]?.first?.content else { return nil }
    return exchange
  }

  private func content(_ work: StepWork, turn: Int = 1, in scope: Scope) throws(Obstacle) -> Observation.Content {
    let own = observations[work.check.id] ?? []
    // In a recording of an earlier version calls have no numbers.
    let isInPlace = own.indices.contains(turn - 1) && (own[turn - 1].turn ?? turn) == turn
    guard let found = isInPlace ? own[turn - 1] : own.first(where: { $0.turn == turn }) else {
      throw absence
    }
    if case .absent(let obstacle) = found.content { throw obstacle }
    guard let difference = try difference(of: found, from: work, in: scope) else { return found.content }
    // A step after the scenario is made for each thing, without a number.
    for other in own where other.turn == nil {
      if try self.difference(of: other, from: work, in: scope) == nil { return other.content }
    }
    throw Self.other(difference)
  }

  /// Returns the first difference between the recorded requests of `observation` and the request that `work` makes;
  /// `nil` if none exists.
  private func difference(of observation: Observation, from work: StepWork, in scope: Scope) throws(Obstacle)
    -> String?
  {
    guard let standIns, !compared.contains(work.check.id) else { return nil }
    let comparison = try RequestComparison(work, in: scope, standIns: standIns)
    switch observation.content {
    case .exchange(let exchange): return comparison.difference(from: exchange)
    case .stream(let stream): return comparison.difference(from: stream.exchange)
    case .poll(let poll):
      for answer in poll.answers {
        if let difference = comparison.difference(from: answer.exchange) { return difference }
      }
      return nil
    case .absent: return nil
    }
  }

  private static func other(_ difference: String) -> Obstacle {
    .unjudgeable("the recorded request is not the one of this step: \(difference)")
  }

  /// The obstacle for a step that was recorded as a different kind of call, because the contract changed: for example,
  /// a single call that is now a poll.
  private static let otherShape = Obstacle.skipped("not in the recording in this shape")
}
