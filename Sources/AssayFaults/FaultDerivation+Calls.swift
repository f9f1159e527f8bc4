import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayMock
import AssayObservation

/// The derivation of faults that involve several calls: authorisation, redirects and pages, and responses after the
/// first one.
extension FaultDerivation {
  /// Derives faults of authorisation: an authorised caller is refused, or an unauthenticated caller is accepted.
  mutating func deriveSecurity() {
    for (index, alternative) in operation.security.enumerated() where !alternative.isEmpty {
      let names = alternative.map(\.scheme)
      add(
        "security.\(names.joined(separator: "-")).refused",
        "Refuses calls with the credentials of \(names.joined(separator: " and ")).",
        rule: .status,
        effects: [.gate(.refuses(index))]
      )
    }
    if !operation.security.isEmpty {
      add("security.open", "Lets calls in without credentials.", rule: .status, effects: [.gate(.open)])
    }
  }

  /// Derives the fault that a compressed request body is refused.
  mutating func deriveCoding() {
    guard steps.contains(where: { ($0.call.contentCoding ?? operation.request.contentCoding) == .gzip }) else { return }
    add("coding.refused", "Refuses bodies that are compressed.", rule: .status, effects: [.gate(.takesNoCoding)])
  }

  /// Derives faults of redirects: they lead in a circle, or to a server that is not in the contract.
  mutating func deriveRedirects(_ sample: Exchange) {
    guard operation.followsRedirects else { return }
    // The sample is what the redirect led to; the call itself is the step's.
    let own = operation.request.path.parameters.isEmpty ? operation.request.path.text : nil
    for (name, about, target) in [
      ("redirect.circle", "Redirects in a cycle.", own),
      ("redirect.elsewhere", "Redirects to a server the documents do not name.", "http://elsewhere.invalid/"),
    ] {
      guard let target else { continue }
      add(
        name,
        about,
        rule: .status,
        effects: [.answer(AnswerChange(status: 307, headers: [HTTPHeader("Location", target)]))]
      )
    }
  }

  /// Derives faults that appear only after the first of several calls: pages that lead in a circle, and later answers
  /// that break promises the first one keeps.
  mutating func deriveSeries(_ body: JSONValue, _ promise: ResponsePromise?) {
    for pagination in steps.compactMap(\.loop.pagination) {
      add(
        "pages.circle",
        "Leads from a page to the same page again.",
        rule: .invariant,
        promise: pagination.promise.pointer,
        effects: circles(of: pagination, body)
      )
    }
    guard steps.contains(where: { $0.loop.iteration != nil || $0.loop.pagination != nil }), let schema = promise?.body
    else {
      return
    }
    let later = candidates(of: schema, in: body, prefix: "", wrap: { .body($0, .laterCalls) }).map { candidate in
      var candidate = candidate
      candidate.name = "later-calls.broken"
      candidate.about = "Keeps to the schema of its body in the first of several answers alone."
      return candidate
    }
    if let first = later.first { add(first, orElse: Array(later.dropFirst())) }
  }

  /// Returns changes after which each page leads to the page after the first one again, or no page is marked as the
  /// last.
  private func circles(of pagination: Pagination, _ body: JSONValue) -> [FaultEffect] {
    switch pagination.next {
    case .number:
      guard let until = pagination.until else { return [] }
      let places = RuleBreakage.places(of: until, in: body) { $0 == .exchange(.responseBody) }
      return RuleBreakage.all(of: until, reading: places, in: body).flatMap(\.edits).map { .body($0, .all) }
    case .link:
      // The first page alone names one that was not there yet.
      let fields = answers.lazy.compactMap { $0.response?.head.headers["Link"] }.first
      return fields.map { [.answer(AnswerChange(headers: [HTTPHeader("Link", $0)]))] } ?? []
    case .url(let expression), .value(let expression, _):
      return expression.references.flatMap { reference -> [FaultEffect] in
        switch reference.subject {
        case .exchange(.responseBody):
          let value = answers.lazy.compactMap { $0.json?[reference.pointer] }.first { !$0.isNull }
          guard let value, let name = reference.pointer.tokens.last else { return [] }
          let place = JSONPointer(tokens: Array(reference.pointer.tokens.dropLast()))
          return [
            .body([.replace(reference.pointer, value.detached)], .all),
            // The last page, which names none, gets one.
            .body([.add(place, name, value.detached)], .all),
          ]
        case .exchange(.responseHeader(let name)):
          let value = answers.lazy.compactMap { $0.response?.head.headers[name] }.first
          return value.map { [.answer(AnswerChange(headers: [HTTPHeader(name, $0)]))] } ?? []
        default: return []
        }
      }
    }
  }

  /// Derives faults of a stream that a scenario needs to end in a certain way: it ends with a different documented
  /// event.
  mutating func deriveEnds(_ promise: StreamPromise, _ events: [PlayedEvent]) {
    guard
      let last = events.lastIndex(where: { event in
        promise.events.contains { $0.isFinal && $0.name == event.name }
      })
    else { return }
    for needed in steps.map(\.expects.finalEvents) where !needed.isEmpty {
      for other in promise.events where other.isFinal && !needed.contains(other.name) {
        guard let data = other.data.flatMap({ contract.sample(of: $0) }) ?? (other.data == nil ? .object([]) : nil)
        else {
          continue
        }
        add(
          "ends-as.\(other.name)",
          "Ends with \(other.name), and the scenario needs \(needed.joined(separator: " or ")).",
          rule: .streamFailed,
          effects: [.events([.remove(last), .insert(PlayedEvent(name: other.name, data: data), before: last)])]
        )
      }
    }
  }
}
