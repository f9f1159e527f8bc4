import AssayContract
import AssayFindings
import AssayHTTP
import AssayKit
import AssayLint
import AssayObservation
import AssayReport
import AssayVerifier
import Foundation
import TestKit
import Testing

@testable import AssayFaults

/// What holds of every run, tried on wrong responses of the project's own contracts. `make properties` tries many more.
struct PropertyTests {
  static let names = Gallery.names + Gallery.examples
  /// The number of pairs tried of each contract.
  static let pairs = ProcessInfo.processInfo.environment["ASSAY_PATIENT_TESTS"] == nil ? 60 : 300

  /// Whatever else is wrong with a response, a `must` it breaks is broken: every ordered pair of a `should` and a `must` of
  /// one answer, one poll and one stream.
  @Test(arguments: names) func nothingHidesABrokenMust(name: String) async throws {
    let subject = try await PropertySubject(name)
    let conforming = await subject.result()
    #expect(conforming.isConforming, "\(conforming.failureDescription)")
    #expect(!PropertySubject.fates(conforming).isEmpty)
    var (count, tried) = (0, 0)
    for position in subject.firstOfEachShape {
      let breaking = await subject.mutantsByPromise(at: position)
      let musts = breaking.filter { subject.level($0.promise) == .must }
      let shoulds = breaking.filter { subject.level($0.promise) == .should }
      // All of them where there is time, else as many evenly spread.
      let step = Self.pairs > 100 ? 1 : max(1, shoulds.count * musts.count / 20)
      for first in shoulds {
        lazy var combined = subject.combined(with: first.mutant)
        for second in musts {
          defer { count += 1 }
          // What the first change keeps from being judged, or takes with it, the second cannot break.
          guard count.isMultiple(of: step), first.kept.contains(second.promise),
            let both = combined[second.key]
          else { continue }
          tried += 1
          let result = await subject.result(with: both)
          let names = "\(PropertySubject.name(first.mutant)), and \(PropertySubject.name(second.mutant))"
          #expect(!result.isConforming, "\(names)")
          let fate = PropertySubject.fates(result)[second.promise]
          #expect(fate == .broken, "\(names): \(subject.promises[second.promise].sentence)")
        }
      }
    }
    #expect(tried > 0 || count == 0, "none of \(count) pairs was tried")
    // Each of the four systems has a should beside a must somewhere.
    if Gallery.names.contains(name) { #expect(count > 0) }
  }

  /// Findings are how the ledger is shown: without them a run is as red, and every report says what the ledger says.
  @Test(arguments: names) func reportsSayWhatTheLedgerSays(name: String) async throws {
    let subject = try await PropertySubject(name)
    var numbers = SeededNumbers(seed: 11)
    for mutant in subject.mutants.shuffled(using: &numbers).prefix(Self.pairs / 6) {
      let result = await subject.result(with: mutant)
      Self.expectAgreement(result, PropertySubject.name(mutant))
      let identities = result.findings.flatMap(\.identities)
      #expect(identities.count == Set(identities).count, "\(PropertySubject.name(mutant)): \(identities)")
      // The verdict is made once more of the part of the run without one of the findings.
      let part = try #require(result.part)
      for index in part.findings.indices {
        var rest = part
        rest.findings.remove(at: index)
        let without = RunResult([rest], assay: "")
        #expect(without.isConforming == result.isConforming, "\(PropertySubject.name(mutant)) without a finding")
        Self.expectAgreement(without, "\(PropertySubject.name(mutant)) without a finding", hasFindings: false)
      }
    }
  }

  /// SARIF and GitLab's list show findings and nothing else, so that they cannot show a verdict without its findings.
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
    expectOthersAgree(result, name, hasFindings: hasFindings)
  }

  private static func expectOthersAgree(_ result: RunResult, _ name: String, hasFindings: Bool) {
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
    for (format, words) in [
      (ReportFormat.azure, ["type=error"]), (.gitlab, ["\"severity\": \"critical\""]),
      (.junitRich, ["<failure", "<error"]), (.allure, ["\"status\": \"failed\"", "\"status\": \"broken\""]),
    ] where hasFindings || format != .gitlab {
      let text = format.render([result])
      #expect(words.contains(where: text.contains) == !result.isConforming, "\(name): \(format)")
    }
    let page = ReportFormat.html.render([result])
    #expect(page.contains("\(summary.failed) failed") == (summary.failed > 0), "\(name)")
    #expect(page.contains("\(summary.errors) could not be judged") == (summary.errors > 0), "\(name)")
  }

  /// A run is red if it has a finding that the accepted run did not have.
  @Test(arguments: names) func aBaselineAcceptsNothingNew(name: String) async throws {
    let subject = try await PropertySubject(name)
    var numbers = SeededNumbers(seed: 13)
    var runs: [RunResult] = []
    for mutant in subject.mutants.shuffled(using: &numbers).prefix(Self.pairs > 100 ? 32 : 12) {
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
    let subject = try await PropertySubject(name)
    for position in Gallery.share(Array(subject.observations.indices), every: 1) {
      let observation = subject.observations[position]
      // What cleans up after a scenario is not judged.
      if observation.check.contains("/after/") { continue }
      var others = subject.observations
      others.remove(at: position)
      #expect(!(await subject.result(of: others)).isConforming, "without \(observation.check)")
      others = subject.observations
      others.insert(observation, at: position)
      #expect(!(await subject.result(of: others)).isConforming, "\(observation.check) twice")
      for (words, content) in observation.content.withOtherMessages {
        others = subject.observations
        others[position].content = content
        #expect(!(await subject.result(of: others)).isConforming, "\(observation.check) with \(words)")
      }
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
  /// The observations of a client that left out one of its messages, or sent another one in its place.
  fileprivate var withOtherMessages: [(String, Observation.Content)] {
    guard case .stream(let stream) = self else { return [] }
    return stream.sent.indices.flatMap { index -> [(String, Observation.Content)] in
      var (less, other) = (stream, stream)
      less.sent.remove(at: index)
      other.sent[index].data = "{}"
      return [("message \(index + 1) left out", .stream(less)), ("another message \(index + 1)", .stream(other))]
    }
  }

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
