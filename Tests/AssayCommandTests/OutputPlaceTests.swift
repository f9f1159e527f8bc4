import AssayJSON
import Foundation
import TestKit
import Testing

/// Where reports and recordings go: each to a place of its own, known to be writable before anything is sent.
struct OutputPlaceTests {
  private let landmark = Repository.path("contracts/landmark.json")
  /// Where nobody listens: a run that gets this far exits 3 and says so.
  private let nobody = ["--server", "http://127.0.0.1:1"]

  @Test(arguments: [
    (["--report", "junit=a", "--report", "json=missing/.././/a"], "both write to the same file"),
    (["--report", "junit=there/a", "--report", "json=link/a"], "both write to the same file"),
    (["--report", "junit=ahead", "--report", "json=later"], "both write to the same file"),
    (["--record", "a", "--report", "junit=a"], "--record a and --report junit=a both write to the same file"),
    (["--report", "junit=-", "--report", "json=/dev/stdout"], "both write to standard output"),
    (["--record", "-", "--report", "json=-"], "--record - and --report json=- both write to standard output"),
  ])
  func twoThingsInOnePlaceAreAMistake(_ flags: [String], _ words: String) async throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    try files.copyItem(atPath: landmark, toPath: folder.path("contract.json"))
    try files.createDirectory(atPath: folder.path("there"), withIntermediateDirectories: false)
    try files.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "there")
    try files.createSymbolicLink(atPath: folder.path("ahead"), withDestinationPath: "later")
    let outcome = try await Program.assay.finish(["verify", "contract.json"] + nobody + flags, folder: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty, "nothing was verified")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(
      try files.contentsOfDirectory(atPath: folder.path("")).sorted() == ["ahead", "contract.json", "link", "there"]
    )
  }

  /// However a file is named, and whoever names it.
  @Test(arguments: [
    ("hard-link.json", 2, "would overwrite a file that the run reads"),
    ("ca.pem", 2, "would overwrite a file that the run reads"), ("postage.csv", 3, "the run reads this file"),
    ("hard-link.csv", 3, "the run reads this file"), ("images/serial.png", 3, "the run reads this file"),
  ])
  func whatTheRunReadsIsNotOverwritten(_ path: String, _ status: Int32, _ words: String) async throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    try files.createDirectory(atPath: folder.path("images"), withIntermediateDirectories: false)
    for (name, copy) in [
      ("examples/postage.json", "postage.json"), ("examples/postage.csv", "postage.csv"),
      ("serial-ocr.json", "serial-ocr.json"), ("images/serial.png", "images/serial.png"),
    ] { try files.copyItem(atPath: Repository.path("contracts/\(name)"), toPath: folder.path(copy)) }
    try files.linkItem(atPath: folder.path("postage.json"), toPath: folder.path("hard-link.json"))
    try files.linkItem(atPath: folder.path("postage.csv"), toPath: folder.path("hard-link.csv"))
    _ = try folder.write("certificates", to: "ca.pem")
    let before = try Data(contentsOf: URL(filePath: folder.path(path)))
    let contract = path.hasPrefix("images") ? "serial-ocr.json" : "postage.json"
    let mock = try RunningServer.mock(folder.path(contract))
    let outcome = try await Program.assay.finish(
      ["verify", contract, "--report", "junit=\(path)"] + (path == "ca.pem" ? ["--cacert", path] : [])
        + mock.serverFlags,
      folder: folder.url
    )
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(try Data(contentsOf: URL(filePath: folder.path(path))) == before)
  }

  /// Each file that a flag names, and a hard link to it. The flag's other file is a neighbour that may be written.
  @Test(arguments: [
    ["--cert", "a.pem", "--key", "b.pem"], ["--key", "a.pem", "--cert", "b.pem"], ["--config", "a.json"],
    ["--variables", "a.json"], ["--replay", "a.har"],
  ])
  func whatAFlagNamesIsNotOverwritten(_ flags: [String]) async throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    let path = flags[1]
    let recording = Repository.path("fixtures/har/foreign/chrome-job-goes-back/recording.har")
    for file in [path, "b.pem"] { _ = try folder.write("{}", to: file) }
    if path == "a.har" { _ = try folder.write(String(contentsOfFile: recording, encoding: .utf8), to: path) }
    try files.linkItem(atPath: folder.path(path), toPath: folder.path("link"))
    let before = try folder.text(path)
    for output in [path, "link"] {
      let outcome = try await Program.assay.finish(
        ["verify", Repository.path("contracts/serial-ocr.json"), "--report", "junit=\(output)"] + flags
          + (path == "a.har" ? [] : nobody),
        folder: folder.url
      )
      #expect(outcome.status == 2 || outcome.status == 3, "\(outcome.errors)")
      let words = ["would overwrite a file that the run reads", "the run reads this file"]
      #expect(words.contains { outcome.errors.contains($0) }, "\(outcome.errors)")
      #expect(try folder.text(path) == before)
    }
  }

  /// A guide, a hard link to it, and the `.env` that the variables are in.
  @Test(arguments: ["guide.md", "link.md"]) func aGuideIsNotOverwrittenByItsDraft(_ output: String) async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("# A\n\nBase URL: http://127.0.0.1:1\n\n`GET /a` returns `{\"a\": 1}`.\n", to: "guide.md")
    try FileManager.default.linkItem(atPath: folder.path("guide.md"), toPath: folder.path("link.md"))
    let before = try folder.text("guide.md")
    let outcome = try await Program.assay.finish(["derive", "guide.md", "-o", output], folder: folder.url)
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(try folder.text("guide.md") == before)
    #expect(try await Program.assay.finish(["derive", "guide.md", "-o", "x.json"], folder: folder.url).status == 0)
  }

  @Test func theEnvironmentFileIsNotOverwritten() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("A=1\n", to: ".env")
    let outcome = try await Program.assay.finish(
      ["verify", landmark, "--variables", ".env", "--report", "junit=.env"] + nobody,
      folder: folder.url
    )
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(try folder.text(".env") == "A=1\n")
  }

  /// What an earlier run wrote is written again, also by the run that reads it to bring it up to date.
  @Test func whatARunWroteIsWrittenAgain() async throws {
    let mock = try RunningServer.mock(landmark)
    let folder = try TemporaryFolder()
    let flags = ["--report", "json=report.json", "--baseline", "known.json", "--update-baseline"]
    for _ in 0..<2 {
      let outcome = try await Program.assay.finish(
        ["verify", landmark] + flags + mock.serverFlags,
        folder: folder.url
      )
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  @Test(arguments: ["verify", "drift"])
  func aRecordingOnStandardOutputStandsAlone(_ command: String) async throws {
    let mock = try RunningServer.mock(landmark)
    let outcome = try await Program.assay.finish([command, landmark, "--record", "-"] + mock.serverFlags)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try JSONDocument(parsing: outcome.output).root["log"]?["version"]?.string == "1.2")
  }

  @Test func missingFoldersAreMade() async throws {
    let mock = try RunningServer.mock(landmark)
    let folder = try TemporaryFolder()
    let outcome = try await Program.assay.finish(
      ["drift", landmark, "--report", "html=reports/drift.html", "--record", "reports/of/today/run.har"]
        + mock.serverFlags,
      folder: folder.url
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try folder.text("reports/drift.html").hasPrefix("<!doctype html>"))
    #expect(try folder.text("reports/of/today/run.har").hasPrefix("{"))
  }

  /// Told before the run, which would be for nothing.
  @Test(arguments: ["verify", "drift", "mock"], ["/dev/null/report", ".", "folder/", ""])
  func whatCannotBeWrittenIsThreeAndToldBeforeTheRun(_ command: String, _ path: String) async throws {
    let folder = try TemporaryFolder()
    let server = command == "mock" ? ["--port", "0"] : nobody
    let kinds =
      [("--report", "json=", "the json report")] + (command == "mock" ? [] : [("--record", "", "the recording")])
    for (flag, prefix, content) in kinds where !(path.isEmpty && flag == "--report") {
      let outcome = try await Program.assay.finish(
        [command, landmark, flag, prefix + path] + server,
        folder: folder.url
      )
      #expect(outcome.status == 3)
      #expect(outcome.output.isEmpty, "nothing was sent, nothing served: \(outcome.output)")
      #expect(outcome.errors.hasPrefix("error: \(content) cannot be written to \(path): "), "\(outcome.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).isEmpty)
    }
  }

  @Test func oneRecordingHoldsOneContractOfAService() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: landmark, toPath: folder.path("copy.json"))
    let outcome = try await Program.assay.finish(
      ["verify", landmark, folder.path("copy.json"), "--record", folder.path("run.har")] + nobody
    )
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("contracts of different services"), "\(outcome.errors)")
  }
}
