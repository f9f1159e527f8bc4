import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayMock
import AssayObservation
import AssaySchema
import AssayText

extension FaultDerivation {
  /// Derives faults of a polled job: in each response, in the sequence of states, and in values that must be constant
  /// or never fall.
  mutating func derivePoll(_ promise: PollPromise) {
    // Without examples the walk cannot be changed either.
    guard let place = promise.state.pointer, !promise.examples.isEmpty else { return deriveHeadPoll(promise) }
    // An answer that only puts the client off says nothing of the job, and is not among those observed.
    let frames = promise.examples.indices.filter { promise.examples[$0].status.map(StatusPattern.isSuccess) ?? true }
    let answers = answers.prefix(frames.count).compactMap { $0.json }
    guard let sample, let status = sample.response?.head.status, !answers.isEmpty, answers.count == frames.count else {
      return
    }
    let walk = PollWalk(answers: answers, frames: frames, promise: promise, place: place)
    let response = ExchangeJudge(contract: contract, operation: operation).expectation(for: status)
    deriveWholeAnswers(sample, response)
    if let schema = response?.body {
      // One answer on the way is changed, so that the job still comes to its end.
      deriveSchema(schema, in: answers[walk.middle], prefix: "", wrap: { walk.editing(walk.middle, $0) })
    }
    for (index, answer) in answers.enumerated() {
      guard let state = walk.state(of: index), walk.first(state.name) == index, let body = state.body else { continue }
      deriveSchema(body, in: answer, prefix: "\(state.name).", wrap: { walk.editing(index, $0) })
      deriveRules(
        state.invariants,
        in: answer,
        prefix: "\(state.name).",
        isRead: { $0 == .exchange(.responseBody) },
        wrap: { [walk.editing(index, $0)] }
      )
    }
    deriveRules(
      promise.invariants + operation.invariants,
      in: answers[walk.middle],
      prefix: "",
      isRead: { $0 == .exchange(.responseBody) },
      wrap: { [walk.editing(walk.middle, $0)] }
    )
    deriveValues(promise, walk)
    deriveStates(promise, walk)
    deriveEnds(promise, walk)
    if leavesOutAddedField([response?.body] + promise.states.map(\.body)) {
      add(FaultCandidate(.field, "Sends a field no document names.", walk.editing(walk.middle, [Addition.fieldEdit])))
    }
  }

  /// Derives faults of a job whose state is in the status or header, or for which the contract has no examples. Bodies
  /// cannot be changed there, so that only responses are removed or get a different status.
  private mutating func deriveHeadPoll(_ promise: PollPromise) {
    guard let first = answers.first, let status = first.response?.head.status else { return }
    deriveWholeAnswers(first, ExchangeJudge(contract: contract, operation: operation).expectation(for: status))
    let count = promise.examples.count
    guard count > 1 else { return }
    add(
      "poll.never-final",
      "Never reaches a final state.",
      rule: .pollWithin,
      breaks: promise.within.promise,
      .poll([.remove(count - 1)])
    )
    add(
      FaultCandidate(
        "poll.error-halfway",
        "Turns to 500 on the way.",
        rule: .status,
        effects: [.poll([.change(min(1, count - 1), PollFrame.Change(answer: AnswerChange(status: 500)))])]
      )
    )
    for state in promise.states where !state.isFinal {
      guard let other = Int(state.name).map({ $0 == 200 ? 202 : 200 }) else { continue }
      add(
        FaultCandidate(
          "poll.\(state.name)-again",
          "Ends, and returns an undocumented status.",
          rule: .status,
          effects: [.poll([.change(0, PollFrame.Change(answer: AnswerChange(status: other)))])]
        )
      )
    }
  }

