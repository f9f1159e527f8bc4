import AssayHTTP
import AssayJSON
import AssayObservation
import AssayText

/// A call that is repeated until a member of its answer has come to an end: the states seen, and which followed which.
struct SeenPoll: Sendable {
  let operation: SeenOperation
  /// The way to the state.
  let pointer: [String]
  /// The states in the order they were first seen.
  private(set) var states: [String] = []
  private(set) var finals: Set<String> = []
  /// What followed each state, at once or later.
  private var followers: [String: Set<String>] = [:]
  /// The answers of each job, in order.
  private let runs: [[SeenCall]]

  /// `nil` where nothing says that the operation is polled.
  init?(_ operation: SeenOperation) {
    guard operation.method == "GET", !operation.isStream else { return nil }
    let answers = operation.successes.filter { $0.exchange.json?.kind == .object }
    var (order, byJob): ([String], [String: [SeenCall]]) = ([], [:])
    for call in answers {
      let key = call.step.map { "\($0.scenario)/\($0.id)" } ?? call.exchange.request.url
      if byJob[key] == nil { order.append(key) }
      byJob[key, default: []].append(call)
    }
    let runs = order.compactMap { byJob[$0] }
    self.runs = runs
    self.operation = operation
    guard runs.contains(where: { $0.count > 1 }), answers.count == operation.successes.count else { return nil }
    let candidates = Self.members(answers).sorted { ($0.count, Self.text($0)) < ($1.count, Self.text($1)) }
    guard let pointer = candidates.first(where: { Self.isState($0, runs) }) else { return nil }
    self.pointer = pointer
    readStates()
    guard !finals.isEmpty, states.contains(where: { !finals.contains($0) }) else { return nil }
  }

  private static func value(_ call: SeenCall, _ pointer: [String]) -> String? {
    pointer.reduce(call.exchange.json) { $0?[$1] }?.string
  }

  /// The members, and those of objects in them, that are a text in every answer.
  private static func members(_ answers: [SeenCall]) -> [[String]] {
    var pointers: [[String]] = []
    for member in answers[0].exchange.json?.members ?? JSONValue.null.members {
      if member.value.kind == .string { pointers.append([member.key]) }
      for inner in member.value.members where inner.value.kind == .string { pointers.append([member.key, inner.key]) }
    }
    return pointers.filter { pointer in answers.allSatisfy { value($0, pointer) != nil } }
  }

