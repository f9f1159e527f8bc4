import AssayContract
import AssayFindings
import AssayHTTP
import AssayKit
import AssayLint
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
    var promises: [CataloguedPromise]

    /// A promise, by its place in the catalogue, and a wrong response that breaks it.
    struct Breaking {
      var promise: Int
      var mutant: Mutant
      /// The promises that are kept all the same.
      var kept: Set<Int>
    }

    func level(_ promise: Int) -> Level { promises[promise].level }

    /// The first answer, the first poll and the first stream.
    var firstOfEachShape: [Int] {
      var shapes: Set<String> = []
      return observations.indices.filter { index in
        switch observations[index].content {
        case .exchange(let exchange): exchange.json != nil && shapes.insert("answer").inserted
        case .poll: shapes.insert("poll").inserted
        case .stream: shapes.insert("stream").inserted
        case .absent: false
        }
      }
    }

    /// A wrong response for each promise that one breaks, the one that breaks the fewest others.
    func mutantsByPromise(at position: Int) async -> [Breaking] {
      var found: [Int: (Breaking, count: Int)] = [:]
      for mutant in mutants(of: observations[position], at: position) {
        let fates = PropertyTests.fates(await result(with: mutant))
        let broken = fates.filter { $0.value == .broken }.keys
        let kept = Set(fates.filter { $0.value == .kept }.keys)
        for promise in broken where found[promise].map({ $0.count > broken.count }) ?? true {
          found[promise] = (Breaking(promise: promise, mutant: mutant, kept: kept), broken.count)
        }
      }
      return found.sorted { $0.key < $1.key }.map(\.value.0)
    }

    /// The second change made to what the first one made; `nil` where they are of one place, or the second place is gone.
    func combined(_ first: Mutant, _ second: Mutant) -> Mutant? {
      if second.place.hasPrefix(first.place) || first.place.hasPrefix(second.place) { return nil }
      var changed = observations[first.position]
      changed.content = first.content
      return mutants(of: changed, at: first.position).first { PropertyTests.name($0) == PropertyTests.name(second) }
    }

    init(_ name: String) async throws {
      contract = try Gallery.contract(name)
      promises = PromiseCatalogue(of: contract).promises
      let run = await MockRun.inMemory(contract)
      observations = run.observations
      servers = run.result.servers.map { .init(name: $0.name, url: $0.url) }
    }

    /// The verdict on `observations`, or on those the mock made.
    func result(of observations: [Observation]? = nil, isPart: Bool = false) async -> RunResult {
      var run = RecordedRun(service: contract.service, started: DateTime(millisecondsSinceEpoch: 0), servers: servers)
      run.observations = self.observations
      run.recordedCalls = run.calls
      run.observations = observations ?? self.observations
      let replay = Replay(of: HARLog(creatorVersion: "", runs: [run]), against: contract)
      var settings = RunSettings(jobs: 1)
      settings.selection.runsUnsafe = true
      // A part of a run says the fate of each promise, and all of it is one.
      if isPart { settings.selection.shard = .whole }
      return await Verifier(replaying: replay, settings: settings).run(version: "", started: "").value
    }

    func result(with mutants: Mutant...) async -> RunResult {
      var observations = observations
      for mutant in mutants { observations[mutant.position].content = mutant.content }
      return await result(of: observations, isPart: true)
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

  /// The fate of each promise, by its place in the catalogue.
  private static func fates(_ result: RunResult) -> [Int: PromiseFate] {
    Dictionary((result.part?.promises ?? []).map { ($0.position, $0.fate) }) { first, _ in first }
  }

  /// Whatever else is wrong with a response, a `must` it breaks is broken: every ordered pair of a `should` and a `must` of
  /// one answer, one poll and one stream.
  @Test(arguments: names) func nothingHidesABrokenMust(name: String) async throws {
    let subject = try await Subject(name)
    let conforming = await subject.result(isPart: true)
    #expect(conforming.isConforming, "\(conforming.failureDescription)")
    #expect(!Self.fates(conforming).isEmpty)
    var (count, tried) = (0, 0)
    for position in subject.firstOfEachShape {
      let breaking = await subject.mutantsByPromise(at: position)
      let pairs = breaking.filter { subject.level($0.promise) == .should }.flatMap { first in
        breaking.filter { subject.level($0.promise) == .must }.map { (first, $0) }
      }
      count += pairs.count
      // All of them where there is time, else as many evenly spread.
      let step = Self.pairs > 100 ? 1 : max(1, pairs.count / 20)
      for (first, second) in stride(from: 0, to: pairs.count, by: step).map({ pairs[$0] }) {
        guard let both = subject.combined(first.mutant, second.mutant) else { continue }
        // What the first change keeps from being judged, or takes with it, the second cannot break.
        guard first.kept.contains(second.promise) else { continue }
        tried += 1
        let result = await subject.result(with: both)
        let names = "\(Self.name(first.mutant)), and \(Self.name(second.mutant))"
        #expect(!result.isConforming, "\(names)")
        #expect(Self.fates(result)[second.promise] == .broken, "\(names): \(subject.promises[second.promise].sentence)")
      }
    }
    #expect(tried > 0 || count == 0, "none of \(count) pairs was tried")
    // Each of the four systems has a should beside a must somewhere.
    if Gallery.names.contains(name) { #expect(count > 0) }
  }

  /// Findings are how the ledger is shown: without them a run is as red, and every report says what the ledger says.
  @Test(arguments: names) func reportsSayWhatTheLedgerSays(name: String) async throws {
    let subject = try await Subject(name)
    var numbers = SeededNumbers(seed: 11)
    for mutant in subject.mutants.shuffled(using: &numbers).prefix(Self.pairs / 6) {
      let result = await subject.result(with: mutant)
      Self.expectAgreement(result, Self.name(mutant))
      let identities = result.findings.flatMap(\.identities)
      #expect(identities.count == Set(identities).count, "\(Self.name(mutant)): \(identities)")
      // The verdict is made once more of the part of the run without one of the findings.
      let part = try #require(result.part)
      for index in part.findings.indices {
        var rest = part
        rest.findings.remove(at: index)
        let without = RunResult([rest], assay: "")
        #expect(without.isConforming == result.isConforming, "\(Self.name(mutant)) without a finding")
        Self.expectAgreement(without, "\(Self.name(mutant)) without a finding", hasFindings: false)
      }
    }
  }

  /// SARIF lists findings and nothing else, so that it cannot show a verdict without its findings.
  private static func expectAgreement(_ result: RunResult, _ name: String, hasFindings: Bool = true) {
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
      !hasFindings || result.isConforming || sarif.contains("\"level\": \"error\"")
        || sarif.contains("\"executionSuccessful\": false"),
      "\(name)"
    )
    let page = ReportFormat.markdown.render([result])
    #expect(page.contains("✗") || page.contains("?") || result.isConforming, "\(name)")
    expectOthersAgree(result, name)
  }

  private static func expectOthersAgree(_ result: RunResult, _ name: String) {
    let summary = result.summary
    for format in [ReportFormat.json, .ctrf] {
      let text = format.render([result])
      guard let root = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
        Issue.record("\(name): \(format) is not JSON")
        continue
      }
      let counts = (root["summary"] ?? (root["results"] as? [String: Any])?["summary"]) as? [String: Any] ?? [:]
      let failed = counts["failed"] as? Int
      if format == .json {
        #expect(root["outcome"] as? String == result.outcome.rawValue, "\(name)")
        #expect(failed == summary.failed && (counts["errors"] as? Int ?? 0) == summary.errors, "\(name)")
        #expect(counts["broken"] as? Int == summary.promises.broken, "\(name)")
        #expect(counts["kept"] as? Int == summary.promises.kept, "\(name)")
      } else {
        // Checks that others explain are skipped there.
        #expect((failed ?? 0) > 0 || result.isConforming, "\(name)")
        #expect(!result.isConforming || failed == 0, "\(name)")
      }
    }
    let annotations = ReportFormat.github.render([result]).split(separator: "\n")
    #expect(annotations.contains { $0.hasPrefix("::error ") } == !result.isConforming, "\(name)")
    let page = ReportFormat.html.render([result])
    #expect(page.contains("\(summary.failed) failed") == (summary.failed > 0), "\(name)")
    #expect(page.contains("\(summary.errors) could not be judged") == (summary.errors > 0), "\(name)")
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
