package import AssayFindings

/// A collection of findings in which one fault is one finding, regardless of how often it occurs.
package struct FindingCollector: Sendable {
  /// The maximum number of faults of one promise with separate findings, so that a server that invents names cannot
  /// fill the memory.
  package static let mostAlike = 50

  package private(set) var findings: [Finding] = []
  private var places: [Fingerprint: Int] = [:]
  /// For each kind of fault, the number of separate findings, and the index of the finding that counts the others.
  private var kinds: [Kind: (count: Int, rest: Int?)] = [:]
  /// The places each finding was seen at, by the finding's index; the numbers of items and events are left out.
  private var generals: [Int: Set<Place>] = [:]
  /// For each place in a body, the index of the first finding about a rule over it.
  private var ruled: [RuledPlace: Int] = [:]

  package init() {}

  package var isEmpty: Bool { findings.isEmpty }

  /// Adds a finding, and returns its index in ``findings``. If its fault is already known, only the count of the
  /// existing finding rises.
  @discardableResult
  package mutating func add(_ finding: Finding) -> Int {
    let fault = Fingerprint(finding)
    let kind = Kind(fault.kind, finding.level)
    if let place = places[fault] ?? kinds[kind]?.rest ?? placeElsewhere(of: finding) {
      if generals[place] == nil { generals[place] = [findings[place].place.general] }
      let isNewKind = generals[place]?.insert(finding.place.general).inserted ?? false
      findings[place].absorb(finding, isNewKind: isNewKind)
      return place
    }
    let place = findings.count
    var finding = finding
    if fault.isOneOfMany, !isToldApart(kind, at: place) {
      finding.reason = .during(finding.reason, .moreCounted)
    } else {
      places[fault] = place
    }
    if finding.isRuleOverBody, ruled[finding.faultyPlace] == nil { ruled[finding.faultyPlace] = place }
    findings.append(finding)
    return place
  }

  /// Counts one more fault of `kind`; returns true if the fault still gets a separate finding. Otherwise the finding at
  /// index `place` counts this one and all later ones.
  private mutating func isToldApart(_ kind: Kind, at place: Int) -> Bool {
    kinds[kind, default: (0, nil)].count += 1
    guard let count = kinds[kind]?.count, count > Self.mostAlike else { return true }
    kinds[kind]?.rest = place
    return false
  }

  /// Returns the index of a finding from a different check about the same place in a response of the same operation;
  /// `nil` if none exists. Each step has its own rules about the place, and one wrong value breaks them all.
  private func placeElsewhere(of finding: Finding) -> Int? {
    guard finding.isRuleOverBody, let place = ruled[finding.faultyPlace], findings[place].check != finding.check else {
      return nil
    }
    return place
  }

  package mutating func add(_ found: [Finding]) {
    for finding in found { add(finding) }
  }

  /// Returns the index of the finding that reports the same fault as `finding`; `nil` if none exists.
  func place(of finding: Finding) -> Int? { places[Fingerprint(finding)] }

  /// Applies `change` to the finding at index `place`, when later events show what the fault really was.
  mutating func amend(_ place: Int, _ change: (inout Finding) -> Void) {
    change(&findings[place])
    let fault = Fingerprint(findings[place])
    if places[fault] == nil { places[fault] = place }
  }
}

/// The properties that faults must share to be counted together. They include the level, so that a fault is never
/// counted with milder ones.
private struct Kind: Hashable {
  var fault: Fingerprint
  var level: Level

  init(_ fault: Fingerprint, _ level: Level) {
    self.fault = fault
    self.level = level
  }
}

/// A place in the response of an operation, and a level; used to find rules that fail because of the same value.
private struct RuledPlace: Hashable {
  var operation: String
  var place: Place
  var level: Level
}

extension Finding {
  fileprivate var isRuleOverBody: Bool { rule == .invariant && place.moment == nil && place.value != nil }
  fileprivate var faultyPlace: RuledPlace { RuledPlace(operation: operation, place: place, level: level) }
}
