import AssayFindings
import AssayJSON

/// Tells whether a fault at a place has its finding already, so that one fault makes one finding.
struct FaultCoverage {
  private let findings: [Finding]
  private let moment: Place.Moment?

  /// Makes the coverage of `findings`; `moment` is that of the answer or event at hand, `nil` where there is but one.
  init(of findings: [Finding], at moment: Place.Moment?) {
    self.findings = findings
    self.moment = moment
  }

  /// The finding that covers `place`. `isHere`: the place is in the answer or event at hand, not in one before.
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

  /// The finding after which nothing can be said of any place.
  var findingOfAll: Finding? { findings.first(where: \.rule.speaksForAll) }

  /// The finding about the data at `place` or anything inside it, in the answer or event at hand.
  func finding(inside place: JSONPointer) -> Finding? {
    findings.first { finding in
      finding.rule.family == .schema && isHere(finding) && place.contains(finding.place.valueOrRoot.pointer)
    }
  }

  /// The finding that covers the header field `name`.
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
  /// True if nothing can be said of any place, because the answer as a whole is not what it should be.
  fileprivate var speaksForAll: Bool {
    switch self {
    case .status, .notJSON, .empty, .streamNotJSON, .pollUnknownState: true
    // Only a part of it came.
    case .streamEnded, .streamTruncated, .streamEmpty, .streamWithin, .streamNotResumed, .pollWithin: true
    default: family == .transport
    }
  }

  /// True if its finding covers everything inside the place as well.
  fileprivate var speaksForAllInside: Bool {
    switch self {
    case .schema("type"), .schema("required"), .schema("anyOf"), .schema("oneOf"), .schema("false"): true
    default: false
    }
  }

  /// True if it is about the items of an array in relation to each other, and not about their number.
  fileprivate var isAboutItemsOnly: Bool {
    switch self {
    case .schema("sorted"), .schema("uniqueBy"), .schema("uniqueItems"), .schema("contains"): true
    default: false
    }
  }

  fileprivate var isAboutData: Bool { [.schema, .stream, .poll].contains(family) }
}
