import AssayContract
import AssayFindings
import AssayLint
import AssaySecrets
import AssayText

/// The fate of each promise of one check: kept, broken, vacuous (nothing to test) or blocked (not judged).
struct CheckFates: Sendable {
  var check = ""
  /// The positions of the check's promises in the ``PromiseTable``.
  var positions: [Int] = []
  /// The fate of each promise, in the same order.
  var fates: [PromiseFate] = []
  /// The reason why a promise was not judged, by its position in the table.
  var reasons: [Int: BlockReason] = [:]
  /// The most severe level among the blocked promises; `nil` if none is blocked.
  var mostBlocked: Level?

  /// Returns the reason why the check judged nothing. `nil` if it judged at least one of its `must`s or, if it has
  /// none, at least one promise.
  ///
  /// Probes always return `nil`: the documents do not say what their result is.
  func idle(in table: PromiseTable) -> String? {
    if positions.isEmpty || table.isProbe(check) { return nil }
    let hasMusts = positions.contains { table.promises[$0].level == .must }
    var (count, first) = (0, Int?.none)
    for (position, fate) in zip(positions, fates) where !hasMusts || table.promises[position].level == .must {
      if fate != .vacuous, fate != .blocked { return nil }
      first = first ?? position
      count += 1
    }
    guard let first else { return nil }
    let name = hasMusts ? Level.must.rawValue : "promise"
    return "none of \(count.counted(name)) applies: \(reasons[first]?.text ?? table.vacuity(at: first))"
  }

  /// What the blocked promises of at least `level` follow from; `nil` if one of them follows from nothing.
  func causes(in table: PromiseTable, from level: Level) -> [UnjudgedPromise.Cause]? {
    var causes: [UnjudgedPromise.Cause] = []
    for (position, fate) in zip(positions, fates) where fate == .blocked && table.promises[position].level >= level {
      guard let cause = reasons[position]?.cause else { return nil }
      if !causes.contains(cause) { causes.append(cause) }
    }
    return causes
  }

  /// Returns why the most severe of the blocked promises were not judged, and how many there are; `nil` if none is
  /// blocked.
  func obstacle(in table: PromiseTable) -> (count: Int, reason: String)? {
    let blocked = zip(positions, fates).filter { $1 == .blocked && table.promises[$0].level == mostBlocked }.map(\.0)
    guard let first = blocked.first else { return nil }
    return (blocked.count, reasons[first]?.text ?? "")
  }
}

/// The fate of each promise in a run: the most decisive one in any check.
struct PromiseLedger: Sendable {
  /// The first check with the fate of a promise.
  private struct Origin {
    var check: String
    /// The position of the scenario in the plan.
    var scenario: Int
    var reason: BlockReason?
  }

  private let table: PromiseTable
  /// For each promise, by its position, its fate, with the number of checks that have it; `nil` for one that no check has
  /// tested so far.
  private var fates: [(fate: PromiseFate, checks: Int)?]
  /// The origin of each of these fates; apart from them, as each check adds to the fates, and few are the first.
  private var origins: [Int: Origin] = [:]

  init(_ table: PromiseTable) {
    self.table = table
    fates = Array(repeating: nil, count: table.promises.count)
  }

  /// Adds the results of a check of the scenario at position `scenario` in the plan.
  mutating func add(_ check: CheckFates, of scenario: Int) {
    for (position, fate) in zip(check.positions, check.fates) {
      // Where two fates are the same the first check is named.
      if let known = fates[position]?.fate, known >= fate {
        if known == fate { fates[position]?.checks += 1 }
        continue
      }
      fates[position] = (fate, 1)
      origins[position] = Origin(check: check.check, scenario: scenario, reason: check.reasons[position])
    }
  }

  /// Returns the fate of each promise with the check that determined it, in the order of the catalogue.
  func promises(in context: RunContext) -> [RunPart.Promise] {
    fates.enumerated().compactMap { position, known in
      guard let known, let origin = origins[position] else { return nil }
      let promise = table.promises[position]
      var told = RunPart.Promise(
        position: position,
        fate: known.fate,
        scenario: origin.scenario,
        kept: nil,
        unjudged: nil
      )
      if known.fate == .kept {
        told.kept = KeptPromise(
          promise: promise.sentence,
          level: promise.level,
          check: origin.check,
          checks: known.checks
        )
      }
      guard known.fate == .vacuous || known.fate == .blocked else { return told }
      told.unjudged = UnjudgedPromise(
        promise: promise.sentence,
        level: promise.level,
        check: origin.check,
        kind: known.fate == .blocked ? .blocked : .vacuous,
        reason: context.vault.hide(origin.reason?.text ?? table.vacuity(at: position)),
        because: origin.reason?.cause?.mapTexts(context.vault.hide),
        sources: promise.sources,
        place: promise.pointers.first.map(context.contract.place(at:))
      )
      return told
    }
  }
}
