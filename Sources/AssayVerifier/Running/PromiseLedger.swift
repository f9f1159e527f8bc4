import AssayFindings
import AssayLint

/// What became of a promise; where several checks come to different fates, the greatest counts.
enum Fate: Int, Sendable, Comparable {
  case vacuous, kept, blocked, broken

  static func < (left: Fate, right: Fate) -> Bool { left.rawValue < right.rawValue }
}

/// What became of the promises of one check.
struct CheckFates: Sendable {
  var check = ""
  /// The promises, by their positions in the table.
  var positions: [Int] = []
  /// The fate of each of them.
  var fates: [Fate] = []
  /// Why some were not judged, by their positions.
  var reasons: [Int: String] = [:]
  /// The weight of the gravest blocked one; `nil` where none is.
  var mostBlocked: Level?

  /// Why the gravest blocked promise was not judged, and how many there are of that weight.
  func obstacle(in table: PromiseTable) -> (count: Int, reason: String)? {
    let blocked = zip(positions, fates).filter { $1 == .blocked && table.promises[$0].level == mostBlocked }.map(\.0)
    guard let first = blocked.first else { return nil }
    return (blocked.count, reasons[first] ?? "")
  }
}

/// What became of every promise of a run, check by check.
struct PromiseLedger: Sendable {
  private struct Entry {
    var fate: Fate
    var check: String
    var reason: String?
    /// How many checks came to this fate.
    var checks = 1
  }

  private let table: PromiseTable
  private var entries: [Int: Entry] = [:]

  init(_ table: PromiseTable) { self.table = table }

  /// Takes in what became of a check's promises.
  mutating func add(_ check: CheckFates) {
    for (position, fate) in zip(check.positions, check.fates) {
      // Where two fates are the same the first check is named.
      if let entry = entries[position], entry.fate >= fate {
        if entry.fate == fate { entries[position]?.checks += 1 }
        continue
      }
      entries[position] = Entry(fate: fate, check: check.check, reason: check.reasons[position])
    }
  }

  /// How many promises came to which fate.
  var counts: PromiseCounts {
    var counts = PromiseCounts()
    for entry in entries.values {
      switch entry.fate {
      case .kept: counts.kept += 1
      case .broken: counts.broken += 1
      case .vacuous: counts.vacuous += 1
      case .blocked: counts.blocked += 1
      }
    }
    return counts
  }

  /// The promises that were kept, in the order of the catalogue.
  var kept: [KeptPromise] {
    table.promises.indices.compactMap { position in
      guard let entry = entries[position], entry.fate == .kept else { return nil }
      let promise = table.promises[position]
      return KeptPromise(promise: promise.sentence, level: promise.level, check: entry.check, checks: entry.checks)
    }
  }

  /// Whether a `must` about the items of a list was not judged though the list is promised to hold some.
  var lacksPromisedItems: Bool {
    entries.contains { position, entry in
      entry.fate == .vacuous && table.promises[position].level == .must && table.isOfPromisedItems(at: position)
    }
  }

  /// The promises that were not judged, in the order of the catalogue; `place` finds what stands at a pointer of the contract.
  func unjudged(hiding hide: (String) -> String, at place: (CataloguedPromise) -> ContractPlace?) -> [UnjudgedPromise] {
    entries.keys.sorted().compactMap { position in
      guard let entry = entries[position], entry.fate == .vacuous || entry.fate == .blocked else { return nil }
      let promise = table.promises[position]
      return UnjudgedPromise(
        promise: promise.sentence,
        level: promise.level,
        check: entry.check,
        kind: entry.fate == .blocked ? .blocked : .vacuous,
        reason: hide(entry.reason ?? table.vacuity(at: position)),
        sources: promise.sources,
        place: place(promise)
      )
    }
  }
}
