import Foundation
import TestKit
import Testing

/// The three pipelines of the documentation, run as written in an empty repository, with a release served on loopback, up to
/// the step that reads the report.
@Suite(.enabled("PyYAML is missing") { Program.hasPython(module: "yaml") })
struct PipelineTests {
  private static let page = "Sources/AssayKit/AssayKit.docc/ContinuousIntegration.md"

  /// What a pipeline runs, in which shell its runner does, and the file that is read afterwards.
  private struct Pipeline {
    var install: String
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
    #expect(outcome.output.contains("::error file=contracts/api.json,line=") == (name == "github"))
  }

  /// Runs the pipeline in a repository with a contract, and reads the file it names.
  private func run(_ name: String, faults: [String]) async throws -> (Program.Outcome, [String: Any]) {
    let reader = try AnsweringProgram(.python, ["-B", Repository.path("fixtures/reports/readers.py")])
    let known = try #require(try facts(reader, "pipelines", Repository.path(Self.page))[name] as? [String: String])
    let pipeline = Pipeline(
      install: try #require(known["install"]),
      run: try #require(known["run"]),
      reads: try #require(known["reads"]),
      shell: name == "github" ? ["bash", "-e", "-c"] : ["sh", "-e", "-c"]
    )
    let (checkout, published) = (try TemporaryFolder(), try TemporaryFolder())
    let releases = try await release(in: published)
    try FileManager.default.createDirectory(atPath: checkout.path("contracts"), withIntermediateDirectories: true)
    // The contract, and the picture that it sends.
    for (file, name) in [("serial-ocr.json", "api.json"), ("images", "images")] {
      try FileManager.default.copyItem(
        atPath: Repository.path("contracts/\(file)"),
        toPath: checkout.path("contracts/\(name)")
      )
    }
    let mock = try RunningServer.mock("contracts/serial-ocr.json", faults)
    let script = "\(pipeline.install)\n\(pipeline.run)"
      .replacing("https://github.com/OWNER/assay/releases", with: releases.url)
    let outcome = try await Program.found(pipeline.shell[0]).finish(
      Array(pipeline.shell.dropFirst()) + [script],
      environment: [
        "BACKEND": mock.url, "ASSAY_RELEASES": releases.url, "no_proxy": "127.0.0.1", "ASSAY_VERSION": "latest",
        "WORKSPACE": checkout.path(""), "CI_PROJECT_DIR": checkout.path(""),
        "GITHUB_ACTION_PATH": Repository.path(""), "RUNNER_TEMP": published.path("runner"),
        "GITHUB_PATH": published.path("path"), "GITHUB_OUTPUT": published.path("output"), "INPUT_VERSION": "",
      ],
      folder: checkout.url
    )
    return (outcome, try facts(reader, "junit", checkout.path(pipeline.reads)))
  }

  /// A server of a release whose command is the one under test.
  private func release(in folder: TemporaryFolder) async throws -> RunningServer {
    let script = """
      mkdir -p assay/bin && cp "$INSTALLER" install.sh
      printf '#!/bin/sh\\nexec "%s" "$@"\\n' "$ASSAY" > assay/bin/assay && chmod +x assay/bin/assay
      version=$("$ASSAY" --version | sed 's/^assay //')
      for machine in x86_64 arm64; do tar -cJf "assay-$version-linux-$machine.tar.xz" assay; done
      sha256sum assay-* > SHA256SUMS
      """
    let outcome = try await Program.found("sh").finish(
      ["-e", "-c", script],
      environment: ["ASSAY": Program.assay.path, "INSTALLER": Repository.path(".ci/install.sh")],
      folder: folder.url
    )
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try RunningServer.python(Repository.path("fixtures/dist/releases.py"), [folder.path("")])
  }

  private func facts(_ reader: AnsweringProgram, _ kind: String, _ path: String) throws -> [String: Any] {
    let line = try reader.answer(to: "\(kind)\t\(path)")
    let answer = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    return try #require(answer["facts"] as? [String: Any], "\(answer["error"] ?? "")")
  }
}
