package import AssayFindings

/// Gathers findings so that one fault stays one finding, however often it shows.
package struct FindingCollector: Sendable {
  /// How many faults of one promise are told apart; a server that makes up names could otherwise fill the memory.
  package static let mostAlike = 50

  package private(set) var findings: [Finding] = []
  private var places: [Fingerprint: Int] = [:]
  /// How many faults of each kind are told apart so far, and the place of the finding that counts the others.
  private var kinds: [Fingerprint: (count: Int, rest: Int?)] = [:]
  /// The first finding of a rule over each place of a body.
  private var ruled: [RuledPlace: Int] = [:]

  package init() {}

  package var isEmpty: Bool { findings.isEmpty }

  /// Adds a finding; one for a fault already known only counts. Returns the finding's place.
  @discardableResult
  package mutating func add(_ finding: Finding) -> Int {
    let fault = Fingerprint(finding)
    if let place = places[fault] ?? kinds[fault.kind]?.rest ?? placeElsewhere(of: finding) {
      findings[place].occurrences += finding.occurrences
      findings[place].level = max(findings[place].level, finding.level)
      // The findings of a check come one behind the other, so that the last one named is the only one to compare with.
      if !finding.check.isEmpty, finding.check != findings[place].check, finding.check != findings[place].alsoIn.last {
        findings[place].alsoIn.append(finding.check)
      }
      return place
    }
    let place = findings.count
    var finding = finding
    if !isToldApart(fault, at: place) {
      finding.reason = .during(finding.reason, .moreCounted)
    } else {
      places[fault] = place
    }
    if finding.isRuleOverBody, ruled[finding.faultyPlace] == nil { ruled[finding.faultyPlace] = place }
    findings.append(finding)
    return place
  }

  /// Counts one more fault of its kind; returns whether it still gets a finding of its own.
  private mutating func isToldApart(_ fault: Fingerprint, at place: Int) -> Bool {
    guard fault.isOneOfMany else { return true }
    let kind = fault.kind
    kinds[kind, default: (0, nil)].count += 1
    guard let count = kinds[kind]?.count, count > Self.mostAlike else { return true }
    kinds[kind]?.rest = place
    return false
  }

  /// The finding another check made of the same place of the same operation's answer: each step has rules of its own
  /// for it, and a value that is wrong breaks them all.
  private func placeElsewhere(of finding: Finding) -> Int? {
    guard finding.isRuleOverBody, let place = ruled[finding.faultyPlace], findings[place].check != finding.check else {
      return nil
    }
    return place
  }

  package mutating func add(_ found: [Finding]) {
    for finding in found { add(finding) }
  }

  /// Rewrites the finding at `place`, when later events show what the fault really was.
  mutating func amend(_ place: Int, _ change: (inout Finding) -> Void) {
    change(&findings[place])
    let fault = Fingerprint(findings[place])
    if places[fault] == nil { places[fault] = place }
  }
}

/// A place of an operation's answer, as rules of one level are held against it.
private struct RuledPlace: Hashable {
  var operation: String
  var place: Place
  var level: Level
}

extension Finding {
  fileprivate var isRuleOverBody: Bool { rule == .invariant && place.moment == nil && place.value != nil }
  fileprivate var faultyPlace: RuledPlace { RuledPlace(operation: operation, place: place, level: level) }
}
