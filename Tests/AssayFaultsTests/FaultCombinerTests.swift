import AssayContract
import AssayFaults
import AssayMock
import Testing

/// Which faults can be played at once, and what is said where they cannot.
struct FaultCombinerTests {
  static let contract = Result { try Gallery.contract("serial-ocr") }

  private func clash(_ names: [String]) async throws -> FaultClash? {
    let contract = try Self.contract.get()
    let all = await Gallery.faults(of: contract)
    let faults = try names.map { name in try #require(all.first { $0.name == name }) }
    let combiner = await FaultCombiner(contract: contract)
    let clash = await combiner.clash(among: faults)
    let reversed = await combiner.clash(among: faults.reversed())
    #expect((clash == nil) == (reversed == nil), "\(names): the order they are named in must not matter")
    return clash
  }

  @Test(arguments: [
    ["result.completed.results.total_detected.mistyped", "result.field.added", "result.poll.progress.falls"],
    ["result.poll.back-to-pending", "result.field.added", "result.completed.results.missing"],
    ["result.poll.unstable", "result.message.mistyped", "scan.estimated_time.mistyped", "health.status-500"],
    ["scan.content-type", "scan.message.missing", "scan.late"],
  ])
  func playsWhatShowsAsItDoesAlone(names: [String]) async throws {
    #expect(try await clash(names) == nil)
  }

  @Test(arguments: [
    (["scan.status-500", "scan.not-json"], "both set the body"),
    (["scan.truncated", "scan.reset"], "both set the end"),
    (["scan.status-500", "scan.message.missing"], "with `scan.status-500` no client gets to see"),
    (["scan.body.mistyped", "scan.field.added"], "with `scan.body.mistyped` no client gets to see"),
    (["scan.reset", "scan.message.missing"], "with `scan.reset` no client gets to see"),
    (["scan.job_id.missing", "result.field.added"], "with `scan.job_id.missing` no client gets to see"),
    (["result.poll.never-final", "result.completed.results.missing"], "with `result.poll.never-final`"),
  ])
  func namesBothThatExcludeEachOther(names: [String], reason: String) async throws {
    // What has nothing to do with it is not blamed.
    let clash = try #require(try await clash(["health.gpu.missing"] + names))
    #expect(Set(clash.faults) == Set(names))
    #expect(clash.reason.contains(reason), "\(clash)")
  }
}
