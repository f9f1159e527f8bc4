import AssayHTTP
import AssayJSON
import AssayObservation
import AssayText

/// A call that is repeated until a member of its response, or its status, reaches a final value: the states, and the
/// order in which they occurred.
struct RecordedPoll: Sendable {
  let operation: RecordedOperation
  /// The place of the job's state in the responses: a member of the body, or the status.
  private let place: Place
  /// The states in the order they were first seen.
  private(set) var states: [String] = []
  private(set) var finals: Set<String> = []
  /// The states that followed each state, at once or later.
  private var followers: [String: Set<String>] = [:]
  /// The polling calls for each job, in the order they were made.
  private let runs: [[RecordedCall]]
  /// The statuses of responses during polling that said nothing about the job, and the maximum number of such responses
  /// in a row.
  private let retried: (statuses: Set<Int>, inARow: Int)

  private enum Place: Sendable {
    case member([String])
    case status

    func value(_ call: RecordedCall) -> String? {
      switch self {
      case .member(let pointer): pointer.reduce(call.exchange.json) { $0?[$1] }?.string
      case .status: String(call.status)
      }
    }
  }

  /// Returns `nil` if nothing suggests that the operation is polled.
  init?(_ operation: RecordedOperation) {
    guard operation.method == "GET", !operation.isStream else { return nil }
    var byJob = OrderedDictionary<String, [RecordedCall]>()
    for call in operation.calls {
      let url = call.exchange.request.url
      // A job may be looked at in several steps of a scenario.
      let key = call.step.map { "\($0.run) \(url)" } ?? url
      byJob[key, default: []].append(call)
    }
    retried = Self.retried(byJob.values)
    let runs = byJob.values.map { $0.filter(\.isSuccess) }.filter { !$0.isEmpty }
    self.runs = runs
    self.operation = operation
    guard runs.contains(where: { $0.count > 1 }), let place = Self.place(runs) else { return nil }
    self.place = place
    readStates()
    guard !finals.isEmpty, states.contains(where: { !finals.contains($0) }) else { return nil }
  }

  private static func place(_ runs: [[RecordedCall]]) -> Place? {
    let answers = runs.flatMap(\.self)
    if answers.allSatisfy({ $0.exchange.json?.kind == .object }) {
      let candidates = members(answers).sorted { ($0.count, text($0)) < ($1.count, text($1)) }
      if let pointer = candidates.first(where: { isState(.member($0), runs) }) { return .member(pointer) }
    }
    // "202 until it is done": what is polled says so, or was taken on first.
    let isPolled =
      answers.allSatisfy { $0.step?.isPoll ?? true }
      && runs.allSatisfy { run in
        run[0].step != nil || run[0].status == 202 || run.count == 1
      }
    return isPolled && isState(.status, runs) ? .status : nil
  }

  /// Returns the unsuccessful statuses after which Assay's own polls continued, and the maximum number of such
  /// responses in a row.
  private static func retried(_ runs: [[RecordedCall]]) -> (statuses: Set<Int>, inARow: Int) {
    var (statuses, most): (Set<Int>, Int) = ([], 0)
    for run in runs where run.allSatisfy({ $0.step?.isPoll == true }) {
      guard let last = run.lastIndex(where: \.isSuccess) else { continue }
      var count = 0
      for call in run[..<last] {
        count = call.isSuccess ? 0 : count + 1
        most = max(most, count)
        if !call.isSuccess { statuses.insert(call.status) }
      }
    }
    return (statuses, most)
  }

  /// Returns the members, including those of nested objects, that are strings in every response.
  private static func members(_ answers: [RecordedCall]) -> [[String]] {
    let pointers = answers[0].exchange.json?.pointers(of: .string) ?? []
    return pointers.filter { pointer in answers.allSatisfy { Place.member(pointer).value($0) != nil } }
  }

