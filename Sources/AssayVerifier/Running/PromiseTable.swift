import AssayContract
import AssayFindings
import AssayJSON
import AssayJudging
import AssayLint
import AssaySchema

/// The promises of a contract that a plan tests, and the checks that test each; made once for a run.
struct PromiseTable: Sendable {
  /// All promises of the contract's catalogue in its order, followed by those of the plan's probes.
  let promises: [CataloguedPromise]
  /// The fields that each schema describes, with their promises, by the byte offset of the schema in the contract.
  let fields: [Int: SchemaFields]
  /// For each check, by id, the positions in ``promises`` of the promises it tests.
  private let positions: [String: [Int]]

  /// For each probe, the positions of the operation's promises, which its response may break although the probe does
  /// not test all of them.
  private let borrowed: [String: [Int]]
  /// The ids of the checks that are probes.
  private let probes: Set<String>

  init(of contract: Contract, probedBy plan: Plan) {
    let catalogue = PromiseCatalogue(of: contract)
    var positions: [String: [Int]] = [:]
    var own: [String: [Int]] = [:]
    var start = 0
    for group in catalogue.groups {
      let all = Array(start..<start + group.promises.count)
      start += group.promises.count
      for check in group.checks { positions[check] = positions[check].map { $0 + all } ?? all }
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
      case .refusal, .anyAnswer, .course: continue
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

  /// Returns true if `check` is a probe.
  func isProbe(_ check: String) -> Bool { probes.contains(check) }

  /// Returns the fate of each promise of `check`, read from the record of its judges.
  ///
  /// `obstacle` says why it was not made, or not to its end; `nil` where it was. A server that cannot be reached breaks no promise of its
  /// operations: they are blocked.
  func fates(of check: String, _ ledger: CheckLedger, obstacle: BlockReason?) -> CheckFates {
    let positions = positions[check] ?? []
    var fates = CheckFates(check: check, positions: positions)
    fates.fates.reserveCapacity(positions.count)
    let broken = broken(by: ledger, among: positions, orElse: .answer)
    let obstacle = obstacle ?? ledger.obstacle
    for position in positions {
      var fate = PromiseFate.vacuous
      var reason: BlockReason?
      if broken.contains(position) {
        fate = .broken
      } else {
        for site in promises[position].sites {
          switch ledger.fate(of: site) {
          case .kept: fate = max(fate, .kept)
          case .blocked(let why):
            fate = .blocked
            reason = reason ?? why
          case .vacuous(let why): reason = reason ?? BlockReason(why)
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
        if let reason { fates.reasons[position] = reason.of(check) }
        if fate == .blocked { fates.mostBlocked = max(fates.mostBlocked ?? .may, promises[position].level) }
      }
    }
    borrow(&fates, ledger)
    return fates
  }

  /// Adds the results of promises of the operation that the response to a probe kept or broke.
  private func borrow(_ fates: inout CheckFates, _ ledger: CheckLedger) {
    guard let borrowed = borrowed[fates.check] else { return }
    let broken = broken(by: ledger, among: borrowed)
    for position in borrowed {
      let isJudged = promises[position].sites.contains { site in
        if case .kept = ledger.fate(of: site) { true } else { false }
      }
      guard isJudged || broken.contains(position) else { continue }
      fates.positions.append(position)
      fates.fates.append(broken.contains(position) ? .broken : .kept)
    }
  }

  /// Returns the reason why the promise at `position` had nothing to test, for example because the member was not
  /// received.
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

  /// Returns those of `positions` whose promises are broken. If a broken promise is not among them, all promises with
  /// the aspect `unlisted` also count as broken.
  private func broken(by ledger: CheckLedger, among positions: [Int], orElse unlisted: PromiseSite.Aspect? = nil)
    -> Set<Int>
  {
    if !ledger.isBroken { return [] }
    var holders: [PromiseSite: [Int]] = [:]
    for position in positions {
      for site in promises[position].sites { holders[site, default: []].append(position) }
    }
    var broken: Set<Int> = []
    for promise in ledger.broken {
      let told = holders[promise.site] ?? []
      let alike = told.filter { promises[$0].level == promise.level }
      broken.formUnion(alike.isEmpty ? told : alike)
      if told.isEmpty, promise.level > .may, let unlisted {
        broken.formUnion(positions.filter { promises[$0].sites.contains { $0.aspect == unlisted } })
      }
    }
    return broken
  }
}

extension PromiseCatalogue {
  /// Returns the positions in the catalogue of the promises of `operation`.
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
  /// Makes the promise that the response to a probe is the expected one.
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
