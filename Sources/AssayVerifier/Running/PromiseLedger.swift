import AssayContract
import AssayFindings
import AssayLint
import AssaySecrets
import AssayText

/// The fates of the promises of one check.
struct CheckFates: Sendable {
  var check = ""
  /// The promises, by their positions in the table.
  var positions: [Int] = []
  /// The fate of each of them.
  var fates: [PromiseFate] = []
  /// Why some were not judged, by their positions.
  var reasons: [Int: BlockReason] = [:]
  /// The weight of the gravest blocked one; `nil` where none is.
  var mostBlocked: Level?

  /// Why nothing in the check was judged; `nil` where one of its `must`s was, or, where it has none, any promise.
  ///
  /// A probe is not held to it: the documents leave open what becomes of it.
  func idle(in table: PromiseTable) -> String? {
    if positions.isEmpty || table.isProbe(check) { return nil }
    let fates = zip(positions, fates)
    let musts = fates.filter { table.promises[$0.0].level == .must }
    let counted = musts.isEmpty ? Array(fates) : musts
    guard let first = counted.first, counted.allSatisfy({ $0.1 == .vacuous || $0.1 == .blocked }) else { return nil }
    let name = musts.isEmpty ? "promise" : Level.must.rawValue
    return "none of \(counted.count.counted(name)) applies: \(reasons[first.0]?.text ?? table.vacuity(at: first.0))"
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

  /// Why the gravest blocked promise was not judged, and how many there are of that weight.
  func obstacle(in table: PromiseTable) -> (count: Int, reason: String)? {
    let blocked = zip(positions, fates).filter { $1 == .blocked && table.promises[$0].level == mostBlocked }.map(\.0)
    guard let first = blocked.first else { return nil }
    return (blocked.count, reasons[first]?.text ?? "")
  }
}

/// The fates of all promises of a run, check by check.
struct PromiseLedger: Sendable {
  private struct Entry {
    var fate: PromiseFate
    var check: String
    /// The place of its scenario in the plan.
    var scenario: Int
    var reason: BlockReason?
    /// The number of checks with this fate.
    var checks = 1
  }

  private let table: PromiseTable
  private var entries: [Int: Entry] = [:]

  init(_ table: PromiseTable) { self.table = table }

  /// Takes in what became of the promises of a check of the `scenario`th scenario of the plan.
  mutating func add(_ check: CheckFates, of scenario: Int) {
    for (position, fate) in zip(check.positions, check.fates) {
      // Where two fates are the same the first check is named.
      if let entry = entries[position], entry.fate >= fate {
        if entry.fate == fate { entries[position]?.checks += 1 }
        continue
      }
      entries[position] = Entry(fate: fate, check: check.check, scenario: scenario, reason: check.reasons[position])
    }
  }

  /// Returns the fate of each promise, in the order of the catalogue.
  func promises(in context: RunContext) -> [RunPart.Promise] {
    entries.sorted { $0.key < $1.key }.map { position, entry in
      let promise = table.promises[position]
      var told = RunPart.Promise(
        position: position,
        fate: entry.fate,
        scenario: entry.scenario,
        kept: nil,
        unjudged: nil
      )
      if entry.fate == .kept {
        told.kept = KeptPromise(
          promise: promise.sentence,
          level: promise.level,
          check: entry.check,
          checks: entry.checks
        )
      }
      guard entry.fate == .vacuous || entry.fate == .blocked else { return told }
      told.unjudged = UnjudgedPromise(
        promise: promise.sentence,
        level: promise.level,
        check: entry.check,
        kind: entry.fate == .blocked ? .blocked : .vacuous,
        reason: context.vault.hide(entry.reason?.text ?? table.vacuity(at: position)),
        because: entry.reason?.cause?.mapTexts(context.vault.hide),
        sources: promise.sources,
        place: promise.pointers.first.map(context.contract.place(at:))
      )
      return told
    }
  }
}
