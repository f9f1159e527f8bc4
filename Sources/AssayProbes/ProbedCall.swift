import AssayContract
import AssayHTTP
import AssayJSON
import AssayVerifier

/// A call of a scenario that probes vary, and the runs that make these probes.
struct ProbedCall {
  let contract: Contract
  let scenario: Scenario
  /// The position of the call's step in the scenario.
  let index: Int

  var step: Step { scenario.steps[index] }

  /// A probe, with the calls made before it.
  struct Probing {
    var probe: Probe
    /// The position of the step that the probe replaces.
    var index: Int
    /// The probe that creates the job this probe is about, made in place of the call's own step; `nil` if the job is
    /// created as usual.
    var maker: Probe?
    /// True if the probe is made before its job has ended.
    var isEarly = false
    /// The position of the step that creates a second resource before the probe; `nil` if none does.
    var another: Int?

    /// True if the probe repeats the step's own call without any change.
    fileprivate var isAgain: Bool {
      guard case .nothing = probe.change else { return false }
      return maker == nil && !isEarly && another == nil
    }
  }

  /// True if the call sends a cookie that an earlier step is documented to receive.
  var sendsCookie: Bool {
    guard scenario.keepsCookies else { return false }
    return (scenario.before + scenario.steps[..<index]).contains { step in
      let answers = contract.operation(named: step.operation)?.successes ?? []
      return answers.contains { $0.headers.contains { HTTPHeader($0.name, "").isNamed("Set-Cookie") } }
    }
  }

  func id(of probing: Probing) -> String {
    "\(scenario.name)/\(scenario.steps[probing.index].id)/\(probing.probe.name)"
  }

  // MARK: Which

  func probings(_ probes: [Probe]) -> [Probing] {
    probes.map { Probing(probe: $0, index: index) }
  }

  /// Returns the probes about jobs: jobs that are created differently and then polled to their end, the call before its
  /// job has ended, and the call after a second resource was created.
  func jobs(of probes: [Probe]) -> [Probing] {
    var jobs: [Probing] = []
    if let follower = scenario.steps.indices.first(where: { $0 > index && isFollowing($0) && reads($0, step) }),
      let operation = contract.operation(named: scenario.steps[follower].operation)
    {
      for maker in probes where maker.makesOtherJob {
        let isRight = maker.kind == .choice
        let probe = Probe(
          "probe-job" + maker.name.dropFirst("probe".count),
          .job,
          "of a job made \(maker.about)",
          .nothing,
          .end(maker: step.id, isRight: isRight),
          promise: operation.promise
        )
        jobs.append(Probing(probe: probe, index: follower, maker: maker))
      }
    }
    if let operation = contract.operation(named: step.operation), isEarlyPossible {
      let about = "before its job is over"
      let probe = Probe("probe-early", .job, about, .nothing, .anyAnswer, promise: operation.promise)
      jobs.append(Probing(probe: probe, index: index, isEarly: true))
    }
    if let operation = contract.operation(named: step.operation), let maker = maker {
      let end = Probe.Expectation.end(maker: scenario.steps[maker].id, isRight: true)
      let about = "after a second one was created"
      let probe = Probe("probe-another", .job, about, .nothing, end, promise: operation.promise)
      jobs.append(Probing(probe: probe, index: index, another: maker))
    }
    return jobs + courses(of: probes)
  }

  /// Returns the probes of the switches that `probes` turn: a job is watched that is created as documented, and one for
  /// each switch.
  private func courses(of probes: [Probe]) -> [Probing] {
    guard let operation = contract.operation(named: step.operation), !step.loop.isSeveral, let shown = shownBy,
      let watched = contract.operation(named: scenario.steps[shown].operation)
    else { return [] }
    let turned = probes.filter { $0.isSwitch(of: step, operation) }
    if turned.isEmpty { return [] }
    let usual = Probe("probe", .job, "as documented", .nothing, .anyAnswer, promise: operation.promise)
    return ([usual] + turned).map { maker in
      let probe = Probe(
        "probe-course" + maker.name.dropFirst("probe".count),
        .job,
        "of a job made \(maker.about), at once and later",
        .nothing,
        .course(maker: step.id),
        promise: watched.promise
      )
      return Probing(probe: probe, index: shown, maker: maker)
    }
  }

