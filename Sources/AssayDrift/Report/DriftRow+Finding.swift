import AssayContract
import AssayFindings
import AssayJSON
import AssayReport
import AssaySchema
import AssayText

extension DriftRow {
  /// The row of a broken promise.
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
      observed: finding.actual,
      message: finding.message,
      verdict: ClientVerdict(on: finding),
      level: finding.level,
      rule: finding.rule,
      occurrences: finding.occurrences,
      sources: finding.sources,
      promise: finding.promise
    )
    speakOfTheRule(finding, observed.contract)
    switch kind {
    case .undocumentedEvent:
      let name = finding.unknownEvent ?? finding.actual
      let count = seen?.events[name] ?? finding.occurrences
      let often = count == 1 ? "once" : "\(count) times"
      message =
        "`\(finding.actual)` came \(often), and no document names it; a client that does not listen for it misses it"
      examples = seen?.unknownData[name]?.texts ?? []
    case .widerType, .outsideEnumeration:
      guard let shape = seen?.shape(of: place) else { break }
      if kind == .outsideEnumeration {
        values = shape.undocumentedValues
        if !values.isEmpty { self.observed = values.map { JSONValue.string($0).text }.joined(separator: ", ") }
      } else if let types = shape.documented?.types, !shape.types.isSubset(of: types), types != .all {
        let wider = shape.types.subtracting(types)
        documented = types.description
        examples = shape.examples(of: wider)
        self.types = wider.wholeAsNumbers.names
        self.observed = shape.types.description
      }
    default: break
    }
  }

  /// Says what is documented, where the finding says what should have come this time.
  private mutating func speakOfTheRule(_ finding: Finding, _ contract: Contract) {
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
    case (.schema("required"), _): documented = finding.missingMember.map { "the field \($0)" } ?? documented
    default: break
    }
  }

  private static func kind(of finding: Finding, _ operation: Operation?) -> Kind {
    switch finding.rule {
    case .streamUnknownEvent: return .undocumentedEvent
    case .pollUnknownState: return .undocumentedState
    case .schema("additionalProperties"), .schema("unevaluatedProperties"): return .undocumentedField
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
  /// The event no document names.
  fileprivate var unknownEvent: String? {
    if case .stream(.unknown(let event, _, _)) = reason.core { event.name } else { nil }
  }
}

extension ObservedOperation {
  /// What was seen at the place of a finding.
  func shape(of place: FindingPlace) -> ObservedShape? {
    guard let pointer = JSONPointer(place.place) else { return nil }
    return shapes(of: place.subject).lazy.compactMap { $0[pointer] }.first
  }
}

extension ObservedShape {
  /// The place `pointer` leads to; `*` is any item, or any name of a map.
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

  /// The strings seen that the documented list does not have.
  var undocumentedValues: [String] {
    let listed = Set(documented?.listedValues.compactMap { $0.string?.shortened(to: ObservedShape.longestText) } ?? [])
    return values.texts.filter { !listed.contains($0) }
  }
}

/// A finding's place in words that are the same in each run: which event it was, not as how many it came.
struct FindingPlace {
  var subject: String
  var place: String

  /// `eventNames` are those of the finding's stream, in order.
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
      case .event(let number): eventNames.indices.contains(number - 1) ? "event \(eventNames[number - 1])" : "stream"
      case .afterEvent: "stream"
      case .poll, .answer: "answer"
      case nil: isOfAnswer ? "answer" : place.isEmpty ? Self.whole(of: finding) : ""
      }
  }

  /// What a finding without a place is about.
  private static func whole(of finding: Finding) -> String {
    switch finding.rule.family {
    case .stream: "stream"
    case .poll: "poll"
    // A rule over several calls holds for none of them alone.
    case .invariant where finding.check.hasSuffix("/invariants"): "scenario \(finding.check.dropLast(11))"
    default: "answer"
    }
  }
}

extension ClientVerdict {
  /// The verdict on a broken promise.
  init(on finding: Finding) {
    let meaning = finding.rule.meaning
    // A client that takes a promise for no more than a suggestion was written to do without it.
    if finding.level < .must, !meaning.isLostAnyway {
      self = .ignores
      return
    }
    switch meaning.fate {
    case .ignores: self = .ignores
    case .throws: self = .throws
    case .losesData: self = .losesData
    case .byFormat:
      guard case .schema(let reason) = finding.reason.core, case .format(let name) = reason.fact else {
        self = .losesData
        return
      }
      self = Self.decoded.contains(name) ? .throws : .losesData
    }
  }

  /// Formats a client has types for: a value that does not parse stops it.
  private static let decoded: Set<String> = ["date-time", "date", "uuid", "uri"]
}
