import AssayFindings
import AssayJSON

/// Tells whether a fault at a place has its finding already, so that one fault makes one finding.
struct FaultCoverage {
  private let findings: [Finding]
  private let prefix: String

  /// Makes the coverage of `findings`; `prefix` is that of the answer or event at hand.
  init(of findings: [Finding], prefix: String) {
    self.findings = findings
    self.prefix = prefix
  }

  /// Whether nothing can be said of any place, because the answer as a whole is not what it should be.
  private static let wholeRules: Set<String> = [
    "response.status", "response.json", "response.empty", "stream.json", "poll.unknownState",
  ]
  /// Rules whose finding speaks for everything inside the place as well.
  private static let deepRules: Set<String> = [
    "schema.type", "schema.required", "schema.anyOf", "schema.oneOf", "schema.false",
  ]
  /// Rules about the items of an array in relation to each other, which leave their number alone.
  private static let relationRules: Set<String> = [
    "schema.sorted", "schema.uniqueBy", "schema.uniqueItems", "schema.contains",
  ]

  /// Whether a finding covers `place`. `isHere`: the place is in the answer or event at hand, not in one before.
  func covers(_ place: JSONPointer, isShallow: Bool, isHere: Bool) -> Bool {
    findings.contains { finding in
      if isHere, !finding.location.hasPrefix(FindingLocation.whole(prefix: prefix)) { return false }
      if finding.rule.hasPrefix("transport.") || Self.wholeRules.contains(finding.rule) { return true }
      let isAboutData =
        finding.rule.hasPrefix("schema.") || finding.rule.hasPrefix("stream.") || finding.rule.hasPrefix("poll.")
      guard isAboutData else { return false }
      let found = FindingLocation.pointer(of: finding.location)
      if Self.deepRules.contains(finding.rule), found.contains(place) { return true }
      if found == place { return !(isShallow && Self.relationRules.contains(finding.rule)) }
      return !isShallow && place.contains(found)
    }
  }

  /// Whether a finding is about the data at `place` or anything inside it, in the answer or event at hand.
  func covers(inside place: JSONPointer) -> Bool {
    findings.contains { finding in
      finding.rule.hasPrefix("schema.") && finding.location.hasPrefix(FindingLocation.whole(prefix: prefix))
        && place.contains(FindingLocation.pointer(of: finding.location))
    }
  }

  /// Whether a finding covers the header field `name`.
  func coversHeader(_ name: String) -> Bool {
    let wanted = "\(prefix)header \(name)".lowercased()
    return findings.contains { $0.location.lowercased() == wanted }
  }

  /// Whether anything was found at all.
  var isEmpty: Bool { findings.isEmpty }
}
