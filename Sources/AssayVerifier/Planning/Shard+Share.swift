import AssayContract
import AssayFindings
import AssayJSON

extension Shard {
  /// The part, from 1, that makes each of `runs`: the same in every part that is given the same `timings`.
  ///
  /// The longest go first, each to the part that has the least so far. A scenario takes as long as its checks did by
  /// `timings`; one that is not in there as long as one usually does, or where nothing is, as it has steps.
  func parts(of runs: [Plan.Run], _ timings: [String: Duration]) -> [Int] {
    let known = runs.map { run in
      let times = run.checks.compactMap { timings[$0.id] }
      return times.isEmpty ? nil : times.reduce(.zero, +)
    }
    let measured = known.compactMap { $0 }
    let usual = measured.isEmpty ? nil : measured.reduce(.zero, +) / measured.count
    let weights = zip(runs, known).map { run, known in
      // Never nothing: those that took no time are shared out evenly, too.
      max(known ?? usual ?? .seconds(run.steps.count), .microseconds(1))
    }
    let longestFirst = runs.indices.sorted { (weights[$1], $0) < (weights[$0], $1) }
    var loads = [Duration](repeating: .zero, count: count)
    var parts = [Int](repeating: 1, count: runs.count)
    for position in longestFirst {
      guard let lightest = loads.indices.min(by: { (loads[$0], $0) < (loads[$1], $1) }) else { continue }
      loads[lightest] += weights[position]
      parts[position] = lightest + 1
    }
    return parts
  }
}

extension Plan {
  /// The identity of a plan: a checksum of its contract's text and its checks (FNV-1a, 64 bits).
  static func mark(of contract: Contract, _ checks: [String]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func take(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for byte in contract.document.bytes { take(byte) }
    for check in checks {
      take(0)
      for byte in check.utf8 { take(byte) }
    }
    return String(hash, radix: 16)
  }
}
