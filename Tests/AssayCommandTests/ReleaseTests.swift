import Foundation
import TestKit
import Testing

/// The files of a release, as `make dist` and `make deb` leave them: each recipe of the article on installing is run with
/// the release served on loopback.
@Suite(.serialized, .enabled("there is no release to try: make dist deb builds one") { Release.archive != nil })
struct ReleaseTests {
  @Test(arguments: ["latest", Release.version]) func scriptInstallsAndVerifies(version: String) async throws {
    let (server, prefix) = (try Release.server(), try TemporaryFolder())
    let installed = try await install(server, ["--version", version, "--prefix", prefix.path("usr")])
    #expect(installed.status == 0, "\(installed.output)\(installed.errors)")
    #expect(FileManager.default.fileExists(atPath: prefix.path("usr/share/man/man1/assay.1")))
    try await verifies(Program(prefix.path("usr/bin/assay")), in: prefix)
  }

  @Test func scriptRefusesAnArchiveThatWasChanged() async throws {
    let (server, prefix) = (try Release.server(changed: true), try TemporaryFolder())
    let outcome = try await install(server, ["--prefix", prefix.path("usr")])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("does not have the SHA-256 listed in SHA256SUMS"))
    #expect(!FileManager.default.fileExists(atPath: prefix.path("usr/bin/assay")))
  }

  @Test func scriptNamesAReleaseThatIsMissing() async throws {
    let (server, prefix) = (try Release.server(), try TemporaryFolder())
    let outcome = try await install(server, ["--version", "9.9.9", "--prefix", prefix.path("usr")])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("help: check the version"))
  }

  /// The step of the action, as a runner of GitHub runs it.
  @Test(.enabled("PyYAML is missing") { Program.hasPython(module: "yaml") }) func actionInstallsItsRelease()
    async throws
  {
    let (server, runner) = (try Release.server(), try TemporaryFolder())
    let outcome = try await run(
      try script("action.yml", "['runs']['steps'][0]['run']"),
      [
        "GITHUB_ACTION_PATH": Repository.root.path(percentEncoded: false), "RUNNER_TEMP": runner.path("temporary"),
        "GITHUB_PATH": runner.path("path"), "GITHUB_OUTPUT": runner.path("output"), "INPUT_VERSION": "",
        "ASSAY_RELEASES": server.url,
      ],
      in: runner
    )
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(try runner.text("path") == runner.path("temporary/assay/bin") + "\n")
    #expect(try runner.text("output").hasPrefix("version="))
    try await verifies(Program(runner.path("temporary/assay/bin/assay")), in: runner)
  }

  /// The commands of the GitLab job, without those that install Debian's packages.
  @Test(.enabled("PyYAML is missing") { Program.hasPython(module: "yaml") }) func templateInstallsAndVerifies()
    async throws
  {
    let (server, project) = (try Release.server(), try TemporaryFolder())
    let mock = try RunningServer.mock("contracts/landmark.json")
    try Data(#"{"contracts": ["\#(Repository.path("contracts/landmark.json"))"]}"#.utf8)
      .write(to: project.url.appending(path: "assay.json"))
    let lines = "[l for k in ('before_script', 'script') for l in d['.assay'][k] if 'apt-get' not in l]"
    let commands = try script(".ci/gitlab.yml", nil, "'\\n'.join(\(lines))")
    // The servers of the contract come from the mock.
    let outcome = try await run(
      commands.replacingOccurrences(of: "assay verify", with: "assay verify --server \"$BACKEND\""),
      [
        "ASSAY_RELEASES": server.url, "ASSAY_VERSION": "latest",
        "CI_PROJECT_DIR": project.url.path(percentEncoded: false),
        "ASSAY_JUNIT": "reports/assay.xml", "BACKEND": mock.url,
      ],
      in: project
    )
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(try project.text("reports/assay.xml").contains("<testsuite"))
  }

  /// The package in an empty root: dpkg needs no chroot for one without scripts.
  @Test(.enabled("there is no package; make deb builds one") { Release.package != nil && Program.has("dpkg") })
  func packageIsInstalledAndRemoved() async throws {
    let root = try TemporaryFolder()
    let state = root.path("var/lib/dpkg")
    for folder in ["info", "updates", "triggers"] {
      try FileManager.default.createDirectory(atPath: "\(state)/\(folder)", withIntermediateDirectories: true)
    }
    try Data().write(to: URL(filePath: "\(state)/status"))
    let dpkg = Program("/usr/bin/env", ["dpkg", "--root=\(root.path(""))", "--force-not-root", "--log=/dev/null"])
    let installed = try await dpkg.finish(["--install", try #require(Release.package)])
    #expect(installed.status == 0, "\(installed.errors)")
    try await verifies(Program(root.path("usr/bin/assay")), in: root)
    let removed = try await dpkg.finish(["--purge", "assay"])
    #expect(removed.status == 0, "\(removed.errors)")
    #expect(!FileManager.default.fileExists(atPath: root.path("usr/bin/assay")))
    #expect(!FileManager.default.fileExists(atPath: root.path("usr/share/doc/assay")))
  }

  private func install(_ server: RunningServer, _ arguments: [String]) async throws -> Program.Outcome {
    try await Program.found("sh").finish(
      [Repository.path(".ci/install.sh")] + arguments,
      environment: ["ASSAY_RELEASES": server.url, "no_proxy": "127.0.0.1"]
    )
  }

  private func run(_ script: String, _ variables: [String: String], in folder: TemporaryFolder) async throws
    -> Program.Outcome
  {
    try await Program.found("bash").finish(
      ["-e", "-c", script],
      environment: variables.merging(["no_proxy": "127.0.0.1"]) { $1 },
      folder: folder.url
    )
  }

  /// Verifies a contract against its mock, both by the installed command.
  private func verifies(_ assay: Program, in folder: TemporaryFolder) async throws {
    let mock = try RunningServer.mock("contracts/landmark.json")
    let outcome = try await assay.finish(
      ["verify", Repository.path("contracts/landmark.json"), "--server", mock.url],
      folder: folder.url
    )
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  /// Text of the YAML file at `path`: the value at `place`, or of `expression` over the document `d`.
  private func script(_ path: String, _ place: String?, _ expression: String = "") throws -> String {
    let wanted = place.map { "d\($0)" } ?? expression
    let outcome = try Program.python.run([
      "-c", "import sys, yaml; d = yaml.safe_load(open(sys.argv[1])); print(\(wanted))", Repository.path(path),
    ])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }
}

/// The repository that publishes Assay has one name in all files that users download from.
struct RepositoryNameTests {
  @Test(arguments: ["action.yml", ".ci/install.sh", ".ci/gitlab.yml", "Sources/AssayKit/AssayKit.docc/Install.md"])
  func isTheSameEverywhere(path: String) throws {
    let source = try Repository.text("Sources/AssayReport/Repository.swift")
    let name = try #require(source.firstMatch(of: /assayRepository = "(.+)"/)?.1)
    let places = try Repository.text(path).matches(of: /github\.com\/([A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+)/).map(\.1)
    #expect(!places.isEmpty)
    #expect(places.allSatisfy { $0 == name }, "\(path) names \(places), expected \(name)")
  }
}

/// The files that `make dist` and `make deb` left.
private enum Release {
  static let folder = ProcessInfo.processInfo.environment["ASSAY_PACKAGES"] ?? Repository.path(".build/packages")
  static let archive = file { $0.hasPrefix("assay-") && $0.contains("-linux-") && $0.hasSuffix(".tar.xz") }
  static let version = archive.map { String($0.split(separator: "/").last?.split(separator: "-")[1] ?? "") } ?? ""
  static let package = file { $0.hasSuffix(".deb") }

  private static func file(_ isWanted: (String) -> Bool) -> String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().first(where: isWanted).map { "\(folder)/\($0)" }
  }

  /// A server of the release, as the latest and by its version; `changed` adds a byte to its archive.
  static func server(changed: Bool = false) throws -> RunningServer {
    try RunningServer.python(Repository.path("fixtures/dist/releases.py"), [folder] + (changed ? ["--changed"] : []))
  }
}
