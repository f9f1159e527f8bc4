import AssayContract
import AssayFindings
import AssayHTTP
import AssayKit
import AssayObservation
import AssayReport
import AssaySecrets
import AssayText
import AssayVerifier
import Foundation
import TestKit
import Testing

@testable import AssayFaults

/// What holds of every run, tried on wrong responses of the project's own contracts. `make properties` tries many more.
struct PropertyTests {
  static let names = Gallery.names + Gallery.examples
  /// The number of pairs tried of each contract.
  private static let pairs = ProcessInfo.processInfo.environment["ASSAY_PATIENT_TESTS"] == nil ? 60 : 300

  /// A contract, and what its mock responds.
  private struct Subject: Sendable {
    var contract: Contract
    var observations: [Observation]
    var servers: [RecordedRun.Server]

    init(_ name: String) async throws {
      contract = try Gallery.contract(name)
      let run = await MockRun.inMemory(contract)
      observations = run.observations
      servers = run.result.servers.map { .init(name: $0.name, url: $0.url) }
    }

    /// The verdict on `observations`, or on those the mock made.
    func result(of observations: [Observation]? = nil) async -> RunResult {
      var run = RecordedRun(service: contract.service, started: DateTime(millisecondsSinceEpoch: 0), servers: servers)
      run.observations = self.observations
      run.recordedCalls = run.calls
      run.observations = observations ?? self.observations
      let replay = Replay(of: HARLog(creatorVersion: "", runs: [run]), against: contract)
      var settings = RunSettings(jobs: 1)
      settings.runsUnsafe = true
      return await Verifier(replaying: replay, settings: settings).run(version: "", started: "").value
    }

    func result(with mutants: Mutant...) async -> RunResult {
      var observations = observations
      for mutant in mutants { observations[mutant.position].content = mutant.content }
      return await result(of: observations)
    }

    /// The wrong responses made of one observation.
    func mutants(of observation: Observation, at position: Int) -> [Mutant] {
      var mutation = ObservationMutation(of: contract)
      mutation.change(observation, at: position, responses: nil)
      return mutation.mutants
    }

    var mutants: [Mutant] { observations.indices.flatMap { mutants(of: observations[$0], at: $0) } }
  }

  private static func name(_ mutant: Mutant) -> String {
    "\(mutant.operation): \(mutant.place) \(mutant.change.words)"
  }

  /// The `must`s that were kept, each in words.
  private static func keptMusts(_ result: RunResult) -> Set<String> {
    Set(result.kept.filter { $0.level == .must }.map(\.promise))
  }

  /// Those of `musts` that were broken: neither kept nor left unjudged.
  private static func broken(_ musts: Set<String>, in result: RunResult) -> Set<String> {
    musts.subtracting(keptMusts(result)).subtracting(result.unjudged.map(\.promise))
  }

  /// Whatever else is wrong with a response, a `must` it breaks is not kept.
  @Test(arguments: names) func nothingHidesABrokenMust(name: String) async throws {
    let subject = try await Subject(name)
    let conforming = await subject.result()
    #expect(conforming.isConforming, "\(conforming.failureDescription)")
    let kept = Self.keptMusts(conforming)
    let mutants = subject.mutants
    var numbers = SeededNumbers(seed: 7)
    var tried = 0
    for _ in 0..<(20 * Self.pairs) where tried < Self.pairs {
      guard let first = mutants.randomElement(using: &numbers) else { break }
      var changed = subject.observations[first.position]
      changed.content = first.content
      // What is wrong already may be changed, or hold, what the second change is made to.
      let others = subject.mutants(of: changed, at: first.position).filter { second in
        !second.place.hasPrefix(first.place) && !first.place.hasPrefix(second.place)
      }
      guard let second = others.randomElement(using: &numbers),
        let alone = mutants.first(where: { $0.position == second.position && Self.name($0) == Self.name(second) })
      else { continue }
      let broken = Self.broken(kept, in: await subject.result(with: alone))
      if broken.isEmpty { continue }
      tried += 1
      let both = await subject.result(with: second)
      let names = "\(Self.name(first)), and \(Self.name(second))"
      #expect(!both.isConforming, "\(names)")
      // A poll or stream that ends earlier may end before it.
      guard case .exchange = changed.content else { continue }
      // What the first change alone breaks, or takes the ground from, may be whole again with both.
      let untouched = Self.keptMusts(await subject.result(with: first))
      let hidden = broken.intersection(untouched).intersection(Self.keptMusts(both))
      #expect(hidden.isEmpty, "\(names): \(hidden.sorted())")
    }
    #expect(tried > 0)
  }

