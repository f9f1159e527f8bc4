import Foundation
import TestKit
import Testing

/// What the process tells a pipeline, for each way a run can go.
struct ExitStatusTests {
  private let landmark = Repository.path("contracts/landmark.json")
  private let mondrian = Repository.path("contracts/mondrian.json")

  @Test func keptContractIsZero() async throws {
    let mock = try RunningServer.mock(landmark)
    let outcome = try await Program.assay.finish(["verify", landmark] + mock.serverFlags)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test func brokenMustIsOne() async throws {
    let mock = try RunningServer.mock(landmark, ["--fault", "health.status-500"])
    let outcome = try await Program.assay.finish(["verify", landmark] + mock.serverFlags)
    #expect(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("response.status"))
  }

  @Test func oneOfSeveralServersNotAnsweringIsOne() async throws {
    let mock = try RunningServer.mock(mondrian)
    let dead = ["--server", "embedding=http://127.0.0.1:1"]
    let outcome = try await Program.assay.finish(
      ["verify", mondrian] + mock.serverFlags.replacingServer("embedding", with: dead) + ["--only", "*health*"]
    )
    #expect(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.components(separatedBy: "transport.refused").count == 2, "one finding for one dead server")
  }

  @Test func noServerAnsweringIsThree() async throws {
    let outcome = try await Program.assay.finish(["verify", landmark, "--server", "http://127.0.0.1:1"])
    #expect(outcome.status == 3, "\(outcome.output)\(outcome.errors)")
    #expect(
      outcome.output.components(separatedBy: "error[transport.refused]").count == 2
        || outcome.output.contains("transport.refused")
    )
  }

  @Test(arguments: [
    (["verify"], "needs CONTRACT"),
    (["verfy", "x.json"], "did you mean verify"),
    (["verify", "contracts/landmark.json", "--sever", "x"], "did you mean --server"),
    (["verify", "contracts/landmark.json", "--timeout", "soon"], "250ms"),
    (["verify", "contracts/landmark.json", "--jobs", "0"], "from 1 to 256"),
    (["verify", "contracts/landmark.json", "--report", "jnit=x"], "did you mean junit"),
    (["verify", "contracts/landmark.json", "--report", "junit"], "--report junit=FILE"),
    (["verify", "contracts/landmark.json", "--server", "apx=http://127.0.0.1:1"], "did you mean api"),
    (["verify", "contracts/landmark.json", "--server", "ftp://127.0.0.1"], "http://"),
    (["verify", "contracts/landmark.json", "--header", "no colon"], "NAME: VALUE"),
    (["verify", "contracts/mondrian.json", "--server", "http://127.0.0.1:1"], "NAME=URL"),
    (["verify", "contracts/nowhere.json"], "contracts/nowhere.json"),
    (["verify", "contracts/landmark.json", "--only", "no-such-check"], "--only no-such-check fits no check"),
    (["verify", "contracts/landmark.json", "--only", "helth"], "did you mean health"),
    (["verify", "contracts/landmark.json", "--skip", "*"], "no check is left to run"),
    (["drift", "contracts/landmark.json", "--only", "health/*", "--only", "zzz*"], "--only zzz* fits no check"),
    (["verify", "contracts/landmark.json", "--documents", "nowhere"], "--documents nowhere: there is no such folder"),
    (["verify", "contracts/landmark.json", "--documents", "README.md"], "there is no such folder"),
    (["lint", "contracts/landmark.json", "--documents", "nowhere"], "--documents nowhere: there is no such folder"),
    (["--versoin"], "assay has no flag --versoin; did you mean --version?"),
    (["hepl", "verify"], "did you mean help"),
    (["help", "verfy"], "did you mean verify"),
    (["verify", "contracts"], "directory"),
    (["verify", "fixtures/images/photo.jpg"], "photo.jpg:1:1"),
    (["verify", "/dev/null"], "the text is empty"),
    (["verify", "contracts/README.md"], "README.md:1:1"),
    (["mock", "contracts/landmark.json", "--fault", "no-such-fault"], "no-such-fault"),
    (
      ["mock", "contracts/landmark.json", "--fault", "health.status-500", "--fault", "health.status-404"],
      "`health.status-500` and `health.status-404` cannot be played together"
    ),
    (["promises"], "needs CONTRACT"),
  ])
  func badInputIsTwoAndSaysHowToMendIt(_ arguments: [String], _ hint: String) async throws {
    let outcome = try await Program.assay.finish(arguments, folder: Repository.root)
    #expect(outcome.status == 2, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.errors.contains(hint), "\(outcome.errors)")
  }

  @Test func listsPromisesAsATable() async throws {
    let outcome = try await Program.assay.finish(["promises", landmark, mondrian])
    #expect(outcome.status == 0)
    #expect(outcome.output.components(separatedBy: "| promise | level |").count == 3)
  }

  @Test(arguments: [
    ["--help"], ["-h"], ["help"], ["--version"], ["verify", "--help"], ["mock", "--help"], ["lint", "--help"],
    ["promises", "--help"],
  ])
  func helpIsZeroAndOnStandardOutput(_ arguments: [String]) async throws {
    let outcome = try await Program.assay.finish(arguments)
    #expect(outcome.status == 0)
    #expect(!outcome.output.isEmpty)
    #expect(outcome.errors.isEmpty)
  }

  @Test(arguments: ["verify", "mock", "lint", "drift", "diff", "promises"])
  func helpOnACommandIsAskedForInAnyWay(_ command: String) async throws {
    let help = try await Program.assay.finish([command, "--help"]).output
    #expect(help.contains("Usage: assay \(command)"))
    for words in [[command, "-h"], ["help", command], ["--help", command]] {
      let outcome = try await Program.assay.finish(words)
      #expect(outcome.status == 0)
      #expect(outcome.output == help)
    }
  }

  /// The first line is the place and what is wrong, as compilers have it, so that an editor finds it.
  @Test(arguments: [["verify"], ["mock"], ["lint"], ["drift"], ["diff", "contracts/landmark.json"], ["promises"]])
  func badContractIsToldInOneForm(_ command: [String]) async throws {
    let outcome = try await Program.assay.finish(command + ["contracts/README.md"], folder: Repository.root)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("contracts/README.md:1:1: error: "), "\(outcome.errors)")
  }

  @Test func aContractGivenTwiceRunsOnce() async throws {
    let mock = try RunningServer.mock(landmark)
    let outcome = try await Program.assay.finish(
      ["verify", "contracts/landmark.json", "contracts/../contracts/landmark.json", "--only", "health/*"]
        + mock.serverFlags,
      folder: Repository.root
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("passed: landmark, 1 check:"))
    #expect(outcome.errors.contains("contracts/../contracts/landmark.json was given before, and is taken once"))
  }
}

extension [String] {
  /// The flags with the one for `name` replaced.
  func replacingServer(_ name: String, with flags: [String]) -> [String] {
    guard let place = firstIndex(where: { $0.hasPrefix("\(name)=") }) else { return self + flags }
    var result = self
    result.replaceSubrange(place - 1...place, with: flags)
    return result
  }
}