  /// The position of the first step that shows the job of the call without being part of what makes it run; `nil` if
  /// none does, or no step follows the job to its end.
  private var shownBy: Int? {
    let later = scenario.steps.indices.dropFirst(index + 1)
    guard later.contains(where: { isFollowing($0) && reads($0, step) }) else { return nil }
    let known = Set(contract.needed(by: [index], in: scenario).map { scenario.steps[$0].id })
    return later.first { position in
      let other = scenario.steps[position]
      guard let operation = contract.operation(named: other.operation), reads(position, step),
        contract.stepsRead(by: other).isSubset(of: known), HTTPMethod.isSafe(operation.request.method)
      else { return false }
      if case .stream = operation.interaction { return false }
      return !other.isErrorProbe && !other.loop.isSeveral && !other.call.readsAnswerBefore
    }
  }

  /// The position of the step that creates the resource which the call fetches, if that step can be repeated alone;
  /// otherwise `nil`.
  private var maker: Int? {
    guard ["GET", "HEAD"].contains(method), !step.loop.isSeveral, !step.call.readsAnswerBefore else { return nil }
    let read = contract.stepsRead(by: step)
    let own = Set(scenario.steps.map(\.id))
    return scenario.steps[..<index].firstIndex { maker in
      guard read.contains(maker.id), let operation = contract.operation(named: maker.operation),
        case .exchange = operation.interaction
      else { return false }
      return operation.request.method.uppercased() == "POST" && operation.isProbed != false && !maker.isErrorProbe
        && !maker.loop.isSeveral && !maker.call.readsAnswerBefore && contract.stepsRead(by: maker).isDisjoint(with: own)
    }
  }

  private func isFollowing(_ index: Int) -> Bool {
    guard let operation = contract.operation(named: scenario.steps[index].operation) else { return false }
    if case .exchange = operation.interaction { return false }
    return !scenario.steps[index].isErrorProbe
  }

  private func reads(_ index: Int, _ step: Step) -> Bool {
    contract.stepsRead(by: scenario.steps[index]).contains(step.id)
  }

  /// True if an earlier step polls the job that the call requests, and the call reads nothing from that step.
  private var isEarlyPossible: Bool {
    guard !isFollowing(index), ["GET", "HEAD"].contains(method) else { return false }
    let read = contract.stepsRead(by: step)
    let followers = (0..<index).filter(isFollowing)
    return followers.contains { !contract.stepsRead(by: scenario.steps[$0]).isDisjoint(with: read) }
      && !followers.contains { read.contains(scenario.steps[$0].id) }
  }

  private var method: String { contract.operation(named: step.operation)?.request.method.uppercased() ?? "" }

  // MARK: Runs

  func runs(_ probings: [Probing]) -> [Plan.Run] {
    // A call that goes on from an earlier one may not be made twice: each gets a beginning of its own.
    let goesOn = !contract.stepsRead(by: step).isEmpty
    func isAlone(_ probing: Probing) -> Bool {
      probing.isAgain || probing.maker != nil || probing.isEarly || probing.another != nil || isCleaned(probing)
        || (probing.probe.isUnsafe && goesOn)
    }
    let together = probings.filter { !isAlone($0) }
    let groups = (together.isEmpty ? [] : [together]) + probings.filter(isAlone).map { [$0] }
    return groups.enumerated().map { number, probings in run(probings, after: "before-\(step.id)-\(number + 1)") }
  }

