import AssayContract
import AssayFindings
import Synchronization

/// The runs of a plan: handed out in its order to the tasks that make them, with the results of those that have ended.
///
/// A run whose resources another one uses waits, while later ones begin (``SharedResources``). Results are taken in the
/// order of the plan, so that they are the same for any number of tasks and threads.
final class Schedule: Sendable {
  /// What became of a run.
  struct Outcome: Sendable {
    var result: RunPart.ScenarioResult
    var fates: [CheckFates]
  }

  /// What a task does next.
  fileprivate enum Turn {
    case make(Int)
    /// Each run that is left waits for one that is being made.
    case wait
    case end
  }

  fileprivate struct State {
    let runs: [Plan.Run]
    /// The position of the next run that was not handed out yet.
    var next = 0
    var underWay = 0
    /// The runs that wait for others, in the order of the plan.
    var waiting: [Int] = []
    var resources: SharedResources
    /// The tasks that wait until a run may begin.
    var idle: [CheckedContinuation<Int?, Never>] = []
    /// The outcomes of runs that ended before one ahead of them.
    var early: [Int: Outcome] = [:]
    var part: RunPart
    var ledger: PromiseLedger?
  }

  private let state: Mutex<State>

  /// The maximum number of runs that wait for a conflicting one to end while later ones begin.
  fileprivate static let mostWaiting = 32

  /// Creates a schedule of `runs`, whose results are added to `part` and `ledger`.
  init(_ runs: [Plan.Run], of contract: Contract, addingTo part: RunPart, _ ledger: PromiseLedger?) {
    state = Mutex(State(runs: runs, resources: SharedResources(contract), part: part, ledger: ledger))
  }

  /// The results of the runs that have ended.
  var results: (part: RunPart, ledger: PromiseLedger?) { state.withLock { ($0.part, $0.ledger) } }

  /// Returns the position of the next run that may begin, and waits until one may; `nil` if all have begun.
  func next() async -> Int? {
    if case .make(let index) = state.withLock({ $0.turn() }) { return index }
    return await withCheckedContinuation { continuation in
      let turn = state.withLock { state in
        let turn = state.turn()
        if case .wait = turn { state.idle.append(continuation) }
        return turn
      }
      turn.resume(continuation)
    }
  }

  /// Takes the outcome of a run, whose resources are then free for others.
  func end(_ index: Int, _ outcome: Outcome) {
    let woken = state.withLock { state in
      state.end(index, outcome)
      return state.wake()
    }
    for (turn, continuation) in woken { turn.resume(continuation) }
  }
}

extension Schedule.State {
  /// Returns what a task does next; a run it makes counts as under way.
  fileprivate mutating func turn() -> Schedule.Turn {
    if let place = waiting.firstIndex(where: { resources.begin(runs[$0]) }) {
      underWay += 1
      return .make(waiting.remove(at: place))
    }
    while next < runs.count, waiting.count < Schedule.mostWaiting {
      let run = runs[next]
      // What probes leave is not in a scenario's way.
      if run.isProbing, underWay > 0 || !waiting.isEmpty, !runs[next - 1].isProbing { return .wait }
      next += 1
      if resources.begin(run) {
        underWay += 1
        return .make(next - 1)
      }
      waiting.append(next - 1)
    }
    return waiting.isEmpty ? .end : .wait
  }

  fileprivate mutating func end(_ index: Int, _ outcome: Schedule.Outcome) {
    underWay -= 1
    resources.end(runs[index])
    early[index] = outcome
    while let next = early.removeValue(forKey: part.scenarios.count) {
      for check in next.fates { ledger?.add(check, of: next.result.position) }
      part.append(next.result)
    }
  }

  /// Returns what the waiting tasks do next that need not wait any longer.
  fileprivate mutating func wake() -> [(Schedule.Turn, CheckedContinuation<Int?, Never>)] {
    var woken: [(Schedule.Turn, CheckedContinuation<Int?, Never>)] = []
    while let continuation = idle.last {
      let turn = turn()
      if case .wait = turn { break }
      idle.removeLast()
      woken.append((turn, continuation))
    }
    return woken
  }
}

extension Schedule.Turn {
  /// Continues a task with what it does next, unless it waits.
  fileprivate func resume(_ continuation: CheckedContinuation<Int?, Never>) {
    switch self {
    case .make(let index): continuation.resume(returning: index)
    case .wait: break
    case .end: continuation.resume(returning: nil)
    }
  }
}
