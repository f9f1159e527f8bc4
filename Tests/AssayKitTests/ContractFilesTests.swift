import AssayKit
import Foundation
import TestKit
import Testing

/// Which files of a machine a contract may name.
struct ContractFilesTests {
  /// A repository with a contract's folder in it, and a file outside of both.
  private static func tree() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["repository/.git", "repository/contracts", "repository/pictures", "elsewhere"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    for name in ["repository/contracts/a.txt", "repository/pictures/b.txt", "elsewhere/c.txt"] {
      try Data(name.utf8).write(to: folder.url.appending(path: name))
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("repository/contracts/link.txt"),
      withDestinationPath: folder.path("elsewhere/c.txt")
    )
    return folder
  }

  @Test(arguments: [
    ("a.txt", true), ("./a.txt", true), ("../pictures/b.txt", true), ("../../elsewhere/c.txt", false),
    ("link.txt", false), ("/etc/passwd", false), ("../../../../../../../../etc/passwd", false), ("/dev/zero", false),
    ("data:text/plain;base64,YQ==", true), ("none.txt", false), ("a.txt/../../../elsewhere/c.txt", false),
  ])
  func readsItsOwn(_ name: String, _ isRead: Bool) throws {
    let tree = try Self.tree()
    let files = ContractFiles(of: tree.path("repository/contracts"))
    #expect((files.read(name) != nil) == isRead)
  }

  /// A pipe would be waited for until somebody writes into it.
  @Test func opensNoPipe() throws {
    let tree = try Self.tree()
    #expect(mkfifo(tree.path("repository/contracts/pipe"), 0o600) == 0)
    let files = ContractFiles(of: tree.path("repository/contracts"))
    #expect(files.read("pipe") == nil && !files.hasReadable("pipe") && files.hasReadable("a.txt"))
  }

  @Test func readsWhatIsAllowed() throws {
    let tree = try Self.tree()
    let files = ContractFiles(of: tree.path("repository/contracts"), allowing: [tree.path("elsewhere")])
    #expect(files.read("link.txt") != nil && files.read("../../elsewhere/c.txt") != nil)
    #expect(files.read("/etc/passwd") == nil)
  }

  @Test func asksForNoRepository() throws {
    let tree = try Self.tree()
    try FileManager.default.removeItem(atPath: tree.path("repository/.git"))
    let files = ContractFiles(of: tree.path("repository/contracts"))
    #expect(files.read("a.txt") != nil && files.read("../pictures/b.txt") == nil)
  }

  /// What lies elsewhere may be allowed: that it is there is known, and that it may not be read without that.
  @Test func knowsWhatIsThere() throws {
    let tree = try Self.tree()
    let files = ContractFiles(of: tree.path("repository/contracts"))
    let names = ["a.txt", "../../elsewhere/c.txt", "none.txt", ".", "data:text/plain;base64,YQ=="]
    #expect(names.map(files.isThere) == [true, true, false, false, true])
    #expect(names.map(files.hasReadable) == [true, false, false, false, true])
  }
}
