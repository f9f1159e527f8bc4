import AssayContract
import AssayHTTP
import AssayJSON
import AssayObservation
import AssayVerifier

/// The courses of jobs that were created with a switch turned, compared with those of jobs created as documented.
///
/// A course is what a job shows at once and what it shows after it has had the time to end.
struct JobCourses: Sendable {
  /// More values of an answer are not compared.
  private static let mostValues = 2_000

  /// A job that was watched.
  private struct Job: Sendable {
    /// The scenario, the step that creates the job, and the step that asks for it: the same for all jobs that are compared.
    var group: [String]
    /// The operation that creates the job.
    var operation: String
    /// The switch and its value; `nil` for the documented call.
    var turned: (input: String, value: String)?
    /// The operation that shows the job.
    var shownBy: String
    /// The texts and truth values of its answers, by place.
    var answers: [[String: String]] = []

    /// The values that came in the last answer and not in the first, by place.
    var course: [String: String] {
      guard answers.count > 1, let first = answers.first, let last = answers.last, last["status"]?.first == "2" else {
        return [:]
      }
      return last.filter { first[$0.key] != $0.value }
    }
  }

  private var jobs: [String: Job] = [:]

  /// Takes the jobs that are watched from `probing`, the runs of the probes.
  init(_ probing: [Plan.Run]) {
    for run in probing {
      for (check, step) in run.probes {
        guard case .course(let id)? = step.probe?.expectation,
          let maker = run.scenario.steps.first(where: { $0.id == id }), let change = maker.probe?.change
        else { continue }
        jobs[check.id] = Job(
          group: [check.scenario, id, step.probedStep ?? step.id],
          operation: maker.operation,
          turned: Self.turned(change),
          shownBy: step.operation
        )
      }
    }
  }

  private static func turned(_ change: RequestChange) -> (input: String, value: String)? {
    switch change {
    case .input(let part, let name, let value?): ("the \(part.noun) `\(name)`", value.string ?? value.text)
    case .member(let pointer, let value?): ("`\(pointer)`", value.string ?? value.text)
    default: nil
    }
  }

  /// Takes in an answer that shows a watched job.
  mutating func add(_ observation: Observation) {
    guard jobs[observation.check] != nil, !observation.isAskedAgain, case .exchange(let exchange) = observation.content,
      let status = exchange.response?.head.status
    else { return }
    var values = ["status": String(status)]
    Self.add(exchange.json, at: "", to: &values)
    jobs[observation.check]?.answers.append(values)
  }

  private static func add(_ value: JSONValue?, at place: String, to values: inout [String: String]) {
    guard let value, values.count < mostValues else { return }
    for (index, item) in value.items.enumerated() { add(item, at: "\(place)/\(index)", to: &values) }
    for member in value.members where !InputTrials.isTime(member.key) {
      add(member.value, at: "\(place)/\(member.key)", to: &values)
    }
    // Numbers may go on for a job that does nothing: its age, its place in a queue.
    if value.kind == .string || value.bool != nil { values[place] = value.string ?? value.text }
  }

  /// A switch that changes nothing.
  struct Idle {
    /// The input, in a phrase.
    var input: String
    /// The value that was sent in place of the documented one.
    var value: String
    /// The operation that shows the job.
    var shownBy: String
  }

  /// The switches of `operation` with which its job goes the same way when turned.
  func idle(of operation: String) -> [Idle] {
    let own = jobs.filter { $0.value.operation == operation }.sorted { $0.key < $1.key }.map(\.value)
    return own.compactMap { job in
      guard let turned = job.turned, let usual = own.first(where: { $0.turned == nil && $0.group == job.group }),
        !usual.course.isEmpty, usual.course == job.course
      else { return nil }
      return Idle(input: turned.input, value: turned.value, shownBy: job.shownBy)
    }
  }
}