  private mutating func deriveValues(_ promise: PollPromise, _ walk: PollWalk) {
    for constant in promise.constant {
      add(
        "poll.\(constant.pointer.faultName).changes",
        "Changes \(constant.pointer.spoken) on the way.",
        rule: .pollConstant,
        promise: constant.promise.pointer,
        effects: walk.answers.indices.dropFirst().flatMap { index in
          (walk.answers[index][constant.pointer].map { KeywordBreakage.otherValues(constant.pointer, $0) } ?? [])
            .map { walk.editing(index, $0) }
            + walk.otherMoments(constant.pointer).map { walk.editing(index, $0) }
        }
      )
    }
    for rising in promise.nondecreasing {
      add(
        "poll.\(rising.pointer.faultName).falls",
        "Lets \(rising.pointer.spoken) go backwards.",
        rule: .pollNondecreasing,
        promise: rising.promise.pointer,
        effects: walk.answers.indices.dropFirst().compactMap { index in
          guard let before = walk.answers[index - 1][rising.pointer]?.int else { return nil }
          return walk.editing(index, [.replace(rising.pointer, .integer(before - 1))])
        }
      )
    }
  }

  private mutating func deriveStates(_ promise: PollPromise, _ walk: PollWalk) {
    for from in promise.states where !from.isFinal {
      for to in promise.states where to.name != from.name && !from.next.contains(to.name) {
        let isBack = walk.first(to.name).map { $0 < walk.first(from.name) ?? .max } ?? false
        let name = isBack ? "poll.back-to-\(to.name)" : "poll.\(from.name)-to-\(to.name)"
        add(
          name,
          "Goes from \(from.name) \(isBack ? "back " : "")to \(to.name).",
          rule: .pollTransition,
          promise: from.promise.pointer,
          effects: walk.transitions(from.name, to.name)
        )
      }
    }
    add(
      "poll.unknown-state",
      "Names a state the documents do not list.",
      rule: .pollUnknownState,
      effects: walk.editings([.transform(walk.place, .append("-other"))])
    )
    if !promise.initial.isEmpty {
      add(
        "poll.skips-start",
        "Begins in a later state.",
        rule: .pollInitial,
        effects: walk.answers.indices.dropFirst().map { walk.beginning(at: $0) }
      )
    }
    add("poll.fails", "Ends as a documented failure.", rule: .pollFailed, effects: walk.failures(contract))
  }

  private mutating func deriveEnds(_ promise: PollPromise, _ walk: PollWalk) {
    if let last = walk.lastUnfinished {
      add(
        "poll.never-final",
        "Never reaches a final state.",
        rule: .pollWithin,
        breaks: promise.within.promise,
        .poll(walk.removals(behind: last))
      )
    }
    if promise.stable != nil {
      let changes = walk.answers.last.map { answer in
        answer.members.filter { $0.value.kind == .string }.map {
          JSONEdit.transform(JSONPointer(tokens: [$0.key]), .append(" (changed)"))
        }
      }
      add(
        "poll.unstable",
        "Changes an answer after the job is finished.",
        rule: .pollStable,
        effects: (changes ?? []).map { change in
          .poll([.repeat(walk.lastFrame, PollFrame.Change(edits: [change]), before: walk.endOfFrames)])
        }
      )
    }
    if let progress = promise.progress {
      let last = walk.lastFrame
      let pause = PollFrame.Change(answer: AnswerChange(delay: promise.pace.every.duration + .milliseconds(250)))
      add(
        "poll.blocks",
        "Answers the first poll only once the job is finished.",
        rule: .pollBlocks,
        breaks: progress,
        .poll((0..<last).map { .remove($0) } + [.repeat(last, pause, before: last)])
      )
    }
    let html = Array("<html><body>Bad gateway</body></html>".utf8)
    for (name, about, rule, change) in [
      ("poll.error-halfway", "Turns to 500 on the way.", Rule.status, AnswerChange(status: 500)),
      ("poll.not-json-halfway", "Stops being JSON on the way.", .notJSON, AnswerChange(body: html)),
    ] {
      let effect = FaultEffect.poll([.change(walk.frames[walk.middle], PollFrame.Change(answer: change))])
      add(FaultCandidate(name, about, rule: rule, effects: [effect]))
    }
  }
}