  /// Findings are how the ledger is shown: without them a run is as red, and every report says what the ledger says.
  @Test(arguments: names) func reportsSayWhatTheLedgerSays(name: String) async throws {
    let subject = try await Subject(name)
    var numbers = SeededNumbers(seed: 11)
    for mutant in subject.mutants.shuffled(using: &numbers).prefix(Self.pairs / 6) {
      var result = await subject.result(with: mutant)
      Self.expectAgreement(result, Self.name(mutant))
      let (isConforming, statuses) = (result.isConforming, result.checks.map(\.status))
      result.findings = []
      #expect(result.isConforming == isConforming && result.checks.map(\.status) == statuses, "\(Self.name(mutant))")
    }
  }

  private static func expectAgreement(_ result: RunResult, _ name: String) {
    let summary = result.summary
    let broken = summary.failed + summary.errors
    #expect(result.isConforming == (broken == 0), "\(name)")
    let junit = ReportFormat.junit.render([result])
    #expect(junit.contains("failures=\"\(summary.failed)\""), "\(name)")
    // Checks that others explain are skipped there.
    #expect(broken == 0 || junit.contains("<failure") || junit.contains("<error"), "\(name)")
    let tap = ReportFormat.tap.render([result]).split(separator: "\n")
    #expect(tap.count { $0.hasPrefix("not ok") && !$0.contains("# TODO") } >= min(1, broken), "\(name)")
    let sarif = ReportFormat.sarif.render([result])
    #expect(
      result.isConforming || sarif.contains("\"level\": \"error\"") || sarif.contains("\"executionSuccessful\": false"),
      "\(name)"
    )
    let page = ReportFormat.markdown.render([result])
    #expect(page.contains("✗") || page.contains("?") || result.isConforming, "\(name)")
  }

  /// A run is red if it has a finding that the accepted run did not have.
  @Test(arguments: names) func aBaselineAcceptsNothingNew(name: String) async throws {
    let subject = try await Subject(name)
    var numbers = SeededNumbers(seed: 13)
    var runs: [RunResult] = []
    for mutant in subject.mutants.shuffled(using: &numbers).prefix(12) {
      runs.append(await subject.result(with: mutant))
    }
    for known in runs {
      let baseline = FindingBaseline().updated(by: [known])
      let accepted = Set(known.findings.flatMap(\.identities))
      for run in runs {
        let new = run.findings.filter { $0.level == .must && !accepted.isSuperset(of: $0.identities) }
        let judged = run.accepting(baseline, strict: false)
        #expect(new.isEmpty || !judged.isConforming, "\(new.map(\.message))")
      }
    }
  }

  // MARK: Recordings

  /// A recording is refused if a call is missing or doubled, or is not the one its step makes.
  @Test(arguments: names) func aRecordingHasEveryCallOnce(name: String) async throws {
    let subject = try await Subject(name)
    for position in subject.observations.indices {
      let observation = subject.observations[position]
      // What cleans up after a scenario is not judged.
      if observation.check.contains("/after/") { continue }
      var others = subject.observations
      others.remove(at: position)
      #expect(!(await subject.result(of: others)).isConforming, "without \(observation.check)")
      others = subject.observations
      others.insert(observation, at: position)
      #expect(!(await subject.result(of: others)).isConforming, "\(observation.check) twice")
      // Of a call that was redirected the last request is recorded.
      if subject.contract.operation(named: observation.operation)?.followsRedirects ?? true { continue }
      for (words, change) in Self.changes {
        others = subject.observations
        others[position].content = observation.content.with(change)
        let result = await subject.result(of: others)
        #expect(!result.isConforming, "\(observation.check) with \(words)")
        #expect(result.findings.isEmpty, "\(result.failureDescription)")
      }
    }
  }

  private static let changes: [(String, @Sendable (inout HTTPRequest) -> Void)] = [
    ("a different method", { $0.method = $0.method == "GET" ? "POST" : "GET" }),
    ("a different path", { $0.url = $0.url.split(separator: "?")[0] + "-of-old" }),
    ("a further query parameter", { $0.url += ($0.url.contains("?") ? "&" : "?") + "of=old" }),
  ]
}

extension Observation.Content {
  /// The observation of a call whose request was `change`d; of a poll, all of its calls.
  fileprivate func with(_ change: (inout HTTPRequest) -> Void) -> Observation.Content {
    switch self {
    case .exchange(var exchange):
      change(&exchange.request)
      return .exchange(exchange)
    case .stream(var stream):
      change(&stream.request)
      return .stream(stream)
    case .poll(var poll):
      for index in poll.answers.indices { change(&poll.answers[index].exchange.request) }
      return .poll(poll)
    case .absent: return self
    }
  }
}
