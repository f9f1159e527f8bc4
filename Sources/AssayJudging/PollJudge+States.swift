import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
package import AssayObservation
import AssayText

/// The findings about the states of a polled job.
extension PollJudge {
  /// Judges an answer to the next poll after which the poll was requested again.
  package mutating func pass(_ exchange: Exchange) {
    ledger.moment = .poll(count + 1)
    judge.judgeEarlier(exchange, in: scope, writing: &ledger)
  }

  func forbidden(_ from: StatePromise, _ to: StatePromise, _ answer: PollAnswer) -> BrokenFate {
    let isBack = walk.contains(to.name)
    return fate(
      .pollTransition,
      from.promise,
      at: statePlace(answer.index, answer.exchange.json),
      .poll(
        .transition(
          from: from.name,
          to: to.name,
          allowed: from.next,
          isBack: isBack,
          poll: answer.index,
          time: answer.time
        )
      ),
      alternatives: from.next
    )
  }

  func notInitial(_ state: StatePromise, _ answer: PollAnswer) -> BrokenFate {
    fate(
      .pollInitial,
      promise.promise,
      .initial,
      at: statePlace(answer.index, answer.exchange.json),
      .poll(.initial(state.name, allowed: promise.initial)),
      alternatives: promise.initial
    )
  }

  func unknownState(_ state: String, _ answer: PollAnswer) -> BrokenFate {
    let names = promise.states.map(\.name)
    let nearest = SpellingSuggestion.nearest(to: state, among: names)
    return fate(
      .pollUnknownState,
      promise.promise,
      .states,
      at: statePlace(answer.index, answer.exchange.json),
      .poll(.unknownState(state, known: names, nearest: nearest, poll: answer.index, time: answer.time)),
      alternatives: names
    )
  }

  func noState(_ answer: PollAnswer, _ json: JSONValue?) -> BrokenFate {
    let names = promise.states.map(\.name)
    return fate(
      .pollUnknownState,
      promise.promise,
      .states,
      at: statePlace(answer.index, json),
      .poll(
        .noState(
          pointer: promise.state.description,
          actual: promise.state.pointer.flatMap { json?[$0]?.shown },
          known: names
        )
      ),
      alternatives: names
    )
  }

  /// Returns the finding about a first response that is already final and took at least the poll interval: the server
  /// held the call until the job was done. `nil` if it was faster.
  func held(_ state: StatePromise, _ answer: PollAnswer, _ progress: Promise) -> BrokenFate? {
    let time = answer.exchange.end.timings.total
    guard time >= promise.pace.every.duration else { return nil }
    let reason = PollReason.blocks(state: state.name, poll: answer.index, time: time)
    return fate(.pollBlocks, progress, at: Place(.poll(answer.index)), .poll(reason))
  }

  func unstable(_ stable: Promise, _ change: FinalAnswer.Difference, _ answer: PollAnswer) -> BrokenFate {
    fate(
      .pollStable,
      stable,
      at: Place(.poll(answer.index), change.part),
      .poll(
        .changedAfterEnd(
          state: current ?? "",
          path: change.path,
          isState: change.isState,
          from: change.from,
          to: change.to
        )
      )
    )
  }

  /// Returns the finding about a job that reached its final state but can no longer be requested; `broken` is the
  /// finding about the failed request.
  func gone(_ stable: Promise, _ broken: Finding, _ answer: PollAnswer) -> BrokenFate {
    fate(
      .pollStable,
      stable,
      at: broken.place.at(.poll(answer.index)),
      .poll(.goneAfterEnd(state: current ?? "", broken.reason))
    )
  }

  func statePlace(_ poll: Int, _ json: JSONValue?) -> Place {
    switch promise.state {
    case .body(let pointer): return Place(ValuePath(pointer, in: json), at: .poll(poll))
    case .head(let expression):
      if case .exchange(.responseHeader(let name))? = expression.references.first?.subject {
        return Place(.poll(poll), .header(name))
      }
      return Place(.poll(poll), .status)
    }
  }

  func fate(
    _ rule: Rule,
    _ promise: Promise,
    _ aspect: PromiseSite.Aspect = .whole,
    level: Level? = nil,
    at place: Place,
    _ reason: Reason,
    alternatives: [String] = []
  ) -> BrokenFate {
    BrokenFate(
      promise,
      aspect,
      of: contract,
      level: level,
      rule: rule,
      place: place,
      reason: reason,
      alternatives: alternatives
    )
  }
}
