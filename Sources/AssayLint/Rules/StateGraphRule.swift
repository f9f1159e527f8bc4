import AssayContract
import AssayJSON

/// The rule that every state of a poll can be reached from a first state, and that a final state can be reached from
/// it.
enum StateGraphRule: LintRule {
  static func check(_ run: inout LintRun) {
    for operation in run.contract.operations {
      guard case .poll(let poll) = operation.interaction, let node = run.root.descendant(poll.promise.pointer) else {
        continue
      }
      let finals = poll.states.filter(\.isFinal).map(\.name)
      guard !finals.isEmpty else {
        noteNoFinalState(node, &run)
        continue
      }
      let next = Dictionary(poll.states.map { ($0.name, $0.isFinal ? [] : $0.next) }) { first, _ in first }
      noteDeadEnds(poll, next, finals, node, &run)
      noteUnreachable(poll, next, node, &run)
    }
  }

  private static func noteNoFinalState(_ node: ContractNode, _ run: inout LintRun) {
    guard let states = node["states"] else { return }
    run.log.add(
      .noFinalState,
      "no state is final, so no poll would ever end",
      help: "add `\"final\": true` to the states a job ends in",
      range: states.range,
      pointer: states.pointer
    )
  }

  private static func noteDeadEnds(
    _ poll: PollPromise,
    _ next: [String: [String]],
    _ finals: [String],
    _ node: ContractNode,
    _ run: inout LintRun
  ) {
    var before: [String: [String]] = [:]
    for (state, followers) in next { for follower in followers { before[follower, default: []].append(state) } }
    let ending = reachable(from: finals, before)
    for state in node.table("states") where !ending.contains(state.name) {
      run.log.add(
        .noFinalState,
        "no final state can be reached from `\(state.name)`",
        help: "name the states that follow it in `next`, or add `\"final\": true`",
        range: state.range,
        pointer: state.pointer
      )
    }
  }

  private static func noteUnreachable(
    _ poll: PollPromise,
    _ next: [String: [String]],
    _ node: ContractNode,
    _ run: inout LintRun
  ) {
    // Without a list of initial states a job may first be seen in any.
    guard !poll.initial.isEmpty else { return }
    let seen = reachable(from: poll.initial, next)
    for state in node.table("states") where !seen.contains(state.name) {
      run.log.add(
        .unreachableState,
        "the state `\(state.name)` cannot be reached: it is not initial, and no reachable state has it in `next`",
        help: "add it to `initial` or to the `next` of the states before it",
        range: state.range,
        pointer: state.pointer
      )
    }
  }

  private static func reachable(from starts: [String], _ next: [String: [String]]) -> Set<String> {
    var seen: Set<String> = []
    var pending = starts
    while let state = pending.popLast() {
      if seen.insert(state).inserted { pending += next[state] ?? [] }
    }
    return seen
  }
}
