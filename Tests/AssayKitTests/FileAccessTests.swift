import AssayKit
import Foundation
import TestKit
import Testing

/// Reading of files that may be pipes or devices.
struct FileAccessTests {
  @Test func pipesAndDevicesAreNotOpened() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    for path in [path, "/dev/zero"] {
      let failure = #expect(throws: FileAccess.Failure.self) { try FileAccess.read(path) }
      #expect(failure?.path == path && failure?.reason == "not a plain file")
    }
    let file = try folder.write("{}", to: "file.json")
    #expect(try FileAccess.read(file) == Array("{}".utf8))
  }

  @Test func aPipeThatTheUserNamesIsRead() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    Thread.detachNewThread {
      let end = open(path, O_WRONLY)
      _ = write(end, "{}", 2)
      close(end)
    }
    #expect(try FileAccess.read(path, isPlain: false) == Array("{}".utf8))
  }

  @Test func aDeviceThatTheUserNamesIsRefused() {
    let failure = #expect(throws: FileAccess.Failure.self) { try FileAccess.read("/dev/zero", isPlain: false) }
    #expect(failure?.reason == "a device, not a file, a pipe or `-`")
  }
}
