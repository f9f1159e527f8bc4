package import AssayContract
package import AssayFindings
import AssayHTTP
import AssayJSON
package import AssayObservation
import AssayText

/// The drawing of a polled job as its path through the states.
package enum PollIllustrator {
  /// The maximum number of responses drawn: the first ones, and those with a fault.
  private static let most = 60

  /// Returns the drawing of the states that `poll` received; `nil` if none of `findings` is about the poll.
  package static func walk(of poll: PollObservation, _ promise: PollPromise, _ findings: [Finding]) -> Illustration? {
    guard !findings.isEmpty, !poll.answers.isEmpty else { return nil }
    var marks: [Int: String] = [:]
    for finding in findings {
      guard case .poll(let index)? = finding.place.moment else { continue }
      marks[index] = marks[index] ?? finding.mark
    }
    return .walk(
      Illustration.Walk(
        states: promise.states.map(\.name),
        final: promise.states.filter(\.isFinal).map(\.name),
        edges: promise.states.flatMap { state in
          state.next.map { Illustration.Walk.Edge(from: state.name, to: $0) }
        },
        visits: visits(of: poll, promise, marks)
      )
    )
  }

  private static func visits(
    of poll: PollObservation,
    _ promise: PollPromise,
    _ marks: [Int: String]
  ) -> [Illustration.Walk.Visit] {
    var visits: [Illustration.Walk.Visit] = []
    var last: String?
    for answer in poll.answers {
      let state = name(of: answer, promise)
      let mark = marks[answer.index] ?? ""
      guard state != last || !mark.isEmpty else { continue }
      last = state
      let visit = Illustration.Walk.Visit(poll: answer.index, state: state, time: answer.time, mark: mark)
      if visits.count == most {
        // The last response has the state of the job.
        visits[most - 1] = visit
      } else {
        visits.append(visit)
      }
    }
    return visits
  }

  /// Returns the name of the state in `answer`, or a description of the response if it has no state.
  private static func name(of answer: PollAnswer, _ promise: PollPromise) -> String {
    if let state = promise.state(in: answer.exchange), !state.isEmpty { return state.shortened(to: 60) }
    guard let response = answer.exchange.response else { return "no answer" }
    return response.head.status / 100 == 2 ? "no state" : "status \(response.head.status)"
  }
}
