public import AssayFindings
import AssayJSON
import AssayText
import AssayVerifier

/// The durations of checks in an earlier run, by which the checks of a run are divided among machines.
public struct Timings: Sendable, Hashable {
  /// The durations by the contract's `service` and the check's id.
  let checks: [String: [String: Duration]]

  /// Reads the durations from the JSON report at `path`. Throws ``ConformanceError/file(path:reason:)`` if it cannot be
  /// read or is not such a report.
  public init(contentsOf path: String) throws(ConformanceError) {
    var checks: [String: [String: Duration]] = [:]
    for run in try WrittenReport(path).runs {
      for check in run["checks"].map({ Array($0.items) }) ?? [] {
        guard let id = check["id"]?.string, let time = check["duration_ms"]?.double, time.isFinite else {
          continue
        }
        checks[run["contract"]?.string ?? "", default: [:]][id] = .microseconds(max(0, min(time, 1e9)) * 1_000)
      }
    }
    self.checks = checks
  }

  /// Returns true if there is a duration for a check of `suites`.
  public func matchesAny(of suites: [ConformanceSuite]) -> Bool {
    suites.contains { suite in
      guard let known = checks[suite.service] else { return false }
      return suite.checks().contains { known[$0] != nil } || known.keys.contains { suite.judgesRecording(in: $0) }
    }
  }
}

/// A run that several machines shared, merged from its parts.
public struct MergedRun: Sendable {
  /// The results, one per contract, equal to those of a run on one machine; the duration is that of the longest part.
  public let results: [RunResult]
  /// True if a broken `should` failed its check.
  public let isStrict: Bool

  /// Merges the JSON reports of all parts of a run, in any order.
  ///
  /// Throws ``ConformanceError/file(path:reason:)`` if a report cannot be read or is not of the same run, and
  /// ``ConformanceError/parts(reason:)`` if one is missing.
  public init(reportsAt paths: [String]) throws(ConformanceError) {
    var reports: [(path: String, parts: [RunPart])] = []
    for path in paths { reports.append((path, try WrittenReport(path).parts())) }
    guard let first = reports.first, let shard = first.parts.first?.shard else {
      throw .parts(reason: "no report to merge")
    }
    var places: [Int: String] = [:]
    for (path, parts) in reports {
      guard parts.map(\.key) == first.parts.map(\.key) else {
        throw .file(
          path: path,
          reason:
            "it is from a different run than \(first.path): its contracts, checks, flags, timings or number of parts differ"
        )
      }
      let index = parts.first?.shard.index ?? 1
      if let other = places.updateValue(path, forKey: index) {
        throw .file(path: path, reason: "it is part \(index), as \(other) is")
      }
    }
    let missing = (1...shard.count).filter { places[$0] == nil }.map { "\($0)/\(shard.count)" }
    guard missing.isEmpty else {
      throw .parts(reason: "no report of \(missing.either) is there; all parts of a run are merged together")
    }
    isStrict = first.parts[0].isStrict
    results = first.parts.indices.map { position in
      let parts = reports.map { $0.parts[position] }
      return RunResult(parts, assay: assayVersion).accepting(FindingBaseline(parts), strict: parts[0].isStrict)
    }
  }
}

extension RunPart {
  /// The properties that all parts of a run have in common.
  fileprivate var key: [String] { [plan, contract, "\(shard.count)", "\(isStrict)"] }
}

extension FindingBaseline {
  /// Makes a baseline of the faults that were accepted when `parts` were run; `nil` if there were none.
  fileprivate init?(_ parts: [RunPart]) {
    let accepted = parts.flatMap { part in part.accepted.map { (part.contract, $0.identity, $0.acceptance) } }
    if accepted.isEmpty { return nil }
    let entries = accepted.map { contract, identity, acceptance in
      Entry(
        contract: contract,
        key: identity.key,
        level: .must,
        rule: "",
        check: identity.check,
        message: "",
        acceptance: acceptance
      )
    }
    self.init(entries: entries)
  }
}
