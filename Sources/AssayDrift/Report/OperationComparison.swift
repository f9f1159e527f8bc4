import AssayContract
import AssayFindings
import AssayReport

/// The rows of one operation beside those of its findings: what came undocumented, and what did not come.
struct OperationComparison {
  let observed: ObservedBackend
  let operation: Operation
  /// The rows of the operation's findings.
  let found: [DriftRow]

  func rows(unseenBecause reason: String) -> [DriftRow] {
    guard let seen = observed.operations[operation.name], seen.answers > 0 else {
      let because = reason.isEmpty ? "" : ": \(reason)"
      return [note("", "\(operation.name) was not seen to answer\(because)", operation.promise, "operation")]
    }
    return statuses(seen) + contentTypes(seen) + bodies(seen) + events(seen) + states(seen)
  }

  private func bodies(_ seen: ObservedOperation) -> [DriftRow] {
    seen.bodies.sorted { $0.key.description < $1.key.description }.flatMap { status, shape in
      rows(of: shape, subject: Self.subject(of: status))
    }
  }

  private static func subject(of status: StatusPattern) -> String { status.isSuccess ? "answer" : "answer \(status)" }

  private func rows(of shape: ObservedShape, subject: String) -> [DriftRow] {
    let stem = subject.hasPrefix("answer") ? "answer" : subject
    let covered = Set(found.filter { $0.subject == stem }.map(\.place))
    var comparison = ShapeComparison(
      contract: observed.contract,
      operation: operation.name,
      subject: subject,
      covered: covered
    )
    comparison.compare(shape)
    return comparison.rows
  }

  /// Statuses beside the documented ones are findings; here are the documented ones that did not come.
  private func statuses(_ seen: ObservedOperation) -> [DriftRow] {
    operation.responses.compactMap { response in
      guard response.status != .default, !seen.statuses.keys.contains(where: response.status.matches) else {
        return nil
      }
      return note(
        "answer \(response.status)",
        "no answer had the status \(response.status)",
        response.promise,
        "status"
      )
    }
  }

  private func contentTypes(_ seen: ObservedOperation) -> [DriftRow] {
    seen.otherTypes.sorted { $0.key.description < $1.key.description }.map { status, types in
      let subject = Self.subject(of: status)
      return DriftRow(
        key: "\(operation.name) | undocumented content type | \(subject)",
        kind: .undocumentedContentType,
        operation: operation.name,
        subject: subject,
        place: "header Content-Type",
        documented: "JSON",
        observed: types.texts.joined(separator: ", "),
        message: "the answer is JSON, as its schema says, and is not called so",
        verdict: .ignores
      )
    }
  }

  private func events(_ seen: ObservedOperation) -> [DriftRow] {
    guard case .stream(let stream) = operation.interaction else { return [] }
    return stream.events.flatMap { event in
      if let shape = seen.data[event.name] { return rows(of: shape, subject: "event \(event.name)") }
      guard seen.events[event.name] == nil else { return [] }
      return [note("event \(event.name)", "no `\(event.name)` came", event.promise, "event")]
    }
  }

  private func states(_ seen: ObservedOperation) -> [DriftRow] {
    guard case .poll(let poll) = operation.interaction else { return [] }
    return poll.states.compactMap { state in
      guard seen.states[state.name] == nil else { return nil }
      return note("state \(state.name)", "no job was seen as \(state.name)", state.promise, "state")
    }
  }

  private func note(_ subject: String, _ message: String, _ promise: Promise, _ what: String) -> DriftRow {
    DriftRow(
      key: "\(operation.name) | never seen | \(subject)",
      kind: .neverSeen,
      operation: operation.name,
      subject: subject,
      documented: "the \(what)",
      observed: "nothing",
      message: message,
      verdict: .ignores,
      sources: promise.sources,
      promise: observed.contract.place(of: promise)
    )
  }
}
