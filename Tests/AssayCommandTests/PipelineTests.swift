import Foundation
import TestKit
import Testing

/// The three pipelines of the documentation, run as written up to the step that reads the report.
@Suite(.enabled("PyYAML is missing") { Program.hasPython(module: "yaml") })
struct PipelineTests {
  private static let page = "Sources/AssayKit/AssayKit.docc/ContinuousIntegration.md"

  /// What a pipeline runs, in which shell its runner does, and the file that is read afterwards.
  private struct Pipeline {
    var run: String
    var reads: String
    var shell: [String]
  }

  @Test(arguments: ["github", "gitlab", "jenkins"]) func passesAndLeavesWhatIsRead(name: String) async throws {
    let (outcome, report) = try await run(name, faults: [])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect((report["names"] as? [String])?.isEmpty == false)
    #expect(report["failures"] as? Int == 0)
    #expect(!outcome.output.contains("::error"))
  }

  @Test(arguments: ["github", "gitlab", "jenkins"]) func failsAndLeavesWhatIsRead(name: String) async throws {
    let (outcome, report) = try await run(name, faults: ["--fault", "result.status-500"])
    #expect(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
    #expect(report["failures"] as? Int ?? 0 > 0)
    #expect(outcome.output.contains("::error file=contracts/serial-ocr.json,line=") == (name == "github"))
  }

  /// Runs the pipeline in a checkout whose command is the one under test, and reads the file it names.
  private func run(_ name: String, faults: [String]) async throws -> (Program.Outcome, [String: Any]) {
    let reader = try AnsweringProgram(.python, ["-B", Repository.path("fixtures/reports/readers.py")])
    let known = try #require(try facts(reader, "pipelines", Repository.path(Self.page))[name] as? [String: String])
    let pipeline = Pipeline(
      run: try #require(known["run"]),
      reads: try #require(known["reads"]),
      shell: name == "github" ? ["bash", "-e", "-c"] : ["sh", "-e", "-c"]
    )
    let checkout = try TemporaryFolder()
    let files = FileManager.default
    try files.createDirectory(atPath: checkout.path(".build/release"), withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: checkout.path(".build/release/assay"), withDestinationPath: Program.assay.path)
    try files.createSymbolicLink(atPath: checkout.path("contracts"), withDestinationPath: Repository.path("contracts"))
    let mock = try RunningServer.mock("contracts/serial-ocr.json", faults)
    let outcome = try await Program.found(pipeline.shell[0]).finish(
      Array(pipeline.shell.dropFirst()) + [pipeline.run],
      environment: ["BACKEND": mock.url],
      folder: checkout.url
    )
    return (outcome, try facts(reader, "junit", checkout.path(pipeline.reads)))
  }

  private func facts(_ reader: AnsweringProgram, _ kind: String, _ path: String) throws -> [String: Any] {
    let line = try reader.answer(to: "\(kind)\t\(path)")
    let answer = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    return try #require(answer["facts"] as? [String: Any], "\(answer["error"] ?? "")")
  }
}