/// The responses to a poll of the mock without faults.
struct PollWalk {
  let answers: [JSONValue]
  /// For each response, its position among the contract's examples, some of which only make the client wait.
  let frames: [Int]
  let promise: PollPromise
  /// The JSON Pointer of the state in each response.
  let place: JSONPointer

  /// The position of the last response among the examples; `endOfFrames` is the position after all examples.
  var lastFrame: Int { frames[frames.count - 1] }
  var endOfFrames: Int { promise.examples.count }
  /// The position of a response in the middle: the second one, or the only one.
  var middle: Int { min(1, answers.count - 1) }
  var lastUnfinished: Int? { answers.indices.last { state(of: $0)?.isFinal == false } }

  func state(of index: Int) -> StatePromise? {
    answers[index][place].flatMap(promise.text(of:)).flatMap(promise.state(named:))
  }

  /// Returns the position of the first response in the state `name`; `nil` if none exists.
  func first(_ name: String) -> Int? { answers.indices.first { state(of: $0)?.name == name } }

  func editing(_ index: Int, _ edits: [JSONEdit]) -> FaultEffect {
    .poll([.change(frames[index], PollFrame.Change(edits: edits))])
  }

  /// Returns the effect that removes all responses before the one at `index`.
  func beginning(at index: Int) -> FaultEffect { .poll((0..<frames[index]).map { .remove($0) }) }

  /// Returns the edits that remove all responses after the one at `index`.
  func removals(behind index: Int) -> [PlayEdit<PollFrame>] {
    (frames[index] + 1..<endOfFrames).map { .remove($0) }
  }

  /// Returns effects that each apply the edits to one response, for all but the last; the middle one is first.
  func editings(_ edits: [JSONEdit]) -> [FaultEffect] {
    ([middle] + answers.indices.dropLast()).map { editing($0, edits) }
  }

  /// Returns edits that replace a date-time that must be constant by a different one.
  func otherMoments(_ place: JSONPointer) -> [[JSONEdit]] {
    ["2000-01-01T00:00:00Z", "2024-01-15T10:29:59Z"].map { [.replace(place, .string($0))] }
  }

  /// Returns effects after which the job changes from the state `from` directly to `to`, which must not follow it.
  func transitions(_ from: String, _ to: String) -> [FaultEffect] {
    answers.indices.filter { state(of: $0)?.name == from }.flatMap { index -> [FaultEffect] in
      // The answer in the first state is given once more, but for the state it names: all else stays as it was.
      let renaming = PollFrame.Change(edits: [.replace(place, promise.value(of: to, like: answers[index][place]))])
      let behind = frames[index] + 1
      let renamed = FaultEffect.poll([.repeat(frames[index], renaming, before: behind)])
      guard let other = first(to) else { return [renamed] }
      return [renamed, .poll([.repeat(frames[other], before: behind)])]
    }
  }

  /// Returns effects after which the job ends in a different final state, with the members that the state's schema
  /// requires.
  func failures(_ contract: Contract) -> [FaultEffect] {
    guard let last = lastUnfinished else { return [] }
    return promise.states.filter { $0.isFinal && first($0.name) == nil }.flatMap { state in
      ["error", "message", "detail"].map { member in
        let place = JSONPointer(tokens: [member])
        let text = JSONValue.string("The job could not be done")
        let failing = PollFrame.Change(edits: [
          .replace(self.place, promise.value(of: state.name, like: answers[last][self.place])),
          answers[last][place] == nil ? .add(JSONPointer(), member, text) : .replace(place, text),
        ])
        return .poll(removals(behind: last) + [.repeat(frames[last], failing, before: endOfFrames)])
      }
    }
  }
}
