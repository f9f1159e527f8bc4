import AssayKit
import Foundation
import TestKit
import Testing

#if os(Linux)
  /// Descriptors, threads and memory are given back, however many checks there were, and however many connections: ten
  /// thousand of each with `make soak`, and fewer checks in `make test`.
  @Suite(.serialized, .disabled(if: Program.isSanitized, "a sanitizer keeps memory for itself")) struct ResourceTests {
    /// What a process holds.
    private struct Held: CustomStringConvertible {
      var descriptors = 0
      var threads = 0
      var megabytes = 0.0

      /// Of this process, or of the one of that number.
      init(_ process: Int32? = nil) throws {
        let folder = "/proc/\(process.map(String.init) ?? "self")"
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/fd").count
        threads = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/task").count
        let status = try String(contentsOfFile: "\(folder)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        megabytes = (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? 0) / 1_024
      }

      var description: String {
        "\(descriptors) descriptors, \(threads) threads, \(String(format: "%.1f", megabytes)) MB"
      }

      /// What it holds once as much is given back as is still to come back: the last connections close after their answers.
      static func settled(_ process: Int32? = nil, to before: Held) async throws -> Held {
        for _ in 0..<1_000 {
          let held = try Held(process)
          if held.descriptors <= before.descriptors, held.threads <= before.threads { return held }
          try await Task.sleep(for: .milliseconds(10))
        }
        return try Held(process)
      }

      /// Holds against what was held before, with room for what the allocator keeps.
      func expect(_ before: Held, of what: String) {
        print("\(what): \(before), then \(self)")
        #expect(descriptors <= before.descriptors, "\(what)")
        #expect(threads <= before.threads, "\(what)")
        #expect(megabytes <= before.megabytes + 8, "\(what)")
      }
    }

    private static let checks = ProcessInfo.processInfo.environment["ASSAY_SOAK"] == nil ? 2_000 : 10_000

    /// In a process of its own: the other tests open and close what is counted here.
    @Test func manyChecksLeaveNothing() async {
      await #expect(processExitsWith: .success) {
        let contract = Repository.path("contracts/landmark.json")
        let suite = try ConformanceSuite(contentsOf: contract)
        let server = try RunningServer.mock(contract)
        defer { server.stop() }
        var options = VerifyOptions()
        for (name, url) in server.servers { options.servers[name] = ServerURL(url) }
        options.limits.pollEvery = .milliseconds(1)
        var checks = 0
        func verify(upTo count: Int) async throws {
          while checks < count {
            let result = try await suite.verify(options)
            try #require(result.isConforming, "\(result.failureDescription)")
            checks += result.checks.count
          }
        }
        // The first ones set up what a process sets up once.
        try await verify(upTo: 500)
        let (before, mockBefore) = try (Held(), Held(server.identifier))
        try await verify(upTo: checks + Self.checks)
        let what = "\(Self.checks) checks"
        try await Held.settled(to: before).expect(before, of: what)
        try await Held.settled(server.identifier, to: mockBefore).expect(mockBefore, of: "the mock of \(what)")
      }
    }

    /// Ordinary clients and others: cut off, reset, half a request, no request at all.
    @Test func manyConnectionsLeaveNothing() async throws {
      let server = try RunningServer.mock(Repository.path("contracts/landmark.json"))
      func connect(_ count: Int) async throws {
        let script = Repository.path("fixtures/hostile/connections.py")
        let outcome = try await Program.python.finish([script, server.url, "\(count)"])
        try #require(outcome.status == 0, "\(outcome.errors)")
      }
      try await connect(2_000)
      let before = try Held(server.identifier)
      try await connect(10_000)
      try await Held.settled(server.identifier, to: before).expect(before, of: "the mock of 10,000 connections")
    }
  }
#endif
