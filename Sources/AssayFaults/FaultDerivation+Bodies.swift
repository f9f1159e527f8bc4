import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayMock
import AssayObservation
import AssaySchema

extension FaultDerivation {
  /// Derives faults of the promises that a schema makes about `body`. `wrap` makes the effect that applies an edit to
  /// it; names of faults begin with `prefix`.
  mutating func deriveSchema(
    _ schema: SchemaPromise,
    in body: JSONValue,
    prefix: String,
    wrap: ([JSONEdit]) -> FaultEffect
  ) {
    for candidate in candidates(of: schema, in: body, prefix: prefix, wrap: wrap) { add(candidate) }
  }

  /// Returns changes of `body` that may break a schema, one candidate for each promise.
  func candidates(
    of schema: SchemaPromise,
    in body: JSONValue,
    prefix: String,
    wrap: ([JSONEdit]) -> FaultEffect
  ) -> [FaultCandidate] {
    let kept = KeptKeywords.all(of: contract.schemas.view(at: schema.promise.pointer), in: body)
    let lists = kept.filter { $0.keyword.name == "enum" }
    let listed: (JSONPointer) -> [JSONValue] = { place in
      lists.first { $0.place == place }.map { Array($0.keyword.value.items) } ?? []
    }
    // The same keyword at the first and at the last item is one promise: either may show that it is broken.
    var order: [String] = []
    var groups: [String: FaultCandidate] = [:]
    for kept in kept {
      for breakage in kept.breakages(listed: listed) {
        let pointer = kept.keyword.pointer
        let key = "\(pointer) \(kept.place.faultName) \(breakage.member ?? "")"
        if groups[key] == nil {
          order.append(key)
          let place = breakage.member.map { kept.place.appending($0) } ?? kept.place
          groups[key] = FaultCandidate(
            "\(prefix)\(place.faultName).\(breakage.name)",
            breakage.about,
            rule: .schema(kept.keyword.name),
            promise: pointer,
            effects: []
          )
        }
        groups[key]?.effects += breakage.edits.map(wrap)
      }
    }
    return order.compactMap { groups[$0] } + absentCandidates(of: schema, in: body, prefix: prefix, wrap: wrap)
  }

  /// Returns candidates for promises about members that `body` does not have: the members are added with wrong values.
  private func absentCandidates(
    of schema: SchemaPromise,
    in body: JSONValue,
    prefix: String,
    wrap: ([JSONEdit]) -> FaultEffect
  ) -> [FaultCandidate] {
    let view = contract.schemas.view(at: schema.promise.pointer)
    var seen: Set<String> = []
    var candidates: [FaultCandidate] = []
    for absent in KeptKeywords.absentMembers(of: view, in: body) {
      let place = absent.object.appending(absent.name)
      // Where none can be made, what is put in its place breaks what it is to break all the same.
      let sample = contract.sample(at: absent.schema) ?? .string("mock")
      let put = JSONEdit.add(absent.object, absent.name, sample)
      guard let whole = put.applied(to: body) else { continue }
      for kept in KeptKeywords.all(of: view, in: whole) where kept.place == place {
        // The same member may be absent from several items of a list.
        guard seen.insert("\(kept.keyword.pointer) \(place.faultName)").inserted else { continue }
        for breakage in kept.breakages(listed: { _ in [] }) {
          candidates.append(
            FaultCandidate(
              "\(prefix)\(place.faultName).\(breakage.name)",
              breakage.about,
              rule: .schema(kept.keyword.name),
              promise: kept.keyword.pointer,
              effects: breakage.edits.map { wrap([put] + $0) }
            )
          )
        }
      }
    }
    return candidates
  }

  /// Derives faults of rules that read `body`.
  mutating func deriveRules(
    _ rules: [Invariant],
    in body: JSONValue,
    prefix: String,
    isRead: (Reference.Subject) -> Bool,
    wrap: ([JSONEdit]) -> [FaultEffect]
  ) {
    for rule in rules {
      let places = RuleBreakage.places(of: rule.expression, in: body, isRead: isRead)
      let candidates = RuleBreakage.all(of: rule.expression, reading: places, in: body).map { breakage in
        FaultCandidate(
          "\(prefix)\(breakage.place.faultName).inconsistent",
          rule.breach,
          rule: .invariant,
          promise: rule.promise.pointer,
          effects: breakage.edits.flatMap(wrap)
        )
      }
      if let first = candidates.first { add(first, orElse: Array(candidates.dropFirst())) }
    }
  }