  /// Returns the successive values of the state at `place` for one job, without consecutive repetitions.
  private static func steps(_ run: [RecordedCall], _ place: Place) -> [String] {
    run.compactMap { place.value($0) }.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// Returns true if a member changes over the calls of one job, never returns to an earlier value, and is named or
  /// reads like a state.
  private static func isState(_ place: Place, _ runs: [[RecordedCall]]) -> Bool {
    let all = runs.map { steps($0, place) }
    guard all.contains(where: { $0.count > 1 }), all.allSatisfy({ Set($0).count == $0.count }) else { return false }
    let values = Set(all.joined())
    guard values.count <= 16, values.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 40 && !$0.contains("\n") }) else {
      return false
    }
    guard case .member(let pointer) = place else { return true }
    let name = pointer.last?.lowercased() ?? ""
    if Refinement.stateNames.contains(name) { return true }
    if ["status", "state", "phase", "stage"].contains(pointer.last?.nameWords.last ?? "") { return true }
    return values.allSatisfy { isRunning($0) || isEnd($0) }
  }

  private static func isRunning(_ state: String) -> Bool { Vocabulary.runningStates.contains(state.lowercased()) }
  private static func isEnd(_ state: String) -> Bool { Vocabulary.finalStates.contains(state.lowercased()) }

  private mutating func readStates() {
    var ended: Set<String> = []
    for run in runs {
      let steps = Self.steps(run, place)
      for (index, state) in steps.enumerated() {
        states.add(state)
        followers[state, default: []].formUnion(steps[(index + 1)...])
      }
      // A job that was asked for once may have been at its end already.
      if let last = steps.last, steps.count > 1 || Self.isEnd(last) { ended.insert(last) }
    }
    finals = ended.filter { (followers[$0] ?? []).isEmpty && !Self.isRunning($0) }
    // What was never left and never ends is left for one of the ends.
    for state in states where !finals.contains(state) && (followers[state] ?? []).isEmpty { followers[state] = finals }
  }

  /// The desired final state of jobs: one that reads like a success, or else the first seen.
  private var goal: String? {
    let ends = states.filter { finals.contains($0) }
    let bad = [
      "fail", "error", "cancel", "reject", "abort", "timeout", "timed", "expired", "denied", "refused", "lost",
    ]
    return ends.first { end in !bad.contains { end.lowercased().contains($0) } } ?? ends.first
  }

  /// Returns the rule that the step's job ends in the final state of the response `last`; without it, in the desired
  /// one. Returns `nil` if fewer than two final states are known.
  ///
  /// `finalState` would make this a `must`.
  func goal(ofStep id: String, _ last: RecordedCall?) -> DraftTree? {
    let ended = last.flatMap { place.value($0) }
    guard finals.count > 1, let goal = last == nil ? goal : ended, finals.contains(goal) else { return nil }
    let rule: String
    switch place {
    case .member(let pointer):
      guard pointer.allSatisfy(CallOrder.canPoint) else { return nil }
      rule = "$steps.\(id).response.body#\(Self.text(pointer)) == \(JSONEscapes.quote(goal))"
    case .status: rule = "$steps.\(id).response.statusCode == \(goal)"
    }
    return ["rule": .string(rule), "level": "should", "message": "the job of `\(id)` ends as `\(goal)`"]
  }

  /// Returns the state at which a step stopped polling; `nil` if it continued to the end.
  func stop(_ last: RecordedCall) -> String? {
    guard last.pollEnd == .stopped, let state = place.value(last), !finals.contains(state) else { return nil }
    return state
  }

  // MARK: The contract

  func tree(_ secrets: SeenSecrets) -> DraftTree {
    var tree: DraftTree = [:]
    switch place {
    case .member(let pointer): tree["state"] = .string(Self.text(pointer))
    case .status: tree["state"] = .string("$statusCode")
    }
    tree["states"] = .object(
      states.map { state in
        if finals.contains(state) { return (state, ["final": true]) }
        let next = states.filter { followers[state]?.contains($0) == true }
        return (state, ["next": .strings(next)])
      }
    )
    tree.add("constant", constants)
    tree.add("nondecreasing", RisingNumbers.nondecreasing(runs.map { $0.compactMap(\.exchange.json) }))
    if isStable { tree["stable"] = "should" }
    tree["every"] = .string(interval)
    tree["within"] = "\(max(60, 4 * longest / 1_000))s"
    if !retried.statuses.isEmpty {
      tree["retry"] = ["on": .array(retried.statuses.sorted().map { .raw(String($0)) })]
      if retried.inARow > 3 { tree["retry"]?["atMost"] = .number(retried.inARow) }
    }
    tree["examples"] = .array(examples(secrets))
    return tree
  }

  static func text(_ pointer: [String]) -> String {
    JSONPointer(tokens: pointer).description
  }

  /// The promises for response members that equal a path parameter in every response.
  private var constants: DraftTree {
    operation.constants(operation.example.exchange.json?.members.map(\.key) ?? []) { member, name in
      runs.joined().allSatisfy { call in
        let value = operation.value(of: name, in: call)
        return value.map { $0.utf8.count >= 4 && call.exchange.json?[member]?.string == $0 } ?? false
      }
    }
  }

  /// True if our own polls continued after the end, and always received the same answer.
  private var isStable: Bool {
    var count = 0
    for run in runs where run.allSatisfy({ $0.step?.isPoll == true }) {
      for (end, next) in zip(run, run.dropFirst()) where place.value(end).map(finals.contains) ?? false {
        guard end.exchange.json == next.exchange.json else { return false }
        count += 1
      }
    }
    return count > 0
  }

  /// The longest time from the first answer of a job to its last, in milliseconds.
  private var longest: Int {
    min(runs.map { ($0.last?.time ?? 0) - ($0.first?.time ?? 0) }.max() ?? 0, 20_000_000)
  }

  /// The usual time between two polling calls, as written in a contract.
  private var interval: String {
    let gaps = runs.flatMap { run in zip(run, run.dropFirst()).map { $1.time - $0.time } }.filter { $0 > 0 }.sorted()
    let usual = gaps.isEmpty ? 1_000 : gaps[gaps.count / 2]
    let rounded = max(100, min(60_000, (usual + 50) / 100 * 100))
    return rounded % 1_000 == 0 ? "\(rounded / 1_000)s" : "\(rounded)ms"
  }

  /// Returns a response for each state up to the goal, from the job with the most states.
  private func examples(_ secrets: SeenSecrets) -> [DraftTree] {
    let way = runs.filter { Self.steps($0, place).last == goal }.max {
      Self.steps($0, place).count < Self.steps($1, place).count
    }
    var shown: Set<String> = []
    return (way ?? []).compactMap { call in
      guard let state = place.value(call), shown.insert(state).inserted else { return nil }
      let echoes = RecordedTemplate.echoes(operation, in: call, secrets)
      let body = call.exchange.json.map { RecordedTemplate.answered($0, secrets, echoes: echoes) }
      guard case .status = place else { return body }
      var answer: DraftTree = ["status": .raw(state)]
      if let place = call.exchange.response?.head.headers["Location"] {
        answer["headers"] = ["Location": .template(secrets.shown(place))]
      }
      if let body { answer["body"] = body }
      return ["$answer": answer]
    }
  }
}

