import AssayContract
import AssayFindings
import AssayJSON
import AssayReport
import AssaySchema
import AssayText

extension DriftRow {
  /// Makes the report row for a finding about a broken promise.
  init(_ finding: Finding, observed: ObservedBackend) {
    let place = FindingPlace(finding, eventNames: observed.eventNames[finding.check] ?? [])
    let operation = observed.contract.operation(named: finding.operation)
    let seen = observed.operations[finding.operation]
    let kind = Self.kind(of: finding, operation)
    self.init(
      key: Fingerprint.key(of: finding),
      kind: kind,
      operation: finding.operation,
      subject: place.subject,
      place: place.place,
      documented: finding.expected,
      observed: finding.actual + (finding.showsTrace ? ", with a stack trace" : ""),
      message: finding.message,
      verdict: ClientVerdict(on: finding, operation, place, observed),
      level: finding.level,
      rule: finding.rule,
      occurrences: finding.occurrences,
      sources: finding.sources,
      promise: finding.promise
    )
    standing.faults = finding.identities
    if let job = finding.reason.jobBeside {
      remark = job
      message += "; \(job)"
    }
    speakOfTheRule(finding, operation, observed.contract)
    // A field that is missing is documented where it is described, more closely than where it is required.
    if finding.rule == .schema("required"),
      let own = operation.flatMap({ observed.promise(of: $0, place.subject, place.place) }), !own.sources.isEmpty
    {
      sources = own.sources
    }
    switch kind {
    case .undocumentedEvent:
      let name = finding.unknownEvent ?? finding.actual
      let count = seen?.events[name] ?? finding.occurrences
      let often = count == 1 ? "once" : "\(count) times"
      message =
        "`\(finding.actual)` was received \(often); it is not documented; a client that does not listen for it misses it"
      self.seen.examples = seen?.unknownData[name]?.texts ?? []
    case .widerType, .outsideEnumeration:
      guard let shape = seen?.shape(of: place) else { break }
      if kind == .outsideEnumeration {
        self.seen.values = shape.undocumentedValues
        if !self.seen.values.isEmpty {
          self.observed = self.seen.values.map { JSONValue.string($0).text }.joined(separator: ", ")
        }
      } else if let types = shape.documented?.types, !shape.types.isSubset(of: types), types != .all {
        let wider = shape.types.subtracting(types)
        documented = types.description
        self.seen.examples = shape.examples(of: wider)
        self.seen.types = wider.wholeAsNumbers.names
        (correction.types, correction.sample) = (shape.types.names, shape.sample)
        self.observed = shape.types.description
      }
    default: break
    }
  }

  /// Replaces the finding's expected value, which may differ from run to run, by a description of the documented rule.
  private mutating func speakOfTheRule(_ finding: Finding, _ operation: Operation?, _ contract: Contract) {
    switch (finding.rule, finding.reason.core) {
    case (.invariant, .rule(let reason)):
      let rule = finding.promise.flatMap { JSONPointer($0.pointer) }.flatMap { contract.document.root[$0] }
      guard let said = rule?["message"]?.string else { return }
      documented = said
      self.observed = finding.actual.replacing("$response.body#", with: "")
      message = "the rule `\(reason.expression.replacing("$response.body#", with: ""))` does not hold"
    case (.pollConstant, _), (.streamConstant, _): documented = "the same value throughout"
    case (.pollNondecreasing, _), (.streamNondecreasing, _): documented = "a value that never falls"
    case (.pollStable, _): documented = "an answer that stays as it is once the job has ended"
    case (.pollTransition, .poll(.transition(let from, _, let allowed, _, _, _))) where !allowed.isEmpty:
      documented = "\(allowed.either) after \(from)"
    case (.pollWithin, .poll(.overdue(let overdue))):
      // The wait may have been shorter than what is documented.
      guard case .poll(let poll)? = operation?.interaction else { return }
      documented = "\(overdue.finals.either) within \(poll.within.duration.spoken)"
      if let cap = overdue.cap { message += "; \(cap) ended the wait" }
    case (.streamWithin, .stream(.overdue(_, _, let cap, _, let finals))):
      guard case .stream(let stream)? = operation?.interaction else { return }
      documented = finals.either + (stream.within.map { " within \($0.duration.spoken)" } ?? "")
      if let cap { message += "; \(cap) ended the wait" }
    case (.schema("required"), _): documented = finding.missingMember.map { "the field \($0)" } ?? documented
    default: break
    }
  }

