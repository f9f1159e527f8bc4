import AssayContract
import AssayFaults
import AssayFindings
import AssayLint
import Testing

/// What the mock answers where the contract has neither an example nor a schema.
struct PlainAnswerTests {
  @Test func keepsItsOwnContract() async throws {
    let contract = try Gallery.contract("plain")
    let run = await MockRun.inMemory(contract)
    #expect(run.result.outcome == .passed)
    #expect(run.result.findings.map { "\($0.check): \($0.message)" } == [])
    let lacks = ContractLinter.lint(contract, documents: [:]).filter { $0.id == "missing-example" }
    #expect(lacks.map(\.message) == [])
  }

  /// What is sent is read alike by the verifier and the mock, and what is answered comes under the media type promised.
  @Test(arguments: ["parameters", "media-types"])
  func keepsWhatIsWritten(name: String) async throws {
    let run = await MockRun.inMemory(try Gallery.contract(name))
    #expect(run.result.findings.map { "\($0.check): \($0.message)" } == [])
    #expect(run.result.outcome == .passed)
  }

  /// An answer that puts the client off hides no fault of the job, and a call that is refused none of those that are not.
  @Test func hidesNoFaultBehindAnother() async throws {
    let plain = await Gallery.faults(of: try Gallery.contract("not-put-off")).map(\.name)
    let names = await Gallery.faults(of: try Gallery.contract("put-off")).map(\.name)
    #expect(plain.filter { !names.contains($0) } == [])
    #expect(names.contains("status.finished.result.missing"))
    #expect(names.contains("import.coding.refused"))
  }
}