/// Numbers that only rise in a row of answers or events.
enum RisingNumbers {
  /// Returns the members, including those of nested objects, that never fall in any row, and rise in at least one.
  static func nondecreasing(_ rows: [[JSONValue]]) -> DraftTree {
    var pointers: [[String]] = []
    for value in rows.joined() {
      for pointer in value.pointers(of: .number) { pointers.add(pointer) }
      if pointers.count > 100 { break }
    }
    let rising = pointers.filter { pointer in
      let numbers = rows.map { row in row.compactMap { value in pointer.reduce(value) { $0?[$1] }?.number } }
      let isSteady = numbers.allSatisfy { row in zip(row, row.dropFirst()).allSatisfy { !($1 < $0) } }
      // Two that happen to rise say little.
      return isSteady && numbers.contains { row in Set(row.map(\.text)).count >= 3 }
    }
    return .strings(rising.map(RecordedPoll.text))
  }
}

extension JSONValue {
  /// Returns the places of the values of `kind` among the members of an object, and those of the objects in it.
  fileprivate func pointers(of kind: JSONKind) -> [[String]] {
    members.flatMap { member in
      (member.value.kind == kind ? [[member.key]] : [])
        + member.value.members.filter { $0.value.kind == kind }.map { [member.key, $0.key] }
    }
  }
}
