import AssayKit
import AssayReport
import AssayText

/// The flags of `assay verify` for use in a CI pipeline, such as a baseline, retries and shards.
struct GateFlags {
  static let flags = [
    Flag(name: "--baseline", value: "FILE", help: "Known faults; only new ones fail."),
    Flag(name: "--update-baseline", help: "Write the findings into the file of --baseline; none of them fails."),
    .wait,
    .retries,
    Flag(name: "--fail-fast", help: "End the run with the first check that fails."),
    Flag(name: "--last-failed", value: "REPORT.json", help: "Run only the failed checks of this JSON report."),
    Flag(name: "--shard", value: "I/N", help: "Run part I of N of the scenarios; assay report merge joins the parts."),
    Flag(
      name: "--timings",
      value: "REPORT.json",
      help: "Balance the parts by an earlier JSON report; the same for all parts."
    ),
    Flag(name: "--list", help: "List the checks, without a request."),
    Flag(name: "--dry-run", help: "List the checks with their calls and tags, without a request."),
    Flag(name: "--quiet", help: "Print findings and the summary only."),
    Flag(
      name: "--verbose",
      help:
        "Print requests and responses, secrets hidden, on standard error; list each promise that was not judged, and why."
    ),
  ]

  /// The file of `--baseline`; `nil` if the flag is not given.
  private let place: OutputPlace?
  private(set) var baseline: FindingBaseline?
  let wait: Duration?
  private let lastFailed: FailedChecks?

  init(_ arguments: ParsedArguments, isReplay: Bool) throws(ParsedArguments.Mistake) {
    wait = try arguments.duration("--wait")
    lastFailed = try arguments.one("--last-failed").map { path throws(ParsedArguments.Mistake) in
      try FailedChecks(contentsOf: path)
    }
    if arguments.has("--quiet"), arguments.has("--verbose") {
      throw ParsedArguments.Mistake(message: "--quiet and --verbose exclude each other")
    }
    if isReplay, wait != nil { throw ParsedArguments.Mistake(message: "--wait and --replay exclude each other") }
    place = try OutputPlace.baseline(arguments)
    guard let place else { return }
    do throws(ConformanceError) {
      baseline = place.isNew ? FindingBaseline() : try FindingBaseline(contentsOf: place.path)
    } catch {
      throw ParsedArguments.Mistake(message: error.description)
    }
  }

  /// The file of the baseline if it is to be updated; otherwise `nil`.
  var output: OutputPlace? { place.flatMap { $0.isUpdate ? $0 : nil } }

  /// Returns the number of times that a failing scenario is run again. If it is above 0, throws for a replay, which
  /// cannot be run again, and for a run that writes a recording.
  static func retries(_ arguments: ParsedArguments) throws(ParsedArguments.Mistake) -> Int {
    let retries = try arguments.integer(Flag.retries.name, in: 0...100) ?? 0
    if retries > 0, arguments.has("--replay") || arguments.has("--record") {
      throw ParsedArguments.Mistake(message: "--retries needs a run of its own: leave out --record and --replay")
    }
    return retries
  }

  /// Sets the options that the flags give for each run.
  static func apply(_ arguments: ParsedArguments, to options: inout VerifyOptions) throws(ParsedArguments.Mistake) {
    options.limits.retries = try retries(arguments)
    options.failsFast = arguments.has("--fail-fast")
    if let text = arguments.one("--shard") { options.selection.shard = try shard(text) }
    if options.selection.shard != nil, options.probes != nil {
      throw ParsedArguments.Mistake(message: "--shard and --probe exclude each other: probe in a run of its own")
    }
    if let path = arguments.one("--timings") {
      guard arguments.has("--shard") else { throw ParsedArguments.Mistake(message: "--timings needs --shard I/N") }
      do throws(ConformanceError) {
        options.timings = try Timings(contentsOf: path)
      } catch {
        throw ParsedArguments.Mistake(message: error.description)
      }
    }
    guard arguments.has("--verbose") else { return }
    options.transcribe = { check, transcript in
      let lines = VisibleText.lines(transcript, count: 400, limit: 2_000)
      Terminal.complain((["> \(check)"] + lines.map { "> \($0)" }).joined(separator: "\n"))
    }
  }