  private static func kind(of finding: Finding, _ operation: Operation?) -> Kind {
    switch finding.rule {
    case .streamUnknownEvent: return .undocumentedEvent
    case .pollUnknownState: return .undocumentedState
    case .schema("additionalProperties"), .schema("unevaluatedProperties"): return .undocumentedField
    // A wrong call that may be accepted.
    case .status where finding.level == .may: break
    case .status:
      guard let operation, let code = finding.status, !operation.responses.contains(where: { $0.status.matches(code) })
      else { break }
      return .undocumentedStatus
    case .schema("type") where finding.level > .may: return .widerType
    case .schema("enum") where finding.level > .may: return .outsideEnumeration
    default: break
    }
    return finding.level == .may ? .worthKnowing : .contradiction
  }
}

extension Finding {
  /// The name of the undocumented event; `nil` if the finding is not about one.
  fileprivate var unknownEvent: String? {
    if case .stream(.unknown(let event, _, _)) = reason.core { event.name } else { nil }
  }
}

extension ObservedOperation {
  /// Returns true if a string was received where the documents suggest a list, so that a client loses the items.
  fileprivate func isJoined(_ finding: Finding, _ place: FindingPlace) -> Bool {
    guard finding.rule == .schema("type"), finding.level == .should, let shape = shape(of: place) else { return false }
    return shape.types.contains(.string) && shape.documented?.types.intersection([.array, .string]) == .array
  }

  /// Returns the observed shape of the values at `place`; `nil` if none was received.
  func shape(of place: FindingPlace) -> ObservedShape? {
    guard let pointer = JSONPointer(place.place) else { return nil }
    return shapes(of: place.subject).lazy.compactMap { $0[pointer] }.first
  }
}

extension ObservedShape {
  /// The observed shape of the values that `pointer` leads to; `nil` if none exists. `*` is any item, or any member of
  /// a map.
  subscript(pointer: JSONPointer) -> ObservedShape? {
    var shape = self
    for token in pointer.tokens {
      let next =
        token == Self.anyName
        ? shape.items ?? shape.members[token] : shape.members[token] ?? shape.members[Self.anyName]
      guard let next else { return nil }
      shape = next
    }
    return shape
  }

  /// The observed strings that are not in the documented list.
  var undocumentedValues: [String] {
    let listed = Set(documented?.listedValues.compactMap { $0.string?.shortened(to: ObservedShape.longestText) } ?? [])
    return values.texts.filter { !listed.contains($0) }
  }
}

/// The place of a finding in a form that is the same in each run: with the name of an event instead of its number.
struct FindingPlace {
  var subject: DriftSubject
  var place: String

  /// Makes the place; `eventNames` are the names of the events in the finding's stream, in order.
  init(_ finding: Finding, eventNames: [String]) {
    let isOfAnswer: Bool
    switch finding.place.part {
    case .value, .whole: isOfAnswer = finding.place.part != .whole
    case .status, .header: isOfAnswer = true
    default: isOfAnswer = false
    }
    place = finding.place.general.description
    subject =
      switch finding.place.moment {
      case .event(let number): eventNames.indices.contains(number - 1) ? .event(eventNames[number - 1]) : .stream
      case .afterEvent: .stream
      case .poll, .answer: Self.answer(of: finding)
      case nil: isOfAnswer ? Self.answer(of: finding) : place.isEmpty ? Self.whole(of: finding) : .whole
      }
  }

  /// Returns the subject of a finding that is not about a certain place.
  private static func whole(of finding: Finding) -> DriftSubject {
    switch finding.rule.family {
    case .stream: .stream
    case .poll: .poll
    // A rule over several calls holds for none of them alone.
    case .invariant where finding.isOfScenario:
      .scenario(finding.check.split(separator: "/").dropLast().joined(separator: "/"))
    default: answer(of: finding)
    }
  }

  /// Returns the response that the finding is about; if the promise is about an error response, identified by its
  /// status.
  private static func answer(of finding: Finding) -> DriftSubject {
    let tokens = finding.promise.flatMap { JSONPointer($0.pointer) }?.tokens ?? []
    let depth = tokens.first == "operations" ? 2 : tokens.first == "scenarios" ? 4 : 0
    guard depth > 0, tokens.count > depth + 1, tokens[depth] == "responses",
      let status = StatusPattern(tokens[depth + 1]), !status.isSuccess
    else { return .answer }
    return .status(status.description)
  }
}

