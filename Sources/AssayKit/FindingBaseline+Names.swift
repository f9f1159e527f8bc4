import AssayContract
public import AssayFindings
import AssayVerifier

/// Finding of entries whose contract or check no longer exists.
extension FindingBaseline {
  /// Returns the entries whose contract is in `suites` or `results` but whose check is not: the check was renamed or
  /// removed, so that the entry accepts nothing.
  public func unmatched(in suites: [ConformanceSuite], _ results: [RunResult]) -> [Entry] {
    var known: [String: Set<String>] = [:]
    for result in results {
      known[result.contract, default: []]
        .formUnion(result.checks.map(\.id) + result.findings.flatMap(\.identities).map(\.check))
    }
    for suite in suites { known[suite.service, default: []].formUnion(suite.checks(.all(withProbes: false))) }
    func isUnknown(_ entry: Entry) -> Bool { known[entry.contract].map { !$0.contains(entry.check) } ?? false }
    let suspects = Set(entries.filter(isUnknown).map(\.contract))
    // Probes are derived only where an entry may be of one.
    for suite in suites where suspects.contains(suite.service) {
      known[suite.service, default: []].formUnion(suite.checks(.all(withProbes: true)))
    }
    return entries.filter { entry in
      isUnknown(entry) && !suites.contains { $0.service == entry.contract && $0.judgesRecording(in: entry.check) }
    }
  }

  /// Returns the contracts with entries that are not in `suites`, in the order of the file.
  public func absentContracts(in suites: [ConformanceSuite]) -> [String] {
    let services = Set(suites.map(\.service))
    var seen: Set<String> = []
    return entries.map(\.contract).filter { !services.contains($0) && seen.insert($0).inserted }
  }
}

extension ConformanceSuite {
  /// Returns true if `check` may be a check of a browser's or proxy's recording.
  func judgesRecording(in check: String) -> Bool {
    contract.operations.contains { check.hasPrefix("\(Replay.scenario)/\($0.name)") }
  }
}

extension VerifyOptions {
  /// Returns options that select every check, including unsafe scenarios and, if `withProbes`, all probes.
  fileprivate static func all(withProbes: Bool) -> VerifyOptions {
    var options = VerifyOptions()
    options.selection.runsUnsafe = true
    guard withProbes else { return options }
    var probes = ProbeOptions()
    (probes.most, probes.isUnsafe) = (100_000, true)
    options.probes = probes
    return options
  }
}
