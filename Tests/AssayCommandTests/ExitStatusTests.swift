import Foundation
import TestKit
import Testing

/// What the process tells a pipeline where `fixtures/cli`, which has each way a run can go, does not show it.
struct ExitStatusTests {
  private let mondrian = Repository.path("contracts/mondrian.json")

  @Test func oneOfSeveralServersNotAnsweringIsOne() async throws {
    let mock = try RunningServer.mock(mondrian)
    let dead = ["--server", "embedding=http://127.0.0.1:1"]
    let outcome = try await Program.assay.finish(
      ["verify", mondrian] + mock.serverFlags.replacingServer("embedding", with: dead) + ["--only", "*health*"]
    )
    #expect(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.components(separatedBy: "[transport.refused]").count == 2, "one finding for one dead server")
  }

  /// What no case of `fixtures/cli` has.
  @Test(arguments: [
    (["drift", "contracts/landmark.json", "--only", "health/*", "--only", "zzz*"], "--only zzz* matches no check"),
    (["verify", "contracts/landmark.json", "--documents", "README.md"], "there is no such folder"),
    (["hepl", "verify"], "did you mean help"),
  ])
  func badInputIsTwoAndSaysHowToMendIt(_ arguments: [String], _ hint: String) async throws {
    let outcome = try await Program.assay.finish(arguments, folder: Repository.root)
    #expect(outcome.status == 2, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.errors.contains(hint), "\(outcome.errors)")
  }

  @Test(arguments: ["verify", "mock", "lint", "drift", "diff", "promises", "derive"])
  func helpOnACommandIsAskedForInAnyWay(_ command: String) async throws {
    let help = try await Program.assay.finish([command, "--help"]).output
    #expect(help.contains("Usage: assay \(command)"))
    for words in [[command, "-h"], ["help", command], ["--help", command]] {
      let outcome = try await Program.assay.finish(words)
      #expect(outcome.status == 0)
      #expect(outcome.output == help)
    }
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