extension Contract {
  /// Returns true if the documented client calls `operation`; for a finding about a server, if it calls any operation
  /// of that server.
  fileprivate func clientCalls(_ operation: Operation?, of finding: Finding) -> Bool {
    guard case .server(let name) = finding.place.part else { return operation?.isCalled ?? true }
    return operations.contains { $0.server == name && $0.isCalled }
  }
}

extension ClientVerdict {
  /// Determines the effect of a broken promise on the documented client: from the contract's description of the client,
  /// otherwise from the broken rule.
  fileprivate init(on finding: Finding, _ operation: Operation?, _ place: FindingPlace, _ observed: ObservedBackend) {
    guard observed.contract.clientCalls(operation, of: finding) else {
      self = .ignores
      return
    }
    let own = operation.flatMap { observed.use($0, place.subject, place.place) }
    let uses = own.map { [$0] } ?? observed.uses(in: finding)
    let isLost =
      finding.leadsNowhere || observed.probes[finding.check] == nil && finding.isRefusal
      || observed.operations[finding.operation]?.isJoined(finding, place) == true
    self = Self.verdict(on: finding, uses, isLost: isLost) ?? Self.verdict(on: finding, isLost: isLost)
  }

  /// Returns the effect that follows from the client's uses of the wrong values; `nil` if they do not determine it.
  private static func verdict(on finding: Finding, _ uses: [ClientUse], isLost: Bool) -> ClientVerdict? {
    guard !uses.isEmpty else { return nil }
    let isUsed = uses.allSatisfy(\.isUsed)
    if finding.isUndecodable, finding.level == .must {
      switch uses[0].decoding {
      case .loudly: return .throws
      case .quietly: return .losesData
      case .none: return isUsed ? .losesData : .ignores
      }
    }
    switch finding.rule.meaning.fate {
    case .losesData, .showsWrong, .byFormat: break
    case _ where isLost: break
    default: return nil
    }
    guard isUsed else { return .ignores }
    if isLost { return .losesData }
    // Where it leads nowhere, or to no end, no level helps.
    if uses.allSatisfy(\.isFollowed) { return uses.contains(where: \.isFlag) ? .isStuck : .losesData }
    return finding.level == .must || finding.rule.meaning.isLostAnyway ? .showsWrong : .ignores
  }

  /// Returns the effect that follows from the broken rule and its level alone.
  private static func verdict(on finding: Finding, isLost: Bool) -> ClientVerdict {
    let meaning = finding.rule.meaning
    // What is not there, and what is lost without an error, no client was written for.
    if isLost, finding.level == .should || meaning.fate == .byFormat { return .losesData }
    // A client that takes a promise for no more than a suggestion was written to do without it.
    if finding.level < .must, !meaning.isLostAnyway { return .ignores }
    switch meaning.fate {
    case .ignores: return .ignores
    case .throws: return .throws
    case .losesData: return .losesData
    case .showsWrong: return .showsWrong
    case .isStuck: return .isStuck
    case .waits: return .waits
    case .byFormat: return finding.isUndecodable ? .throws : .showsWrong
    }
  }
}

extension Finding {
  /// True if a client with typed models cannot decode the value.
  fileprivate var isUndecodable: Bool {
    switch rule {
    case .schema("type"), .schema("required"), .schema("dependentRequired"), .schema("anyOf"), .schema("oneOf"): true
    case .schema("format"):
      if case .schema(let reason) = reason.core, case .format(let name) = reason.fact {
        Self.decoded.contains(name)
      } else {
        false
      }
    default: false
    }
  }

  /// True if a client that follows the value gets no data: it is an invalid URL, or the route does not exist.
  fileprivate var leadsNowhere: Bool {
    guard level > .may else { return false }
    if rule == .noRoute { return true }
    guard rule == .schema("format"), case .schema(let reason) = reason.core, case .format(let name) = reason.fact else {
      return false
    }
    return ["uri", "uri-reference", "iri", "iri-reference"].contains(name)
  }

  /// True if a valid call got an error, so that a client has nothing of what it asked for.
  fileprivate var isRefusal: Bool {
    guard case .answer(.status(let status)) = reason.core, !status.isProbe, !status.isSecond else { return false }
    return rule == .status && level > .may && (400..<600).contains(status.code)
  }

  /// The formats for which clients have types, so that a value that does not parse stops them. URIs are not included: a
  /// relative one parses, but cannot be loaded.
  private static var decoded: Set<String> { ["date-time", "date", "uuid"] }
}
