import AssayContract
import AssayFindings
import AssayJSON

/// A lookup that tells if a fault at a place is already explained by a finding, so that one fault makes one finding.
struct FaultCoverage {
  private let findings: [Finding]
  private let moment: Place.Moment?

  /// Makes a lookup in `findings`; `moment` is the current event or poll, `nil` if there is only one response.
  init(of findings: [Finding], at moment: Place.Moment?) {
    self.findings = findings
    self.moment = moment
  }

  /// Returns the finding that explains a fault at `place`; `nil` if none exists. `isHere` is true if the place is in
  /// the current response or event, not in an earlier one; with `isShallow`, findings about values inside `place` do
  /// not count.
  func finding(at place: JSONPointer, isShallow: Bool, isHere: Bool) -> Finding? {
    findings.first { finding in
      if isHere, !self.isHere(finding) { return false }
      if finding.rule.speaksForAll { return true }
      // A value that a rule of an earlier step found wrong is already reported.
      guard finding.rule.isAboutData || (!isHere && finding.rule == .invariant && finding.place.value != nil) else {
        return false
      }
      return ([finding.place] + finding.alsoAt).contains { found in
        if isHere, moment != nil, found.moment != moment { return false }
        let pointer = found.valueOrRoot.pointer
        if finding.rule.speaksForAllInside, pointer.contains(place) { return true }
        if pointer == place { return !(isShallow && finding.rule.isAboutItemsOnly) }
        return !isShallow && place.contains(pointer)
      }
    }
  }

  /// The first finding that makes a whole response wrong, so that none of its values can be judged.
  var findingOfAll: Finding? { findings.first(where: \.rule.speaksForAll) }

  /// Returns the finding that explains a fault of the value that a rule read; `nil` if none exists.
  func finding(at witness: ExpressionExplainer.Witness, isHere: Bool) -> Finding? {
    finding(at: witness.value.pointer, isShallow: witness.isShallow, isHere: isHere)
  }

  /// Returns the finding that explains a fault of the header field `name`; `nil` if none exists.
  func finding(atHeader name: String) -> Finding? {
    findings.first { finding in
      if finding.rule.speaksForAll { return true }
      guard finding.place.moment == moment, case .header(let found) = finding.place.part else { return false }
      return found.lowercased() == name.lowercased()
    }
  }

  private func isHere(_ finding: Finding) -> Bool {
    moment == nil || finding.place.moment == moment || finding.alsoAt.contains { $0.moment == moment }
  }
}

extension Rule {
  /// True if a breach of the rule makes the answer wrong as a whole, so that no place can be judged.
  fileprivate var speaksForAll: Bool {
    switch self {
    case .status, .notJSON, .notXML, .empty, .streamNotJSON, .pollUnknownState: true
    // Only a part of it came.
    case .streamEnded, .streamTruncated, .streamEmpty, .streamWithin, .streamNotResumed, .pollWithin: true
    default: family == .transport
    }
  }

  /// True if a finding of the rule also explains faults of all values inside its place, for example because that has
  /// the wrong type.
  fileprivate var speaksForAllInside: Bool {
    switch self {
    case .schema("type"), .schema("required"), .schema("anyOf"), .schema("oneOf"), .schema("false"): true
    default: false
    }
  }

  /// True if the rule is about the relation of an array's items to each other, not about their number.
  var isAboutItemsOnly: Bool {
    switch self {
    case .schema("sorted"), .schema("uniqueBy"), .schema("uniqueItems"), .schema("contains"): true
    default: false
    }
  }

  fileprivate var isAboutData: Bool { [.schema, .stream, .poll].contains(family) }
}
