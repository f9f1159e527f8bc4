import AssayContract
import AssayMock
import Testing

/// Which faults can be played at once, and what is said where they cannot.
struct FaultCombinerTests {
  static let contract = Result { try ContractFixture.load("serial-ocr") }

  private func clash(_ names: [String]) throws -> FaultClash? {
    let contract = try Self.contract.get()
    let faults = try Faults.named(names, in: contract).map { try #require($0) }
    let clash = FaultCombiner(contract: contract).clash(among: faults)
    let reversed = FaultCombiner(contract: contract).clash(among: faults.reversed())
    #expect((clash == nil) == (reversed == nil), "\(names): the order they are named in must not matter")
    return clash
  }

  @Test(arguments: [
    ["result.completed.results.total_detected.mistyped", "result.field.added", "result.poll.progress.falls"],
    ["result.poll.back-to-pending", "result.field.added", "result.completed.results.missing"],
    ["result.poll.unstable", "result.message.mistyped", "scan.estimated_time.mistyped", "health.status-500"],
    ["scan.content-type", "scan.message.missing", "scan.late"],
  ])
  func playsWhatShowsAsItDoesAlone(names: [String]) throws {
    #expect(try clash(names) == nil)
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
  func namesBothThatExcludeEachOther(names: [String], reason: String) throws {
    // What has nothing to do with it is not blamed.
    let clash = try #require(try clash(["health.gpu.missing"] + names))
    #expect(Set(clash.faults) == Set(names))
    #expect(clash.reason.contains(reason), "\(clash)")
  }
}
