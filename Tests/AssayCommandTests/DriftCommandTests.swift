import AssayJSON
import Foundation
import Testing

/// `assay drift` and `assay diff`, run as a person runs them.
struct DriftCommandTests {
  private let contract = Checkout.path("contracts/landmark.json")

  private func drift(_ flags: [String]) async throws -> AssayProcess.Outcome {
    try await AssayProcess.run(["drift", contract, "--poll-every", "20ms", "--max-wait", "5s"] + flags)
  }

  @Test func noDriftOnTheMock() async throws {
    let mock = try MockProcess(contract)
    let outcome = try await drift(mock.serverFlags)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("no drift"))
  }

  @Test func baselineTakesWhatIsKnownAndTellsWhatHealed() async throws {
    let folder = try TemporaryFolder()
    let baseline = folder.path("drift.json")
    let script = Checkout.path("fixtures/backends/landmark.py")
    let drifting = try PythonServer(script, ["--variant", "predict-unknown-label"])
    let flags = drifting.servers.flatMap { ["--server", "\($0.key)=\($0.value)"] }
    #expect(try await drift(flags + ["--report", "json=\(baseline)"]).status == 1)
    #expect(try await drift(flags + ["--baseline", baseline]).status == 0)
    let further = try PythonServer(script, ["--variant", "predict-time-fraction"])
    let others = further.servers.flatMap { ["--server", "\($0.key)=\($0.value)"] }
    let outcome = try await drift(others + ["--baseline", baseline])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("healed since the baseline"))
    #expect(outcome.output.contains("/inferenceTimeMs: wider type"))
  }

  @Test func everyFormatIsWritten() async throws {
    let folder = try TemporaryFolder()
    let mock = try MockProcess(contract)
    let files = ["json", "markdown", "html"].flatMap { ["--report", "\($0)=\(folder.path($0))"] }
    #expect(try await drift(mock.serverFlags + files).status == 0)
    #expect(try JSONDocument(parsing: folder.text("json")).root["outcome"]?.string == "none")
    #expect(try folder.text("markdown").hasPrefix("# Drift"))
    #expect(try folder.text("html").hasPrefix("<!doctype html>"))
  }

  @Test func nothingObservedIsThree() async throws {
    let outcome = try await drift(["--server", "http://127.0.0.1:9"])
    #expect(outcome.status == 3)
  }

  @Test func reportThatCannotBeWrittenIsThree() async throws {
    let mock = try MockProcess(contract)
    let outcome = try await drift(mock.serverFlags + ["--report", "json=/nowhere/at/all.json"])
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("/nowhere/at/all.json"))
  }

  @Test(arguments: [
    ["--report", "junit=x"], ["--report", "json"], ["--baseline", "/nowhere.json"], ["--baseline", "README.md"],
    ["--baseline", "contracts/landmark.json"], ["--server", "nobody=http://127.0.0.1:9"], ["--bogus"],
  ])
  func badArgumentsAreTwo(_ flags: [String]) async throws {
    let outcome = try await AssayProcess.run(["drift", contract] + flags, folder: Checkout.root)
    #expect(outcome.status == 2)
    #expect(!outcome.errors.isEmpty)
  }

  @Test func badContractIsTwo() async throws {
    #expect(try await AssayProcess.run(["drift", Checkout.path("README.md")]).status == 2)
    #expect(try await AssayProcess.run(["diff", contract, Checkout.path("README.md")]).status == 2)
    #expect(try await AssayProcess.run(["diff", contract]).status == 2)
  }

  @Test(arguments: [("rewritten", 0), ("compatible", 0), ("fields", 1), ("states", 1)])
  func diffFailsOnWhatBreaks(_ name: String, _ status: Int32) async throws {
    let folder = "fixtures/diff/\(name)"
    let outcome = try await AssayProcess.run(
      ["diff", "\(folder)/old.json", "\(folder)/new.json"],
      folder: Checkout.root
    )
    #expect(outcome.status == status)
    if status == 1 { #expect(outcome.output.contains("old \(folder)/old.json:")) }
  }
}
