import AssayContract
import AssayFindings
import AssayJSON
import AssayJudging
import AssayLint
import AssaySchema

/// The promises of a contract that a plan covers, and which check holds a backend to which: made once a run.
struct PromiseTable: Sendable {
  /// All promises of the catalogue, in its order.
  let promises: [CataloguedPromise]
  /// What schemas say field by field, by the byte offset of the place they are promised at.
  let fields: [Int: SchemaFields]
  /// The positions of the promises of each check.
  private let positions: [String: [Int]]

  /// The positions of promises a probe may break, and is not held to as a whole.
  private let borrowed: [String: [Int]]
  /// The checks that are probes.
  private let probes: Set<String>

  init(of contract: Contract, probedBy plan: Plan) {
    let catalogue = PromiseCatalogue(of: contract)
    var positions: [String: [Int]] = [:]
    var own: [String: [Int]] = [:]
    var start = 0
    for group in catalogue.groups {
      let all = Array(start..<start + group.promises.count)
      start += group.promises.count
      for check in group.checks { positions[check] = all }
      for (position, promise) in zip(all, group.promises) {
        for check in promise.checks.dropFirst(group.checks.count) { own[check, default: []].append(position) }
      }
    }
    for (check, more) in own {
      let known = positions[check] ?? []
      positions[check] = known + more.filter { !known.contains($0) }
    }
    var promises = catalogue.promises
    var borrowed: [String: [Int]] = [:]
    var groups: [String: [Int]] = [:]
    for (check, step) in plan.probes {
      guard let probe = step.probe, let operation = contract.operation(named: step.operation) else { continue }
      positions[check.id] = [promises.count]
      promises.append(CataloguedPromise(probe, of: operation, checkedIn: check.id))
      switch probe.expectation {
      case .success, .end: break
      case .refusal, .anyAnswer: continue
      }
      if groups[operation.name] == nil { groups[operation.name] = catalogue.positions(of: operation) }
      borrowed[check.id] = groups[operation.name]
    }
    probes = Set(plan.probes.map(\.check.id))
    self.promises = promises
    self.borrowed = borrowed
    fields = catalogue.fields
    self.positions = positions
  }

  /// Whether `check` is a probe.
  func isProbe(_ check: String) -> Bool { probes.contains(check) }

  /// The fate of each promise of `check`, by what its judges wrote in `ledger`.
  ///
  /// `obstacle` says why it was not made, or not to its end. A server that cannot be reached breaks no promise of its
  /// operations: they are blocked.
  func fates(of check: String, _ ledger: CheckLedger, obstacle: String) -> CheckFates {
    let positions = positions[check] ?? []
    var fates = CheckFates(check: check, positions: positions)
    let findings = ledger.broken.filter { !$0.isAboutServer }
    let broken = findings.isEmpty ? [] : broken(by: findings, among: positions)
    let obstacle = obstacle.isEmpty ? ledger.obstacle : obstacle
    for position in positions {
      var fate = PromiseFate.vacuous
      var reason: String?
      if broken.contains(position) {
        fate = .broken
      } else {
        for site in promises[position].sites {
          switch ledger.fate(of: site) {
          case .kept: fate = max(fate, .kept)
          case .blocked(let why):
            fate = .blocked
            reason = reason ?? why
          case .vacuous(let why): reason = reason ?? why
          case nil: break
          }
        }
        if fate == .vacuous, reason == nil, let obstacle {
          fate = .blocked
          reason = obstacle
        }
      }
      fates.fates.append(fate)
      if fate == .blocked || fate == .vacuous {
        if let reason { fates.reasons[position] = reason }
        if fate == .blocked { fates.mostBlocked = max(fates.mostBlocked ?? .may, promises[position].level) }
      }
    }
    borrow(&fates, ledger)
    return fates
  }

  /// Adds what a probe says of promises that are not its own: those it kept or broke, and nothing of the others.
  private func borrow(_ fates: inout CheckFates, _ ledger: CheckLedger) {
    guard let borrowed = borrowed[fates.check] else { return }
    let findings = ledger.broken.filter { $0.rule.family != .transport }
    let broken = findings.isEmpty ? [] : broken(by: findings, among: borrowed)
    for position in borrowed {
      let isJudged = promises[position].sites.contains { site in
        if case .kept = ledger.fate(of: site) { true } else { false }
      }
      guard isJudged || broken.contains(position) else { continue }
      fates.positions.append(position)
      fates.fates.append(broken.contains(position) ? .broken : .kept)
    }
  }

  /// Why nothing was held against the promise at `position`, where nothing stood in the way.
  func vacuity(at position: Int) -> String {
    for site in promises[position].sites {
      switch site.aspect {
      case .field(let field), .member(let field):
        guard let path = fields[site.offset]?.fields[field].path, !path.isEmpty else { continue }
        return "`\(path)` did not come"
      case .json: return "the event did not come"
      default: continue
      }
    }
    return "nothing it speaks of came"
  }

  // MARK: What findings break