  private func run(_ probings: [Probing], after label: String) -> Plan.Run {
    var scenario = scenario
    scenario.steps = before(probings)
    scenario.invariants = []
    var checks = scenario.steps.map { step in
      let id = "\(scenario.name)/\(step.id)/\(label)"
      var check = Plan.Check(id: id, scenario: scenario.name, operation: step.operation)
      check.isJudged = false
      return check
    }
    if let another = probings.first?.another, let last = checks.indices.last {
      checks[last].repeats = self.scenario.steps[another].id
    }
    for probing in probings {
      var step = self.scenario.steps[probing.index]
      var check = Plan.Check(id: id(of: probing), scenario: scenario.name, operation: step.operation)
      if probing.maker == nil, probing.another == nil { (step.expects.invariants, step.expects.finalStates) = ([], []) }
      if !isCleaned(probing) {
        step.probedStep = step.id
        step.id = "\(step.id)/\(probing.probe.name)"
        if probing.isAgain, method != "GET" {
          check.repeats = self.step.id
        } else {
          step.expects.outputs = []
        }
      }
      (step.loop, step.parallel) = (step.loop.single, nil)
      step.probe = probing.probe
      scenario.steps.append(step)
      checks.append(check)
    }
    var run = Plan.Run(scenario: scenario, steps: checks)
    run.row = scenario.rows.first
    run.isProbing = true
    run.lock = probings.lazy.compactMap(\.probe.expectation.maker).first.map { "\(scenario.name)/\($0)" }
    run.frame(in: scenario.name, contract)
    return run
  }

  /// Returns true if an `after` step removes the resource that the call creates, and can also remove the one that the
  /// probe creates in its place.
  private func isCleaned(_ probing: Probing) -> Bool {
    probing.index == index && !probing.isAgain && probing.probe.kind != .method && method != "GET"
      && scenario.after.contains { contract.stepsRead(by: $0).contains(step.id) }
  }

  /// Returns the steps to be made before a group of probes, with the changes that the probes need.
  private func before(_ probings: [Probing]) -> [Step] {
    let steps = scenario.steps
    let isAgain = probings.contains { $0.isAgain }
    let maker = probings.first?.maker
    let isEarly = probings.contains { $0.isEarly }
    var needed = contract.needed(by: [index], in: scenario).filter { $0 < index || isAgain || maker != nil }
    if isEarly { needed.removeAll(where: isFollowing) }
    let made = needed.map { position in
      var step = steps[position]
      step.parallel = nil
      guard position == index else { return step }
      // Of a call that is repeated until something ends, one is enough for a second.
      step.loop = step.loop.single
      step.probe = maker
      return step
    }
    guard let probing = probings.first, let another = probing.another else { return made }
    var second = steps[another]
    second.id += "/\(probing.probe.name)"
    second.parallel = nil
    return made + [second]
  }
}

extension Probe {
  /// Returns true if the probe turns a switch: it sends the opposite of the truth value that the step sends.
  fileprivate func isSwitch(of step: Step, _ operation: AssayContract.Operation) -> Bool {
    guard case .success = expectation else { return false }
    let (sent, turned): (JSONValue?, JSONValue)
    switch change {
    case .input(let part, let name, let value?):
      let given = step.call.templates(of: part).first { $0.name == name }?.template
      (sent, turned) = (given ?? (step.call.omitsOptional ? nil : operation.request.example(of: part, name)), value)
    case .member(let pointer, let value?):
      guard case .body(let body) = operation.request.content else { return false }
      let whole = step.call.body.map { MergePatch.apply($0, to: body.example) } ?? body.example
      (sent, turned) = (whole?[pointer], value)
    default: return false
    }
    let texts = [sent, turned].map { $0.map { $0.string ?? $0.text } ?? "" }
    return texts == ["true", "false"] || texts == ["false", "true"]
  }

  /// True if a job created by this probe may end differently: an optional input is left out, or a file is invalid. A
  /// probe with a different value does not count, since there may be nothing to do for it.
  fileprivate var makesOtherJob: Bool {
    switch (kind, change) {
    case (.choice, .input(_, _, nil)), (.choice, .member(_, nil)), (.mistake, .file): true
    default: false
    }
  }
}
