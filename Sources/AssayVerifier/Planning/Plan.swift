package import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
package import AssayText

/// The checks that a run will make, in order. A plan is made without network access, so that it can be printed alone.
package struct Plan: Sendable {
  /// A check of one step of a scenario, or of the rules over a whole scenario.
  package struct Check: Sendable, Hashable {
    /// The id: `scenario/step`, followed by `/stream` or `/poll` for such a step; or `scenario/invariants`.
    package var id: String
    package var scenario: String
    /// The operation's name; empty for the rules over a scenario.
    package var operation: String
    /// The part of the scenario that the check belongs to.
    package var phase = Phase.steps
    /// True if the check is judged; false for a step that is only made because judged steps need it.
    package var isJudged = true
    /// The id of the step whose call is made again by this check; `nil` for a step of the scenario itself.
    package var repeats: String?

    package init(id: String, scenario: String, operation: String) {
      self.id = id
      self.scenario = scenario
      self.operation = operation
    }
  }

  /// The parts of a scenario, in the order in which they are run.
  package enum Phase: Sendable { case before, steps, after }

  /// A planned run of a scenario, with its checks.
  package struct Run: Sendable {
    package var scenario: Scenario
    /// The checks of the scenario's steps, in the same order.
    package var steps: [Check]
    /// The check of the rules over the whole scenario, if there are any.
    @Rare package var whole: Check?
    /// The row of example values that this run of the scenario uses; `nil` if the scenario has no rows.
    @Rare package var row: ExampleRow?

    /// The position of this run among all runs of the plan, from 0, including those that other machines make.
    package var position = 0

    /// True if this run's judged steps are probes (calls that Assay varies on purpose), which are made after all
    /// scenarios.
    package var isProbing = false
    /// The resource that runs with the same name use one after the other, such as the jobs that one step creates; `nil`
    /// if it uses no such resource.
    @Rare package var lock: String?

    package init(scenario: Scenario, steps: [Check], whole: Check? = nil, row: ExampleRow? = nil) {
      self.scenario = scenario
      self.steps = steps
      self.whole = whole
      self.row = row
    }

    /// Adds the scenario's `before` and `after` steps with their checks, whose ids begin with `name`.
    package mutating func frame(in name: String, _ contract: Contract) {
      func checks(_ steps: [Step], _ phase: Phase) -> [Check] {
        steps.map { step in
          let operation = contract.operation(named: step.operation)
          let id = Plan.id(of: step, in: "\(name)/\(phase)", operation: operation)
          var check = Check(id: id, scenario: name, operation: step.operation)
          (check.phase, check.isJudged) = (phase, false)
          return check
        }
      }
      if scenario.before.isEmpty, scenario.after.isEmpty { return }
      steps = checks(scenario.before, .before) + steps + checks(scenario.after, .after)
      scenario.steps = scenario.before + scenario.steps + scenario.after
    }

    /// Keeps only the steps at `positions`, in that order.
    fileprivate mutating func keep(_ positions: [Int]) {
      scenario.steps = positions.map { scenario.steps[$0] }
      steps = positions.map { steps[$0] }
    }

    /// The probes among the steps, with their checks, in order.
    package var probes: [(check: Check, step: Step)] {
      zip(steps, scenario.steps).filter { $1.probe != nil && $0.isJudged }.map { (check: $0, step: $1) }
    }

    /// The checks that are judged, in order.
    package var checks: [Check] { steps.filter(\.isJudged) + (whole.map { [$0] } ?? []) }
  }

  package var runs: [Run]
  /// The ids of the steps that are made by other parts of the run, if it is divided.
  private(set) var elsewhere: Set<String> = []
  /// A checksum that all parts of a divided run share; empty if the run is not divided.
  package private(set) var mark = ""

  /// The runs whose steps are probes, including those that other parts of the run make.
  package private(set) var probing: [Run] = []
  /// The number of runs in all parts together.
  private var count = 0

  /// Plans `contract`. If only some checks of a scenario are selected, the steps they need are also made.
  ///
  /// A skipped check is not made; during the run, checks that need its response are also skipped, with the reason.
  package init(contract: Contract, settings: RunSettings) {
    let choice = CheckChoice(settings)
    runs = []
    runs.reserveCapacity(contract.scenarios.count)
    for scenario in contract.scenarios where settings.selection.includes(tags: scenario.tags) {
      for row in scenario.rows.isEmpty ? [nil] : scenario.rows.map(Optional.some) {
        guard var run = Self.run(of: scenario, row, contract, choice, settings) else { continue }
        run.position = runs.count
        run.frame(in: scenario.name(with: row), contract)
        runs.append(run)
      }
    }
    count = runs.count
    share(runs, of: contract, settings)
  }

  /// Returns the planned run of a scenario, with one of its rows if it has any; `nil` if none of its checks is judged.
  private static func run(
    of scenario: Scenario,
    _ row: ExampleRow?,
    _ contract: Contract,
    _ choice: CheckChoice,
    _ settings: RunSettings
  ) -> Run? {
    let name = scenario.name(with: row)
    func isWanted(_ id: String) -> Bool { choice.isWanted(id, in: scenario, named: name) }
    func isSkipped(_ id: String) -> Bool { choice.isSkipped(id, in: scenario, named: name) }
    let steps = scenario.steps.map { step in
      let operation = contract.operation(named: step.operation)
      return Check(id: id(of: step, in: name, operation: operation), scenario: name, operation: step.operation)
    }
    var run = Run(scenario: scenario, steps: steps, row: row)
    let kept = steps.indices.filter { index in
      if isSkipped(steps[index].id) { return false }
      let skipped = settings.selection.skippedServers
      return skipped.isEmpty || !skipped.contains(contract.operation(named: steps[index].operation)?.server ?? "")
    }
    if kept.count < steps.count { run.keep(kept) }
    // Rules over all steps cannot be judged where one of them was not made.
    if kept.count == steps.count, !scenario.invariants.isEmpty {
      let whole = Check(id: "\(name)/invariants", scenario: name, operation: "")
      if !isSkipped(whole.id), isWanted(whole.id) { run.whole = whole }
    }
    let wanted = run.steps.indices.filter { isWanted(run.steps[$0].id) }
    if wanted.count < run.steps.count {
      // Rules over a scenario read all of it.
      let needed = run.whole == nil ? contract.needed(by: wanted, in: run.scenario) : Array(run.steps.indices)
      for index in needed where !wanted.contains(index) { run.steps[index].isJudged = false }
      run.keep(needed)
    }
    return run.checks.isEmpty ? nil : run
  }

  /// Adds the runs in `probing` after the scenarios.
  package mutating func add(_ probing: [Run], of contract: Contract, _ settings: RunSettings) {
    var probing = probing
    for index in probing.indices { probing[index].position = count + index }
    count += probing.count
    self.probing = probing
    let scenarios = runs
    runs = probing
    share(probing, of: contract, settings)
    runs = scenarios + runs
  }

  /// Reduces `runs`, which equals `all`, to the runs that this part of a divided run makes. Does nothing if the run is
  /// not divided.
  private mutating func share(_ all: [Run], of contract: Contract, _ settings: RunSettings) {
    guard let shard = settings.selection.shard else { return }
    let parts = shard.parts(of: all, settings.timings)
    // Which part makes what, too: with other timings in each, some would be made by none.
    let checks = zip(all, parts).flatMap { run, part in run.checks.map { "\(part) \($0.id)" } }
    mark = Self.mark(of: contract, [mark] + checks)
    runs = zip(all, parts).filter { $1 == shard.index }.map(\.0)
    elsewhere.formUnion(Set(all.flatMap(\.steps).map(\.id)).subtracting(runs.flatMap(\.steps).map(\.id)))
  }

  /// The checks of all scenarios, in order.
  package var checks: [Check] { runs.flatMap(\.checks) }
  /// The probes with their checks, in order, including those of other parts of the run.
  package var probes: [(check: Check, step: Step)] {
    probing.flatMap(\.probes)
  }

  /// Returns the id of a step's check; `name` is the name of its scenario, with which the id begins.
  package static func id(of step: Step, in name: String, operation: Operation?) -> String {
    let base = "\(name)/\(step.id)"
    guard !step.isErrorProbe, let operation else { return base }
    switch operation.interaction {
    case .exchange: return base
    case .stream: return base + "/stream"
    case .poll: return base + "/poll"
    }
  }
}

