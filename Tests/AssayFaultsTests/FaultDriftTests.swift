import AssayDrift
import AssayFaults
import AssayJSON
import AssayReport
import TestKit
import Testing

/// What drift lists of a mock that plays many faults at once, and of one that plays none.
struct FaultDriftTests {
  @Test(arguments: Gallery.names)
  func nothingOnTheConformingMock(name: String) async throws {
    let drift = await MockRun.inMemory(try Gallery.contract(name)).drift
    #expect(list(drift) == [])
    #expect(drift.outcome == .none)
  }

  @Test(arguments: Gallery.names)
  func exactlyTheFaultsOfAMock(name: String) async throws {
    let contract = try Gallery.contract(name)
    let json = try JSONDocument(parsing: Fixtures.bytes("drift/faults.\(name).expected.json")).root
    #expect(json.count >= 5)
    let played = Set(json.members.map(\.key))
    let faults = await Gallery.faults(of: contract).filter { played.contains($0.name) }
    #expect(faults.count == played.count)
    #expect(
      list(await MockRun.inMemory(contract, playing: faults).drift) == json.members.compactMap(\.value.string).sorted()
    )
  }

  private func list(_ report: DriftReport) -> [String] {
    report.drift.map { "\($0.operation): \($0.location): \($0.kind.rawValue): \($0.verdict.rawValue)" }.sorted()
  }
}
