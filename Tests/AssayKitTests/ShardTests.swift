import AssayFindings
import AssayKit
import AssayReport
import Foundation
import TestKit
import Testing

/// A run that several machines share comes to what it comes to on one.
struct ShardTests {
  @Test(arguments: DocumentedSystem.allCases)
  func partsTogetherAreTheWhole(_ system: DocumentedSystem) async throws {
    let suite = try ConformanceSuite(contentsOf: system.contract)
    let recording = try await suite.recordingOfABrokenMock()
    var options = VerifyOptions()
    let whole = try await suite.verify(replaying: recording, options: options)
    #expect(whole.outcome == .failed && !whole.findings.isEmpty)
    let folder = try TemporaryFolder()
    let times = try folder.write(ReportFormat.json.render([whole]), to: "whole.json")
    // More parts than scenarios for one system, a few for the others: thousands of replays add nothing.
    for count in system == .serialOCR ? [1, 2, 3, 8, 16] : [2, 5] {
      // Every other time as long as they took, else by their steps.
      options.timings = count % 2 == 0 ? try Timings(contentsOf: times) : nil
      let parts = try await suite.reports(of: recording, options, inParts: count, in: folder)
      let merged = try MergedRun(reportsAt: parts.reversed()).results
      #expect(merged == [whole], "\(count) parts")
      for format in ReportFormat.allCases where count == 2 {
        #expect(format.render(merged) == format.render([whole]), "\(format), \(count) parts")
      }
    }
  }

  @Test func whatIsKnownIsKnownInAllParts() async throws {
    let suite = try ConformanceSuite(contentsOf: DocumentedSystem.serialOCR.contract)
    let recording = try await suite.recordingOfABrokenMock()
    var options = VerifyOptions()
    options.strict = true
    let found = try await suite.verify(replaying: recording, options: options)
    var baseline = FindingBaseline().updated(by: [found])
    baseline.entries.removeLast()
    options.baseline = baseline
    let whole = try await suite.verify(replaying: recording, options: options)
    let folder = try TemporaryFolder()
    let parts = try await suite.reports(of: recording, options, inParts: 3, in: folder)
    let merged = try MergedRun(reportsAt: parts)
    #expect(merged.results == [whole] && merged.isStrict)
  }

  /// Shared out by other times in each part, some scenarios would be in none.
  @Test func partsHaveTheSameTimings() async throws {
    let suite = try ConformanceSuite(contentsOf: DocumentedSystem.mondrian.contract)
    let recording = try await suite.recordingOfABrokenMock()
    let (folder, otherFolder) = (try TemporaryFolder(), try TemporaryFolder())
    var slow = try await suite.verify(replaying: recording)
    for index in slow.checks.indices { slow.checks[index].duration = .seconds(index == 0 ? 1_000 : 1) }
    var options = VerifyOptions()
    let parts = try await suite.reports(of: recording, options, inParts: 2, in: folder)
    options.timings = try Timings(contentsOf: folder.write(ReportFormat.json.render([slow]), to: "slow.json"))
    let others = try await suite.reports(of: recording, options, inParts: 2, in: otherFolder)
    #expect(throws: ConformanceError.self) { try MergedRun(reportsAt: [parts[0], others[1]]) }
    _ = try MergedRun(reportsAt: others)
  }

  @Test func aScenarioIsInOnePartAlone() throws {
    let suite = try ConformanceSuite(contentsOf: DocumentedSystem.mondrian.contract)
    let all = suite.checks()
    for count in 1...16 {
      var options = VerifyOptions()
      let parts = (1...count).map { index in
        options.selection.shard = Shard(index, of: count)
        return suite.checks(options)
      }
      #expect(parts.joined().sorted() == all.sorted())
      // By their steps they take about as long: no part has more than a scenario more than another.
      let sizes = parts.map(\.count)
      let longest = Dictionary(grouping: all) { $0.prefix { $0 != "/" } }.values.map(\.count).max() ?? 0
      #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= longest + 1)
    }
  }
}

extension ConformanceSuite {
  /// A run against a mock that breaks several promises of the contract.
  fileprivate func recordingOfABrokenMock() async throws -> Recording {
    var settings = MockOptions()
    settings.isFast = true
    let faults = await faults().filter { $0.breaks == .must }.map(\.name)
    settings.faults = stride(from: 1, to: faults.count, by: max(1, faults.count / 3)).map { faults[$0] }
    let mock: MockBackend
    do { mock = try await self.mock(settings) } catch {
      settings.faults = Array(settings.faults.prefix(1))
      mock = try await self.mock(settings)
    }
    defer { mock.stop() }
    var options = VerifyOptions()
    options.servers = Dictionary(uniqueKeysWithValues: mock.servers)
    options.limits.pollEvery = .milliseconds(5)
    options.limits.maxWait = .seconds(2)
    options.limits.jobs = 1
    let writer = RecordingWriter()
    return try writer.recording(of: try await verify(options, recordingTo: writer))
  }

  /// The paths of the JSON reports of so many parts of the run `recording` holds.
  fileprivate func reports(
    of recording: Recording,
    _ options: VerifyOptions,
    inParts count: Int,
    in folder: TemporaryFolder
  ) async throws -> [String] {
    var options = options
    var paths: [String] = []
    for index in 1...count {
      options.selection.shard = Shard(index, of: count)
      let part = try await verify(replaying: recording, options: options)
      paths.append(try folder.write(ReportFormat.json.render([part]), to: "\(index)-of-\(count).json"))
    }
    return paths
  }
}
