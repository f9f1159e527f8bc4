import AssayContract
import AssayFindings
import AssayJSON
import AssayReport
import AssayText

/// The comparison of one operation's observations with its documents. It makes rows for undocumented parts and for
/// documented parts that were not observed; findings have rows already.
struct OperationComparison {
  let observed: ObservedBackend
  let operation: Operation
  /// The rows of the operation's findings.
  let found: [DriftRow]
  /// The lines of the guides.
  let lines: GuideLines

  func rows(unseenBecause reason: String) -> [DriftRow] {
    guard let seen = observed.operations[operation.name], seen.answers > 0 else {
      let because = reason.isEmpty ? "" : ": \(reason)"
      return [note(.whole, "\(operation.name) was not seen to answer\(because)", operation.promise, "operation")]
    }
    return statuses(seen) + undescribed(seen) + contentTypes(seen) + bodies(seen) + events(seen) + states(seen)
      + withoutEffect() + slow(seen)
  }

  /// A call that took long only next to others of the run.
  private func slow(_ seen: ObservedOperation) -> [DriftRow] {
    guard let slow = seen.times.slow else { return [] }
    return [
      DriftRow(
        key: "\(operation.name) | slow next to others | ",
        kind: .slowNextToOthers,
        operation: operation.name,
        documented: operation.within?.duration.spoken ?? "nothing of its time",
        observed: "\(slow.shared.spoken) next to other calls, \(slow.alone.spoken) alone",
        message: "\(operation.name) took \(slow.shared.spoken) next to other calls, and \(slow.alone.spoken) alone",
        verdict: .ignores,
        sources: operation.promise.sources,
        promise: observed.contract.place(of: operation.promise)
      )
    ]
  }

  /// The inputs that changed no answer, whatever was sent.
  private func withoutEffect() -> [DriftRow] {
    guard let choices = observed.choices[operation.name] else { return [] }
    func row(_ input: String, _ observation: String, _ message: String) -> DriftRow {
      let promise = choices.promise(of: input)
      return DriftRow(
        key: "\(operation.name) | without effect | \(input)",
        kind: .withoutEffect,
        operation: operation.name,
        place: input.replacing("`", with: ""),
        documented: "an input",
        observed: observation,
        message: message,
        verdict: .ignores,
        sources: promise.sources,
        promise: observed.contract.place(of: promise)
      )
    }
    let silent = observed.trials.silent(of: operation.name, choices)
    let idle = observed.courses.idle(of: operation.name).filter { job in !silent.contains { $0.input == job.input } }
    return silent.map { silent in
      let values = silent.values.filter { !$0.isEmpty }.map { "`\(observed.hide($0).shortened(to: 60))`" }
      let tried = silent.values.contains("") ? "with and without it" : "with it as \(values.all)"
      return row(silent.input, "the same answers \(tried)", "no answer of \(silent.operations.all) differs \(tried)")
    }
      + idle.map { job in
        let tried = "with it as `\(observed.hide(job.value).shortened(to: 60))`"
        let message = "changes nothing: the job that \(job.shownBy) shows takes the same course \(tried)"
        return row(job.input, "the same course of the job \(tried)", message)
      }
  }

  private func bodies(_ seen: ObservedOperation) -> [DriftRow] {
    seen.bodies.sorted { $0.key.description < $1.key.description }.flatMap { status, shape in
      rows(of: shape, subject: Self.subject(of: status))
    }
  }

  static func subject(of status: StatusPattern) -> DriftSubject {
    status.isSuccess ? .answer : .status(status.description)
  }

  private func rows(of shape: ObservedShape, subject: DriftSubject) -> [DriftRow] {
    let stem = subject.isAnswer ? .answer : subject
    let covered = Set(
      found.filter { $0.subject == stem || $0.subject == subject }.map(\.place)
    )
    var comparison = ShapeComparison(
      contract: observed.contract,
      operation: operation.name,
      subject: subject,
      covered: covered,
      examples: examples(of: subject),
      sent: observed.sent,
      sources: sources(of: subject)
    )
    comparison.compare(shape)
    return comparison.rows
  }

  /// The lines that describe answers, or the events of a name.
  private func sources(of subject: DriftSubject) -> [Citation] {
    if case .stream(let stream) = operation.interaction, case .event(let name) = subject {
      return stream.event(named: name)?.promise.sources ?? []
    }
    return operation.responses.filter { Self.subject(of: $0.status) == subject }.flatMap(\.promise.sources)
  }

  /// Returns the examples of answers, or of the events of a name.
  private func examples(of subject: DriftSubject) -> GuideExamples {
    var templates = operation.responses.filter { Self.subject(of: $0.status) == subject }.compactMap(\.example)
    switch operation.interaction {
    case .exchange: break
    case .stream(let stream):
      templates += stream.examples.filter { subject == .event($0.event) }.map(\.data)
    case .poll(let poll) where subject == .answer: templates += poll.examples.compactMap(\.body)
    case .poll: break
    }
    return GuideExamples(lines: lines, templates: templates)
  }

  /// Returns rows for the documented statuses that were not observed; undocumented statuses are findings.
  private func statuses(_ seen: ObservedOperation) -> [DriftRow] {
    operation.responses.compactMap { response in
      guard response.status != .default, !seen.statuses.keys.contains(where: response.status.matches) else {
        return nil
      }
      return note(
        .status(response.status.description),
        "no answer had the status \(response.status)",
        response.promise,
        "status"
      )
    }
  }