extension Plan {
  /// Returns the event that reports the start of a run of the contract with this name.
  func started(as contract: String) -> RunEvent {
    let scenarios: [String: Int] = checks.reduce(into: [:]) { $0[$1.scenario, default: 0] += 1 }
    return .runStarted(contract: contract, checks: checks.count, scenarios: scenarios)
  }
}

extension Contract {
  /// Returns the positions of the `wanted` steps and of all steps that must also be made, in order. These are earlier
  /// steps that they read from, other steps that read from those, and each call that may change something (RFC 9110
  /// section 9.2.1). If the scenario keeps cookies, all earlier steps are included, since any may set one (RFC 6265
  /// section 3). A probe prepares nothing: it is included only if its answer is read.
  package func needed(by wanted: [Int], in scenario: Scenario) -> [Int] {
    guard let last = wanted.max() else { return [] }
    let steps = scenario.steps
    var reads = steps.map(stepsRead)
    var end = last
    for batch in steps.batches {
      let positions = batch.positions
      // What is begun with a wanted call belongs to it.
      if positions.contains(last) { end = positions.upperBound }
      for index in positions where positions.lowerBound > 0 && steps[index].call.readsAnswerBefore {
        reads[index].insert(steps[positions.lowerBound - 1].id)
      }
    }
    var needed = Set(wanted)
    for (index, step) in steps.enumerated() where index < end && step.probe == nil {
      let method = operation(named: step.operation)?.request.method ?? ""
      if scenario.keepsCookies || !HTTPMethod.isSafe(method) { needed.insert(index) }
    }
    var count = 0
    while count < needed.count {
      count = needed.count
      let read = needed.reduce(into: Set<String>()) { $0.formUnion(reads[$1]) }
      for index in 0..<last where read.contains(steps[index].id) { needed.insert(index) }
      let made = Set(needed.map { steps[$0].id })
      for index in 0..<last where steps[index].probe == nil && !reads[index].isDisjoint(with: made) {
        needed.insert(index)
      }
    }
    return needed.sorted()
  }
}