  private func broken(by findings: [Finding], among positions: [Int]) -> Set<Int> {
    var broken: Set<Int> = []
    var places: [ExactText: [Int]] = [:]
    for position in positions {
      for pointer in Set(promises[position].pointers) {
        places[ExactText(pointer.description), default: []].append(position)
      }
    }
    for finding in findings {
      var hits: [Int] = []
      var meaning = Meaning(finding: finding, places: places)
      for place in [finding.promise].compactMap({ $0 }) + finding.alsoBreaks {
        hits += promises(meantBy: &meaning, at: place.pointer, among: positions)
      }
      // A finding that counts breaks something, no matter which judge reported it.
      if hits.isEmpty, finding.level > .may { hits = aspect([.answer], among: positions) }
      if hits.isEmpty, finding.level > .may { hits = Array(positions.prefix(1)) }
      broken.formUnion(hits)
    }
    return broken
  }

  /// A finding, while what it breaks is looked for.
  private struct Meaning {
    let finding: Finding
    /// The promises that stand at each place.
    let places: [ExactText: [Int]]
    /// The fields its places are, by the byte offset of what speaks of them.
    var fields: [Int: Set<Int>] = [:]
  }

  private func promises(meantBy meaning: inout Meaning, at pointer: String, among positions: [Int]) -> [Int] {
    let finding = meaning.finding
    let aspects = finding.rule.aspects
    let standing = meaning.places[pointer] ?? []
    if aspects == [.answer] { return aspect(aspects, among: positions) }
    if !aspects.isEmpty {
      let meant = aspect(aspects, among: positions)
      let there = meant.filter { promises[$0].pointers.contains { pointer.hasPrefix($0.description) } }
      if !there.isEmpty { return there }
      let exact = standing.filter { !meant.contains($0) }
      if exact.isEmpty || finding.rule == .pollFailed { return meant }
      return exact
    }
    var found = standing
    if found.count > 1 { found = narrowed(found) { speaksOfPlace($0, &meaning) } }
    if found.count > 1 { found = narrowed(found) { promises[$0].level == finding.level } }
    guard found.isEmpty, finding.level > .may else { return found }
    // A keyword inside a branch, or a body as a whole: what stands nearest to it.
    func shared(_ position: Int) -> Int {
      promises[position].pointers.map { pointer.commonPrefix(with: $0.description) }.max() ?? 0
    }
    let nearest = positions.map(shared).max() ?? 0
    return narrowed(positions.filter { nearest > 1 && shared($0) == nearest }) { speaksOfPlace($0, &meaning) }
  }

  private func aspect(_ aspects: [PromiseSite.Aspect], among positions: [Int]) -> [Int] {
    for aspect in aspects {
      let found = positions.filter { promises[$0].sites.contains { $0.aspect == aspect } }
      if !found.isEmpty { return found }
    }
    return []
  }

  private func narrowed(_ positions: [Int], _ isMeant: (Int) -> Bool) -> [Int] {
    let meant = positions.filter(isMeant)
    return meant.isEmpty ? positions : meant
  }

  /// Whether a promise is made of the very field one of the finding's places is.
  private func speaksOfPlace(_ position: Int, _ meaning: inout Meaning) -> Bool {
    for site in promises[position].sites {
      switch site.aspect {
      case .field(let field), .member(let field):
        let finding = meaning.finding
        let known =
          meaning.fields[site.offset]
          ?? Set(
            ([finding.place] + finding.alsoAt).compactMap { fields[site.offset]?.field(at: $0.valueOrRoot) }
          )
        meaning.fields[site.offset] = known
        if known.contains(field) { return true }
      default: continue
      }
    }
    return false
  }
}

extension Rule {
  /// The sides of a promise its finding breaks, the likeliest first; none where the place of the promise says it.
  fileprivate var aspects: [PromiseSite.Aspect] {
    switch self {
    case .status, .noRoute: [.answer]
    case .header: [.presence]
    case .pollUnknownState: [.states]
    case .pollInitial: [.initial]
    case .pollFailed, .streamFailed, .streamEnded, .streamTruncated, .streamEmpty, .streamWithin: [.ending, .answer]
    case .streamNotJSON: [.json]
    default: family == .transport ? [.answer] : []
    }
  }
}

extension String {
  /// How many reference tokens two JSON Pointers begin with alike.
  fileprivate func commonPrefix(with other: String) -> Int {
    zip(split(separator: "/"), other.split(separator: "/")).prefix { $0 == $1 }.count
  }
}

extension PromiseCatalogue {
  /// Where the promises of `operation` stand among all.
  fileprivate func positions(of operation: AssayContract.Operation) -> [Int] {
    var start = 0
    for group in groups {
      if group.name == operation.name, !group.checks.isEmpty { return Array(start..<start + group.promises.count) }
      start += group.promises.count
    }
    return []
  }
}

extension CataloguedPromise {
  /// What is promised of a probe's answer.
  fileprivate init(_ probe: Probe, of operation: AssayContract.Operation, checkedIn check: String) {
    self.init(
      probe.sentence(of: operation),
      level: probe.level,
      sources: probe.promise.sources,
      checks: [check],
      pointers: [probe.promise.pointer],
      sites: [PromiseSite(probe.promise, .answer)]
    )
  }
}