  /// Derives faults of successful responses, for an operation that is neither a stream nor a poll.
  mutating func deriveAnswers() {
    guard let sample, let status = sample.response?.head.status else { return }
    let promise = ExchangeJudge(contract: contract, operation: operation).expectation(for: status)
    deriveWholeAnswers(sample, promise)
    deriveTimesAndFields()
    guard let body = sample.json else { return }
    if let schema = promise?.body { deriveSchema(schema, in: body, prefix: "", wrap: { .body($0, .all) }) }
    deriveRules(
      operation.invariants,
      in: body,
      prefix: "",
      isRead: { $0 == .exchange(.responseBody) },
      wrap: { [.body($0, .all)] }
    )
    for step in steps {
      deriveRules(
        step.expects.invariants,
        in: body,
        prefix: "",
        isRead: { $0 == .exchange(.responseBody) },
        wrap: { [.body($0, .all)] }
      )
      if let schema = step.expects.responses?.first?.body {
        deriveSchema(schema, in: body, prefix: "", wrap: { .body($0, .all) })
      }
    }
    deriveJourneys(body)
    deriveAgain(body)
    deriveSeries(body, promise)
    if body.kind == .object, !sample.isXML, leavesOutAddedField([promise?.body]) {
      add(FaultCandidate(.field, "Sends a field no document names.", .body([Addition.fieldEdit], .all)))
    }
  }

  /// Returns true if an object described by all of `schemas` has documented members, so that an added member is
  /// undocumented.
  func leavesOutAddedField(_ schemas: [SchemaPromise?]) -> Bool {
    ValueSchema(schemas.compactMap { $0.flatMap { contract.schemas.view(at: $0.promise.pointer) } })
      .excludes(Addition.fieldName)
  }

  /// Derives faults of calls that are made twice: the second response differs.
  private mutating func deriveAgain(_ body: JSONValue) {
    for again in steps.compactMap(\.loop.again) {
      let places = body.members.map { JSONPointer(tokens: [$0.key]) }.filter { !again.except.contains($0) }
      let edits = places.flatMap { place in body[place].map { KeywordBreakage.otherValues(place, $0) } ?? [] }
      add(
        "again",
        "Answers the same call otherwise the second time.",
        rule: .invariant,
        promise: again.promise.pointer,
        effects: edits.map { .body($0, .everySecond) }
      )
    }
  }

  /// Derives faults of rules over whole scenarios; they change the responses of the operation's steps.
  private mutating func deriveJourneys(_ body: JSONValue) {
    for journey in scenarios {
      let own = Set(journey.steps.filter { $0.operation == operation.name }.map(\.id))
      for rule in journey.invariants {
        var seen: Set<JSONPointer> = []
        for place in rule.expression.references.flatMap({ places(read: $0, own, journey) }) {
          let candidates = RuleBreakage.all(of: rule.expression, reading: [place], in: body)
            .filter { seen.insert($0.place).inserted }
            .map { breakage in
              FaultCandidate(
                "\(breakage.place.faultName).inconsistent",
                rule.breach,
                rule: .invariant,
                promise: rule.promise.pointer,
                // A value that may not fall falls only against another answer: every second one is changed.
                effects: breakage.edits.flatMap { [.body($0, .everySecond), .body($0, .all)] }
              )
            }
          if let first = candidates.first { add(first, orElse: Array(candidates.dropFirst())) }
        }
      }
    }
  }

  /// Returns the pointers of the values that a rule over `journey` reads by `reference` in the response of a step in
  /// `own`, directly or through outputs.
  private func places(read reference: Reference, _ own: Set<String>, _ journey: Scenario) -> [JSONPointer] {
    switch reference.subject {
    case .step(let id, .all(.exchange(.responseBody))) where own.contains(id),
      .step(let id, .exchange(.responseBody)) where own.contains(id):
      return [reference.pointer]
    case .step(let id, .all(.whole))
    where own.contains(id) && reference.pointer.tokens.starts(with: ["response", "body"]):
      return [JSONPointer(tokens: Array(reference.pointer.tokens.dropFirst(2)))]
    case .step(let id, .output(let name)) where own.contains(id):
      let output = journey.steps.first { $0.id == id }?.expects.outputs.first { $0.name == name }
      return output?.expression.references.map { $0.pointer.appending(reference.pointer) } ?? []
    default: return []
    }
  }
}

extension Invariant {
  /// The description of a fault that breaks the rule, as a sentence.
  fileprivate var breach: String {
    message.isEmpty ? "Breaks the rule \(expression.text)." : "Breaks: \(message)."
  }
}
