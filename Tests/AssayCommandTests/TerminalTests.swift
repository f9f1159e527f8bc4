import Foundation
import TestKit
import Testing

/// Where the output goes decides how it looks, never what it says or whether the run ends.
struct TerminalTests {
  private let landmark = Repository.path("contracts/landmark.json")

  @Test func aTerminalHasColourAndAProgressLine() async throws {
    let outcome = try await onTerminal(["TERM": "xterm", "NO_COLOR": ""])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\u{1B}[1m"))
    #expect(outcome.output.contains("\r\u{1B}[K"))
    // The progress line is gone in the end, and the summary stands.
    #expect(outcome.output.components(separatedBy: "\u{1B}[K").last?.contains("passed") == true)
  }

  @Test func noColorTakesTheColoursAway() async throws {
    let outcome = try await onTerminal(["TERM": "xterm", "NO_COLOR": "1"])
    #expect(outcome.status == 0)
    #expect(!outcome.output.contains("\u{1B}[1m"))
    #expect(outcome.output.contains("\r\u{1B}[K"), "the progress line is no colour")
  }

  @Test func aDumbTerminalGetsPlainLines() async throws {
    let outcome = try await onTerminal(["TERM": "dumb"])
    #expect(outcome.status == 0)
    #expect(!outcome.output.contains("\u{1B}"))
  }

  /// Whoever wrote the text: the command line, a contract, a document.
  @Test(arguments: [
    ["x\u{1B}[2J"], ["verify", "--x\u{1B}[2J"], ["verify", "x\u{1B}[2J.json"], ["explain", "x\u{1B}[2J"],
    ["promises", "contract.json"], ["promises", "--notes", "contract.json"], ["lint", "contract.json"],
    ["mock", "--list-faults", "contract.json"], ["audit", "contract.json"], ["verify", "--list", "contract.json"],
    ["diff", "contract.json", "contract.json"], ["fmt", "--check", "contract.json"],
    ["export", "openapi", "contract.json", "-o", "x\u{1B}[2J.json"],
    ["verify", "contract.json", "--server", "http://127.0.0.1:1"],
    ["derive", "openapi.json", "-o", "draft.json"], ["derive", "openapi.json", "-o", "-"],
    ["derive", "workflow.arazzo.json", "-o", "draft.json"], ["derive", "workflow.arazzo.json", "-o", "-"],
    ["verify", "contract.json", "--replay", "recording.har"], ["verify", "contract.json", "--replay", "not-one.har"],
    ["export", "openapi", "contract.json", "-o", "-"],
  ])
  func nothingThatIsReadMovesTheCursor(_ words: [String]) async throws {
    let folder = try TemporaryFolder()
    let contract = try Repository.text("fixtures/audit/orders/contract.json")
    _ = try folder.write(
      contract.replacing("Orders", with: #"Or\u001b[2Jders\u009b2J"#).replacing(
        "customer",
        with: #"cus\u001b[2Jtomer"#
      ),
      to: "contract.json"
    )
    let description = try Repository.text("fixtures/openapi/jobs-3.1/openapi.json")
    _ = try folder.write(description.replacing("job", with: #"jo\u001b[2Jb\u009b2J"#), to: "openapi.json")
    _ = try folder.write(
      #"""
      {"arazzo": "1.0.0", "info": {"title": "A\u001b[2J\u009b2J", "version": "1"},
       "sourceDescriptions": [{"name": "a", "url": "openapi.json"}],
       "workflows": [{"workflowId": "w\u001b[2J\u009b2J", "summary": "x\u001b[2J\u009b2J", "steps": [
         {"stepId": "s\u001b[2J\u009b2J", "operationPath": "nowhere\u001b[2J\u009b2J"}]}]}
      """#,
      to: "workflow.arazzo.json"
    )
    _ = try folder.write(
      try Repository.text("fixtures/har/foreign/chrome-job-goes-back/recording.har").replacing(
        "\"headers\": [",
        with: #""headers": [{"name": "x-move\u001b[2J", "value": "x\u001b[2J\u009b2J"},"#
      ).replacing("http://", with: #"http://\u001b[2J\u009b2J"#),
      to: "recording.har"
    )
    _ = try folder.write(#"{"log": "\u001b[2J\u009b2J"}"#, to: "not-one.har")
    let outcome = try await Program.assay.finish(words, folder: folder.url)
    let shown = outcome.output + outcome.errors
    #expect(!shown.isEmpty || outcome.status == 0)
    #expect(!shown.unicodeScalars.contains("\u{1B}") && !shown.unicodeScalars.contains("\u{9B}"), "\(shown)")
  }

  /// A reader that went away has what it wanted; what is lost on the way is told, as `cat` and `grep` do.
  @Test(
    arguments: [("| head -n 1 >/dev/null", 1), (">&-", 1), ("| true", 1), (">/dev/full", 3)],
    ["", "--report tap=-"]
  )
  func outputThatGoesNowhereChangesNoReport(_ end: (String, Int32), _ more: String) async throws {
    let mock = try RunningServer.mock(landmark, ["--fault", "health.status-500"])
    let folder = try TemporaryFolder()
    let command = """
      "$0" verify "$1" --server "$2" --report json="$3" --report junit="$4" \(more) \(end.0)
      exit ${PIPESTATUS[0]}
      """
    let places = [landmark, mock.url, folder.path("json"), folder.path("junit")]
    let outcome = try await Program("/bin/bash").finish(["-c", command, Program.assay.path] + places)
    #expect(outcome.status == end.1)
    let said = outcome.errors
    #expect(said.contains("standard output cannot be written") == (end.1 == 3), "\(said)")
    #expect(try folder.text("json").hasSuffix("}\n"))
    #expect(try folder.text("junit").contains("</testsuites>"))
  }

  @Test func aReportIntoADeviceLeavesTheDevice() async throws {
    let mock = try RunningServer.mock(landmark)
    let folder = try TemporaryFolder()
    // A link stands for all that is no plain file: renaming a report over it would put a file in its place.
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: folder.path("target"))
    let outcome = try await Program.assay.finish(
      ["verify", landmark, "--report", "json=\(folder.path("link"))", "--report", "tap=/dev/null"] + mock.serverFlags
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try folder.text("target").contains("\"passed\""))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == folder.path("target"))
    let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
    #expect(type == .typeCharacterSpecial)
  }

  private func onTerminal(_ environment: [String: String]) async throws -> Program.Outcome {
    let mock = try RunningServer.mock(landmark)
    return try await Program.python.finish(
      [Repository.path("fixtures/terminal/terminal.py"), Program.assay.path, "verify", landmark] + mock.serverFlags,
      environment: environment
    )
  }
}
