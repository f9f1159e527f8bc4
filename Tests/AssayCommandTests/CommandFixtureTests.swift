import Foundation
import TestKit
import Testing

/// Each folder of `fixtures/cli` is a command line and all that comes of it: both outputs, the exit status, the files.
@Suite(.serialized) struct CommandFixtureTests {
  @Test(arguments: try Fixtures.folders("cli"))
  func says(_ name: String) async throws {
    let command = try CommandCase(name)
    let left = try await command.run()
    for (file, text) in left.sorted(by: { $0.key < $1.key }) {
      try Golden.expect(text, Repository.url("\(command.folder)/\(file)"))
    }
    #expect(command.recorded.subtracting(left.keys) == [], "recorded, and no longer written")
  }
}
