import AssayJSON
import Foundation
import TestKit
import Testing

/// `assay drift` and `assay diff`, run as a person runs them.
struct DriftCommandTests {
  private let contract = Repository.path("contracts/landmark.json")

  private func drift(_ flags: [String]) async throws -> Program.Outcome {
    try await Program.assay.finish(["drift", contract, "--poll-every", "20ms", "--max-wait", "5s"] + flags)
  }

  @Test func noDriftOnTheMock() async throws {
    let mock = try RunningServer.mock(contract)
    let outcome = try await drift(mock.serverFlags)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("no drift"))
  }

  @Test func baselineTakesWhatIsKnownAndTellsWhatHealed() async throws {
    let folder = try TemporaryFolder()
    let baseline = folder.path("drift.json")
    let script = Repository.path("fixtures/backends/landmark.py")
    let drifting = try RunningServer.python(script, ["--variant", "predict-unknown-label"])
    let flags = drifting.servers.flatMap { ["--server", "\($0.key)=\($0.value)"] }
    #expect(try await drift(flags + ["--report", "json=\(baseline)"]).status == 1)
    #expect(try await drift(flags + ["--baseline", baseline]).status == 0)
    let further = try RunningServer.python(script, ["--variant", "predict-time-fraction"])
    let others = further.servers.flatMap { ["--server", "\($0.key)=\($0.value)"] }
    let outcome = try await drift(others + ["--baseline", baseline])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("healed since the baseline"))
    #expect(outcome.output.contains("/inferenceTimeMs: wider type"))
  }

  /// Nothing is sent: the mock is gone by the time its recording is read.
  @Test func recordingIsAsGoodAsTheBackend() async throws {
    let folder = try TemporaryFolder()
    let recording = folder.path("run.har")
    do {
      let mock = try RunningServer.mock(contract, ["--fault", "predict.field.added"])
      let live = try await drift(mock.serverFlags + ["--record", recording])
      #expect(live.status == 1)
      #expect(live.output.contains("undocumented field"))
      let replayed = try await drift(["--replay", recording])
      #expect(replayed.output == live.output)
      #expect(replayed.status == 1)
    }
    let verified = try await Program.assay.finish(["verify", contract, "--replay", recording])
    #expect(verified.status == 0, "a field more breaks no promise: \(verified.output)")
  }

  @Test func recordingOfABrowserServesToo() async throws {
    let outcome = try await Program.assay.finish(
      [
        "drift", "contracts/serial-ocr.json", "--replay", "fixtures/har/foreign/chrome-job-goes-back/recording.har",
      ],
      folder: Repository.root
    )
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(outcome.output.contains("went from `processing` back to `pending`"))
  }

  /// The same words as `assay verify` has for them.
  @Test(arguments: [
    (["--replay", "/nowhere.har"], "cannot use /nowhere.har"),
    (["--replay", "README.md"], "cannot use README.md"),
    (["--record", "a.har", "--replay", "b.har"], "--record and --replay exclude each other"),
    (["--replay", "fixtures/har/own/poll.har"], "holds runs of"),
    (["--replay", "fixtures/har/foreign/barest/recording.har"], "is a call of landmark; where it was recorded on"),
    (["--only", "nothing/*"], "--only nothing/* fits no check"),
  ])
  func replayMistakesAreTwo(_ flags: [String], _ words: String) async throws {
    let drift = try await Program.assay.finish(["drift", "contracts/landmark.json"] + flags, folder: Repository.root)
    let verify = try await Program.assay.finish(["verify", "contracts/landmark.json"] + flags, folder: Repository.root)
    #expect(drift.status == 2)
    #expect(drift.errors.contains(words), "\(drift.errors)")
    #expect(drift.errors.replacing("assay drift --help", with: "assay verify --help") == verify.errors)
  }

  @Test func everyFormatIsWritten() async throws {
    let folder = try TemporaryFolder()
    let mock = try RunningServer.mock(contract)
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

  @Test(arguments: [
    ["--report", "junit=x"], ["--report", "json"], ["--baseline", "/nowhere.json"], ["--baseline", "README.md"],
    ["--baseline", "contracts/landmark.json"], ["--server", "nobody=http://127.0.0.1:9"], ["--bogus"],
  ])
  func badArgumentsAreTwo(_ flags: [String]) async throws {
    let outcome = try await Program.assay.finish(["drift", contract] + flags, folder: Repository.root)
    #expect(outcome.status == 2)
    #expect(!outcome.errors.isEmpty)
  }

  @Test func diffNeedsTwoContracts() async throws {
    #expect(try await Program.assay.finish(["diff", contract]).status == 2)
  }

  @Test(arguments: [("rewritten", 0), ("compatible", 0), ("fields", 1), ("states", 1)])
  func diffFailsOnWhatBreaks(_ name: String, _ status: Int32) async throws {
    let folder = "fixtures/diff/\(name)"
    let outcome = try await Program.assay.finish(
      ["diff", "\(folder)/old.json", "\(folder)/new.json"],
      folder: Repository.root
    )
    #expect(outcome.status == status)
    if status == 1 { #expect(outcome.output.contains("old \(folder)/old.json:")) }
  }
}