  private static func shard(_ text: String) throws(ParsedArguments.Mistake) -> Shard {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1], count <= 1_000,
      let shard = Shard(index, of: count)
    else {
      throw ParsedArguments.Mistake(message: "--shard takes I/N, a part from 1 to N of at most 1000, not \(text)")
    }
    return shard
  }

  /// Prints a warning for each check of `--last-failed` that the contracts do not have. Throws if they have none of
  /// them, so that a renamed check does not pass unnoticed.
  func checkNames(_ suites: [ConformanceSuite], _ options: VerifyOptions) throws(ParsedArguments.Mistake) {
    guard let lastFailed else { return }
    let services = Set(suites.map(\.service))
    if services.isDisjoint(with: lastFailed.services) {
      let own = lastFailed.services.sorted().prefix(5).map { VisibleText.line($0) }
      throw ParsedArguments.Mistake(
        message: "the report of --last-failed is of \(own.all), not of \(services.sorted().all)"
      )
    }
    var all = VerifyOptions()
    (all.probes, all.selection.runsUnsafe) = (options.probes, true)
    let failed = suites.flatMap { lastFailed.checks[$0.service] ?? [] }
    let unknown = suites.flatMap { suite in
      let known = Set(suite.checks(all))
      return (lastFailed.checks[suite.service] ?? []).filter { !known.contains($0) }
    }
    if unknown.isEmpty { return }
    let shown =
      unknown.prefix(5).map { VisibleText.line($0) } + (unknown.count > 5 ? ["\(unknown.count - 5) more"] : [])
    let checks = unknown.count == 1 ? "check" : "checks"
    let reason = "renamed, removed, of a recording, or a probe without --probe"
    let message = "no contract has the failed \(checks) \(shown.all) of --last-failed (\(reason))"
    guard unknown.count < failed.count else { throw ParsedArguments.Mistake(message: message) }
    Terminal.complain("warning: \(message)")
  }

  /// Returns the suites and options to run; with `--last-failed`, only failed checks are selected.
  func chosen(_ suites: [ConformanceSuite], _ options: VerifyOptions) -> [(ConformanceSuite, VerifyOptions)] {
    suites.compactMap { suite in
      var options = options
      options.baseline = baseline
      // All parts of a run choose the same; one of them may have nothing to do.
      var whole = options
      whole.selection.shard = nil
      if let lastFailed {
        let failed = Set(lastFailed.checks[suite.service] ?? [])
        whole.selection.only = suite.checks(whole).filter(failed.contains)
        if whole.selection.only.isEmpty { return nil }
        options.selection.only = whole.selection.only
      }
      return suite.hasChecks(whole) ? (suite, options) : nil
    }
  }

  /// Prints a warning if `--timings` lists none of the contracts' checks, or if the part of the run selected by
  /// `--shard` has no checks.
  static func checkParts(_ runs: [(suite: ConformanceSuite, options: VerifyOptions)]) {
    guard let options = runs.first?.options, let shard = options.selection.shard else { return }
    if let timings = options.timings, !timings.matchesAny(of: runs.map(\.suite)) {
      Terminal.complain("warning: --timings names no check of these contracts; the parts are balanced by their steps")
    }
    if runs.allSatisfy({ $0.suite.checks($0.options).isEmpty }) {
      Terminal.complain(
        "warning: --shard \(shard.index)/\(shard.count) has no scenario to run; the other parts have all of them"
      )
    }
  }

  /// Waits until the servers of all contracts respond, and prints those that do not. The run still calls them, so that
  /// every report lists them.
  static func awaitServers(
    _ runs: [(ConformanceSuite, VerifyOptions)],
    within wait: Duration?
  ) async throws(ConformanceError) {
    guard let wait else { return }
    for (suite, options) in runs {
      let silent = try await suite.wait(wait, options)
      guard !silent.isEmpty, !Task.isCancelled else { continue }
      Terminal.complain("warning: \(silent.all) of \(suite.service) did not respond within \(wait.elapsed)")
    }
  }

  /// Prints which entries of the baseline are fixed, expired or match nothing, and writes the baseline if requested;
  /// returns false if writing failed.
  func conclude(_ results: [RunResult], of suites: [ConformanceSuite]) -> Bool {
    guard let baseline, let place else { return true }
    for entry in baseline.unmatched(in: suites, results) {
      let fate = place.isUpdate ? "removed" : "rename its `check`, or remove it with --update-baseline"
      Terminal.complain(
        "warning: \(place.path) accepts a fault of \(entry.contract) in the check \(VisibleText.line(entry.check)), "
          + "which does not exist; \(fate)"
      )
    }
    for contract in baseline.absentContracts(in: suites) {
      let count = baseline.entries.count { $0.contract == contract }
      Terminal.complain(
        "warning: \(place.path) accepts \(count.counted("fault")) of \(VisibleText.line(contract)), "
          + "which is not a contract of this run"
      )
    }
    for entry in baseline.healed(in: results) {
      Terminal.complain("healed: \(entry.contract) \(entry.check): \(VisibleText.line(entry.message))")
    }
    for entry in baseline.expired() {
      Terminal.complain(
        "expired: \(entry.contract) \(entry.check) was accepted until \(entry.acceptance.until): "
          + VisibleText.line(entry.message)
      )
    }
    guard place.isUpdate, !results.contains(where: { $0.outcome == .interrupted }) else { return true }
    guard results.contains(where: { $0.checks.contains { $0.status != .error && $0.status != .skipped } }) else {
      Terminal.complain("error: no check could be judged; \(place.path) is unchanged")
      return false
    }
    let updated = baseline.updated(by: results, of: suites)
    Terminal.complain(
      "note: \(place.path) now has \(updated.entries.count.counted("known fault")), which do not fail the run"
    )
    return place.write(updated.text)
  }

  /// Returns the results in which all faults of the updated baseline are accepted; unchanged without an update.
  func updated(_ results: [RunResult], strict: Bool) -> [RunResult] {
    guard output != nil, let baseline else { return results }
    let new = baseline.updated(by: results)
    return results.map { $0.accepting(new, strict: strict) }
  }
}

/// The checks that failed according to a JSON report, by contract.
struct FailedChecks {
  /// The ids of the failed checks, by the services of the contracts in the report.
  let checks: [String: [String]]
  var services: Set<String> { Set(checks.keys) }

  init(contentsOf path: String) throws(ParsedArguments.Mistake) {
    do throws(ConformanceError) {
      checks = try ConformanceSuite.failedChecks(inReport: path)
    } catch {
      throw ParsedArguments.Mistake(message: error.description)
    }
  }
}

extension OutputPlace {
  /// Returns the file of `--baseline`, which `--update-baseline` writes; `nil` if it is not given.
  static func baseline(_ arguments: ParsedArguments) throws(ParsedArguments.Mistake) -> OutputPlace? {
    let isUpdate = arguments.has("--update-baseline")
    guard let path = arguments.one("--baseline") else {
      if isUpdate { throw ParsedArguments.Mistake(message: "--update-baseline needs --baseline FILE") }
      return nil
    }
    return OutputPlace(flag: "--baseline \(path)", content: "the baseline", path: path, isUpdate: isUpdate)
  }

  /// True if the file is to be written and does not exist yet, so that it cannot be read.
  var isNew: Bool { isUpdate && !FileAccess.exists(path) }
}