  /// The values of one job without repetitions.
  private static func steps(_ run: [SeenCall], _ pointer: [String]) -> [String] {
    run.compactMap { value($0, pointer) }.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// Whether a member changes over the calls of one job, goes back to nothing, and is called or reads like a state.
  private static func isState(_ pointer: [String], _ runs: [[SeenCall]]) -> Bool {
    let all = runs.map { steps($0, pointer) }
    guard all.contains(where: { $0.count > 1 }), all.allSatisfy({ Set($0).count == $0.count }) else { return false }
    let values = Set(all.joined())
    guard values.count <= 16, values.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 40 && !$0.contains("\n") }) else {
      return false
    }
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
      let steps = Self.steps(run, pointer)
      for (index, state) in steps.enumerated() {
        if !states.contains(state) { states.append(state) }
        followers[state, default: []].formUnion(steps[(index + 1)...])
      }
      // A job that was asked for once may have been at its end already.
      if let last = steps.last, steps.count > 1 || Self.isEnd(last) { ended.insert(last) }
    }
    finals = ended.filter { (followers[$0] ?? []).isEmpty && !Self.isRunning($0) }
    // What was never left and never ends is left for one of the ends.
    for state in states where !finals.contains(state) && (followers[state] ?? []).isEmpty { followers[state] = finals }
  }

  /// The final state a step asks for: one that reads like a success, else the first seen.
  var goal: String? {
    let ends = states.filter { finals.contains($0) }
    let bad = [
      "fail", "error", "cancel", "reject", "abort", "timeout", "timed", "expired", "denied", "refused", "lost",
    ]
    return ends.first { end in !bad.contains { end.lowercased().contains($0) } } ?? ends.first
  }

  // MARK: The contract

  func tree(_ secrets: SeenSecrets) -> DraftTree {
    var tree = DraftTree.object([])
    tree["state"] = .string(Self.text(pointer))
    tree["states"] = .object(
      states.map { state in
        if finals.contains(state) { return (state, .object([("final", .bool(true))])) }
        let next = states.filter { followers[state]?.contains($0) == true }
        return (state, .object([("next", .array(next.map { .string($0) }))]))
      }
    )
    let constant = constants(secrets)
    if !constant.isEmpty { tree["constant"] = .array(constant) }
    let rising = SeenNumbers.nondecreasing(runs.map { $0.compactMap(\.exchange.json) })
    if !rising.isEmpty { tree["nondecreasing"] = .array(rising.map { .string(Self.text($0)) }) }
    tree["every"] = .string(interval)
    tree["within"] = .string("\(max(60, 4 * longest / 1_000))s")
    tree["examples"] = .array(examples(secrets))
    return tree
  }

  static func text(_ pointer: [String]) -> String {
    pointer.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
  }

  /// The members that repeat a parameter of the path in every answer.
  private func constants(_ secrets: SeenSecrets) -> [DraftTree] {
    let answers = runs.joined()
    return operation.parameters.compactMap { name in
      let members = operation.example.exchange.json?.members.map(\.key) ?? []
      let own = members.first { member in
        answers.allSatisfy { call in
          let value = operation.parameters(of: call).first { $0.name == name }?.value
          return value.map { $0.utf8.count >= 4 && call.exchange.json?[member]?.string == $0 } ?? false
        }
      }
      return own.map { member in
        .object([("pointer", .string(Self.text([member]))), ("equals", .string("$request.path.\(name)"))])
      }
    }
  }

  /// The longest time from the first answer of a job to its last, in milliseconds.
  private var longest: Int {
    min(runs.map { ($0.last?.time ?? 0) - ($0.first?.time ?? 0) }.max() ?? 0, 20_000_000)
  }

  /// The usual time between two calls.
  private var interval: String {
    let gaps = runs.flatMap { run in zip(run, run.dropFirst()).map { $1.time - $0.time } }.filter { $0 > 0 }.sorted()
    let usual = gaps.isEmpty ? 1_000 : gaps[gaps.count / 2]
    let rounded = max(100, min(60_000, (usual + 50) / 100 * 100))
    return rounded % 1_000 == 0 ? "\(rounded / 1_000)s" : "\(rounded)ms"
  }

  /// An answer for each state up to the goal, of the job that went through the most of them.
  private func examples(_ secrets: SeenSecrets) -> [DraftTree] {
    let way = runs.filter { Self.steps($0, pointer).last == goal }.max {
      Self.steps($0, pointer).count < Self.steps($1, pointer).count
    }
    var shown: Set<String> = []
    return (way ?? []).compactMap { call in
      guard let state = Self.value(call, pointer), shown.insert(state).inserted, let json = call.exchange.json else {
        return nil
      }
      return SeenTemplate.answered(json, secrets, echoes: SeenTemplate.echoes(operation, in: call, secrets))
    }
  }
}

/// Numbers that only rise in a row of answers or events.
enum SeenNumbers {
  /// The members, and those of objects in them, that never fall in any row, and rise in one.
  static func nondecreasing(_ rows: [[JSONValue]]) -> [[String]] {
    var pointers: [[String]] = []
    for value in rows.joined() where value.kind == .object {
      for member in value.members {
        if member.value.kind == .number, !pointers.contains([member.key]) { pointers.append([member.key]) }
        for inner in member.value.members where inner.value.kind == .number {
          if !pointers.contains([member.key, inner.key]) { pointers.append([member.key, inner.key]) }
        }
      }
      if pointers.count > 100 { break }
    }
    return pointers.filter { pointer in
      let numbers = rows.map { row in row.compactMap { value in pointer.reduce(value) { $0?[$1] }?.number } }
      let isSteady = numbers.allSatisfy { row in zip(row, row.dropFirst()).allSatisfy { !($1 < $0) } }
      // Two that happen to rise say little.
      return isSteady && numbers.contains { row in Set(row.map(\.text)).count >= 3 }
    }
  }
}
