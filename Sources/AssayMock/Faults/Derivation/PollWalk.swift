import AssayContract
import AssayJSON

/// The answers of a poll as the mock gives them when nothing is wrong.
struct PollWalk {
  let answers: [JSONValue]
  let promise: PollPromise

  /// The place behind the last answer.
  var end: Int { answers.count }
  /// An answer that is neither the first nor the last, where there is one.
  var middle: Int { min(1, answers.count - 1) }
  var lastUnfinished: Int? { answers.indices.last { state(of: $0)?.isFinal == false } }

  func state(of index: Int) -> StatePromise? { answers[index][promise.state]?.string.flatMap(promise.state(named:)) }

  /// The first answer in the state named `name`.
  func first(_ name: String) -> Int? { answers.indices.first { state(of: $0)?.name == name } }

  func editing(_ index: Int, _ edits: [JSONEdit]) -> FaultEffect {
    .poll([.change(index, PollFrame.Change(edits: edits))])
  }

  /// The walk without what comes before one answer.
  func beginning(at index: Int) -> FaultEffect { .poll((0..<index).map { .remove($0) }) }

  /// Takes out all answers behind one.
  func removals(behind index: Int) -> [PlayEdit<PollFrame>] { (index + 1..<end).map { .remove($0) } }

  /// The same change to each answer but the last, one at a time, the middle first.
  func editings(_ edits: [JSONEdit]) -> [FaultEffect] {
    ([middle] + answers.indices.dropLast()).map { editing($0, edits) }
  }

  /// Another moment in place of one that must stay.
  func otherMoments(_ place: JSONPointer) -> [[JSONEdit]] {
    ["2000-01-01T00:00:00Z", "2024-01-15T10:29:59Z"].map { [.replace(place, .string($0))] }
  }

  /// Walks on which the job goes from one state to another that may not follow.
  func transitions(_ from: String, _ to: String) -> [FaultEffect] {
    answers.indices.filter { state(of: $0)?.name == from }.flatMap { index -> [FaultEffect] in
      // The answer in the first state is given once more, but for the state it names: all else stays as it was.
      let renaming = PollFrame.Change(edits: [.replace(promise.state, .string(to))])
      let renamed = FaultEffect.poll([.repeat(index, renaming, before: index + 1)])
      guard let other = first(to) else { return [renamed] }
      return [renamed, .poll([.repeat(other, before: index + 1)])]
    }
  }

  /// Walks that end in another final state, with the members its schema asks for put in.
  func failures(_ contract: Contract) -> [FaultEffect] {
    guard let last = lastUnfinished else { return [] }
    return promise.states.filter { $0.isFinal && first($0.name) == nil }.flatMap { state in
      ["error", "message", "detail"].map { member in
        let place = JSONPointer(tokens: [member])
        let text = JSONValue.string("The job could not be done")
        let failing = PollFrame.Change(edits: [
          .replace(promise.state, .string(state.name)),
          answers[last][place] == nil ? .add(JSONPointer(), member, text) : .replace(place, text),
        ])
        return .poll(removals(behind: last) + [.repeat(last, failing, before: end)])
      }
    }
  }
}