  private func contentTypes(_ seen: ObservedOperation) -> [DriftRow] {
    seen.otherTypes.sorted { $0.key.description < $1.key.description }.map { status, types in
      let subject = Self.subject(of: status)
      var row = DriftRow(
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
      row.calls.command = seen.calls.command("type \(status)")
      return row
    }
  }

  private func events(_ seen: ObservedOperation) -> [DriftRow] {
    guard case .stream(let stream) = operation.interaction else { return [] }
    return stream.events.flatMap { event in
      if let shape = seen.data[event.name] { return rows(of: shape, subject: .event(event.name)) }
      guard seen.events[event.name] == nil else { return [] }
      return [note(.event(event.name), "no `\(event.name)` came", event.promise, "event")]
    }
  }

  private func states(_ seen: ObservedOperation) -> [DriftRow] {
    guard case .poll(let poll) = operation.interaction else { return [] }
    return poll.states.flatMap { state in
      guard seen.job.states[state.name] != nil else {
        return [note(.state(state.name), "no job was seen as \(state.name)", state.promise, "state")]
      }
      return state.next.map { StateChange(from: state.name, to: $0) }.filter { seen.job.transitions[$0] == nil }.map {
        note(
          .transition($0.description),
          "no job was seen to go from \($0.from) to \($0.to)",
          state.promise,
          "transition"
        )
      }
    }
  }

  private func note(_ subject: DriftSubject, _ message: String, _ promise: Promise, _ what: String) -> DriftRow {
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

/// The rows for parts that the documents do not specify exactly.
extension OperationComparison {
  private func undescribed(_ seen: ObservedOperation) -> [DriftRow] {
    ranges(seen) + undescribedBodies(seen) + headers(seen) + fullTypes(seen)
  }

  /// Returns rows for the statuses received within a documented range such as `4XX`, except 200, which is expected for
  /// `2XX`.
  private func ranges(_ seen: ObservedOperation) -> [DriftRow] {
    operation.responses.compactMap { response in
      guard case .class = response.status else { return nil }
      let others = operation.responses.map(\.status).filter { $0 != response.status && $0 != .default }
      let codes = seen.statuses.keys.sorted().filter { code in
        code != 200 && response.status.matches(code) && !others.contains { $0.matches(code) }
      }
      guard !codes.isEmpty else { return nil }
      let shown = codes.map { String($0) }.all
      return row(
        .status(response.status.description),
        "status",
        documented: response.status.description,
        observed: shown,
        "the documents leave the code open; received \(shown)",
        codes.reduce(0) { $0 + (seen.statuses[$1] ?? 0) },
        response.promise
      )
    }
  }

  private func undescribedBodies(_ seen: ObservedOperation) -> [DriftRow] {
    seen.undescribed.sorted { $0.key < $1.key }.map { label, body in
      let promise = operation.responses.first { $0.status.description == label }?.promise
      var row = row(
        .status(label),
        "body",
        documented: "nothing of its body",
        observed: body.text,
        "\(body.count.counted("answer")) had a body no document describes: \(body.text)",
        body.count,
        promise ?? operation.promise
      )
      // One way to word errors is one row, whatever their codes.
      row.key = "\(operation.name) | undescribed | body \(body.text)"
      row.calls.command = seen.calls.command("body \(label)")
      return row
    }
  }

  private func headers(_ seen: ObservedOperation) -> [DriftRow] {
    seen.headers.sorted { $0.key < $1.key }.map { name, header in
      var row = row(
        .answer,
        "header \(name)",
        documented: "nothing of this field",
        observed: "string",
        "the field `\(name)` was received in \(header.count.counted("answer")); it is not documented",
        header.count,
        operation.promise
      )
      row.seen.examples = header.values.texts
      row.calls.command = seen.calls.command("header \(name)")
      return row
    }
  }

  private func fullTypes(_ seen: ObservedOperation) -> [DriftRow] {
    seen.fullTypes.sorted { $0.key.description < $1.key.description }.compactMap { status, types in
      guard let content = operation.responses.first(where: { $0.status == status })?.content,
        !found.contains(where: { $0.subject == Self.subject(of: status) && $0.place == "header Content-Type" })
      else { return nil }
      var row = row(
        Self.subject(of: status),
        "header Content-Type",
        documented: content.mediaRange,
        observed: types.texts.joined(separator: ", "),
        "the content type was \(types.texts.either); documented is \(content.mediaRange)",
        1,
        content.promise
      )
      row.calls.command = seen.calls.command("type \(status)")
      return row
    }
  }

  private func row(
    _ subject: DriftSubject,
    _ place: String,
    documented: String,
    observed: String,
    _ message: String,
    _ count: Int,
    _ promise: Promise
  ) -> DriftRow {
    DriftRow(
      key: "\(operation.name) | undescribed | \(subject) \(place)",
      kind: .undescribed,
      operation: operation.name,
      subject: subject,
      place: place,
      documented: documented,
      observed: observed,
      message: message,
      verdict: .ignores,
      occurrences: count,
      sources: promise.sources,
      promise: self.observed.contract.place(of: promise)
    )
  }
}
