package import AssayFindings

/// Gathers findings so that one fault stays one finding, however often it shows.
package struct FindingCollector: Sendable {
  /// The most faults of one promise that get findings of their own: a server that invents names must not fill the memory.
  package static let mostAlike = 50

  package private(set) var findings: [Finding] = []
  private var places: [Fingerprint: Int] = [:]
  /// The number of faults of each kind with findings of their own, and the place of the finding that counts the others.
  private var kinds: [Kind: (count: Int, rest: Int?)] = [:]
  /// The places of each finding, but for the numbers of items and events.
  private var generals: [Int: Set<Place>] = [:]
  /// The first finding of a rule over each place of a body.
  private var ruled: [RuledPlace: Int] = [:]

  package init() {}

  package var isEmpty: Bool { findings.isEmpty }

  /// Adds a finding; one for a fault already known only counts. Returns the finding's place.
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

  /// Counts one more fault of its kind; returns whether it still gets a finding of its own.
  private mutating func isToldApart(_ kind: Kind, at place: Int) -> Bool {
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

  /// The place of the finding of a fault; `nil` where it has none.
  func place(of finding: Finding) -> Int? { places[Fingerprint(finding)] }

  /// Rewrites the finding at `place`, when later events show what the fault really was.
  mutating func amend(_ place: Int, _ change: (inout Finding) -> Void) {
    change(&findings[place])
    let fault = Fingerprint(findings[place])
    if places[fault] == nil { places[fault] = place }
  }
}

/// The properties shared by faults that are counted together: none is counted with milder ones.
private struct Kind: Hashable {
  var fault: Fingerprint
  var level: Level

  init(_ fault: Fingerprint, _ level: Level) {
    self.fault = fault
    self.level = level
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
