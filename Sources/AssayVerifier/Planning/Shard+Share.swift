import AssayContract
import AssayFindings
import AssayJSON

extension Shard {
  /// Divides `runs` among the parts of a run: returns for each the number, from 1, of the part that makes it. The
  /// result is the same in every part that is given the same `timings`.
  ///
  /// The longest runs are assigned first, each to the part whose total is the shortest so far. A run takes the time of
  /// its checks in `timings`. If they are not known, the average of the known runs is used; without any timings, the
  /// number of steps.
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
  /// Returns a checksum of the contract's text and the ids of the plan's checks (FNV-1a, 64 bits), which identifies the
  /// plan.
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