/// The selection of checks for a run.
package struct CheckChoice: Sendable {
  private let only: [Glob]
  private let skip: [Glob]

  package init(_ settings: RunSettings) {
    only = settings.selection.only.map(Glob.init)
    skip = settings.selection.skip.map(Glob.init)
  }

  /// Returns true if the check matches one of the run's `only` globs, or the run has no such globs.
  package func isWanted(_ id: String, in scenario: Scenario, named name: String) -> Bool {
    only.isEmpty || fits(only, id, name, scenario)
  }

  /// Returns true if the check matches one of the run's `skip` globs.
  package func isSkipped(_ id: String, in scenario: Scenario, named name: String) -> Bool {
    fits(skip, id, name, scenario)
  }

  /// Returns true if one of `globs` matches the check's id or the name of its scenario. For a scenario with rows, a
  /// glob may also leave out the row, and then matches all rows.
  private func fits(_ globs: [Glob], _ id: String, _ name: String, _ scenario: Scenario) -> Bool {
    globs.contains {
      $0.matches(id) || $0.matches(name)
        || (name != scenario.name
          && ($0.matches(scenario.name) || $0.matches(scenario.name + id.dropFirst(name.count))))
    }
  }
}

/// A pattern over check ids: `*` matches any characters, `?` one.
package struct Glob: Hashable, Sendable {
  private let pattern: [Character]

  package init(_ pattern: String) { self.pattern = Array(pattern) }

  /// Returns true if the pattern matches all of `text`. The time is linear in the length of `text` for each `*`.
  package func matches(_ text: String) -> Bool {
    let text = Array(text)
    var position = 0
    var index = 0
    var star: Int?
    var retry = 0
    while index < text.count {
      if position < pattern.count, pattern[position] == "*" {
        star = position
        retry = index
        position += 1
      } else if position < pattern.count, pattern[position] == "?" || pattern[position] == text[index] {
        position += 1
        index += 1
      } else if let star {
        retry += 1
        index = retry
        position = star + 1
      } else {
        return false
      }
    }
    return pattern[position...].allSatisfy { $0 == "*" }
  }
}
