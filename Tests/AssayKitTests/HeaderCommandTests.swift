import AssayKit
import Foundation
import TestKit
import Testing

/// What a command that prints header fields may not do.
struct HeaderCommandTests {
  @Test func fieldsItPrintsAreTaken() throws {
    let fields = try HeaderCommand.fields(of: "echo 'X-Team: a:b'; echo; echo 'X-Other:1'")
    #expect(fields.map(\.name) == ["X-Team", "X-Other"])
    #expect(fields.map(\.value) == ["a:b", "1"])
  }

  @Test func whatItStartedEndsWithIt() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.url.appending(path: "held").path
    #expect(mkfifo(path, 0o600) == 0)
    let end = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(end) }
    #expect(throws: ConformanceError.headerCommand(reason: "did not end within 1 s")) {
      try HeaderCommand.fields(of: "sleep 600 > \(path); true", within: .seconds(1))
    }
    // It hangs up when nobody can write into it any more.
    var held = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
    #expect(poll(&held, 1, 60_000) == 1 && held.revents & Int16(POLLHUP) != 0)
  }

  @Test func aShellThatPrintsNoMoreIsNotAwaitedForEver() {
    #expect(throws: ConformanceError.headerCommand(reason: "did not end within 1 s")) {
      try HeaderCommand.fields(of: "echo 'X-Team: a'; exec >&-; sleep 600", within: .seconds(1))
    }
  }

  @Test(arguments: ["exec 3> $HELD; sleep 600 > /dev/null &", "exec 3> $HELD; sleep 600 &"])
  func whatItLeavesRunningEndsWithIt(_ rest: String) throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.url.appending(path: "held").path
    #expect(mkfifo(path, 0o600) == 0)
    let end = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(end) }
    // The second one holds the output open, which is not awaited once the shell has ended.
    let command = "\(rest.replacing("$HELD", with: path)) echo 'X-Team: a'"
    #expect(try HeaderCommand.fields(of: command).map(\.value) == ["a"])
    var held = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
    #expect(poll(&held, 1, 60_000) == 1 && held.revents & Int16(POLLHUP) != 0)
  }

  /// A daemon leaves the process group on purpose, as `gpg-agent` does, and serves the next command as well.
  @Test func aDaemonThatItStartedStays() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.url.appending(path: "process").path
    // The shell of the new session says its number, and ends when it is told to.
    let script = "echo \\$\\$ > \(path).new; mv \(path).new \(path); exec sleep 600"
    let daemon = "import os; os.fork() and os._exit(0); os.setsid(); os.execv('/bin/sh', ['sh', '-c', '\(script)'])"
    let command = "\(Program.python.path) -c \"\(daemon)\" >/dev/null 2>&1; "
    _ = try HeaderCommand.fields(of: command + "while ! [ -e \(path) ]; do :; done; echo 'X-Team: a'")
    let process = try #require(Int32(String(contentsOfFile: path, encoding: .utf8).filter(\.isNumber)))
    #expect(kill(process, 0) == 0)
    kill(process, SIGKILL)
  }

  @Test func itIsInterrupted() {
    #expect(throws: ConformanceError.headerCommand(reason: "was interrupted")) {
      try HeaderCommand.fields(of: "sleep 600") { true }
    }
  }

  @Test(arguments: [
    ("yes", "printed more than 65536 bytes"),
    ("kill -TERM $$", "was ended by signal 15"), ("echo secret; exit 3", "failed, with status 3"),
    ("echo secret", "must print fields, `NAME: VALUE` a line"), ("true", "printed no field"),
  ])
  func whatItDoesInsteadIsSaid(_ command: String, _ reason: String) {
    #expect(throws: ConformanceError.headerCommand(reason: reason)) {
      try HeaderCommand.fields(of: command)
    }
  }
}
