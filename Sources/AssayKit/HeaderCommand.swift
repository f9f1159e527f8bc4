#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A command of the user that prints header fields to send, such as one that fetches a token.
public enum HeaderCommand {
  /// The maximum number of bytes read from the command.
  private static let most = 1 << 16

  /// Runs `command` with `sh -c`, and reads the fields it prints, one `NAME: VALUE` per line.
  ///
  /// The command can prompt the user, since it has the standard input and the terminal. When the shell ends, processes
  /// that it left running are killed; all of them are killed after `limit`, or when `isInterrupted` returns true.
  /// Throws ``ConformanceError/headerCommand(reason:)`` if the command cannot be run, fails, takes too long, or prints
  /// anything else. Neither the command nor its output is shown, because both may contain a secret.
  public static func fields(
    of command: String,
    within limit: Duration = .seconds(120),
    isInterrupted: () -> Bool = { false }
  ) throws(ConformanceError) -> [HeaderField] {
    let output = try output(of: command, within: limit, isInterrupted)
    let lines = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
    var fields: [HeaderField] = []
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let field = HeaderField(parts[0], String(parts[1].drop { $0 == " " })) else {
        throw .headerCommand(reason: "must print fields, `NAME: VALUE` a line")
      }
      fields.append(field)
    }
    guard !fields.isEmpty else { throw .headerCommand(reason: "printed no field") }
    return fields
  }

  private static func output(of command: String, within limit: Duration, _ isInterrupted: () -> Bool)
    throws(ConformanceError) -> [UInt8]
  {
    let (process, source) = try start(command)
    // Who is in the background itself has no terminal to give.
    let hasTerminal = tcgetpgrp(STDIN_FILENO) == getpgrp()
    if hasTerminal { putInFront(process) }
    let deadline = ContinuousClock.now + limit
    let read = Result { () throws(ConformanceError) in
      try Self.read(source, of: process, until: deadline, within: limit, isInterrupted)
    }
    // As long as it is not waited for, no other group can have its number.
    kill(-process, SIGKILL)
    let status = status(of: process)
    if hasTerminal { putInFront(getpgrp()) }
    close(source)
    let output = try read.get()
    guard status == 0 else {
      let signal = status & 0x7F
      throw .headerCommand(reason: signal == 0 ? "failed, with status \(status >> 8)" : "was ended by signal \(signal)")
    }
    return output
  }

  /// Starts the shell in a separate process group, which can be killed as one; its output is read from `source`.
  private static func start(_ command: String) throws(ConformanceError) -> (process: pid_t, source: Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .headerCommand(reason: "cannot be run: \(FileAccess.reason(errno))") }
    // Neither end is for another program that is started meanwhile.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #if canImport(Glibc)
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #else
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
    #endif
    // The thread that starts it may let no signal through; a command hears them all.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    let words = ["sh", "-c", command]
    var arguments = words.map { strdup($0) } + [nil]
    var process: pid_t = 0
    let failure = posix_spawn(&process, "/bin/sh", &actions, &attributes, &arguments, environ)
    for argument in arguments { free(argument) }
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    close(ends[1])
    guard failure == 0 else {
      close(ends[0])
      throw .headerCommand(reason: "cannot be run: \(FileAccess.reason(failure))")
    }
    return (process, ends[0])
  }

  /// Makes `group` the foreground process group of the terminal, so that its processes can read from the terminal.
  private static func putInFront(_ group: pid_t) {
    // A background process would be stopped for changing that, unless it ignores the signal.
    var (stop, before) = (sigset_t(), sigset_t())
    sigemptyset(&stop)
    sigaddset(&stop, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &stop, &before)
    tcsetpgrp(STDIN_FILENO, group)
    pthread_sigmask(SIG_SETMASK, &before, nil)
    // It may have been stopped already, for reading too early.
    kill(-group, SIGCONT)
  }

  /// Returns the output of `process`, read from `source` up to the end of the process.
  private static func read(
    _ source: Int32,
    of process: pid_t,
    until deadline: ContinuousClock.Instant,
    within limit: Duration,
    _ isInterrupted: () -> Bool
  ) throws(ConformanceError) -> [UInt8] {
    var bytes: [UInt8] = []
    var isOpen = true
    while true {
      // Asked first, so that nothing it printed before its end is missed.
      let isOver = hasEnded(process)
      var wanted = pollfd(fd: isOpen ? source : -1, events: Int16(POLLIN), revents: 0)
      if poll(&wanted, 1, isOver ? 0 : pause) > 0 {
        isOpen = take(source, into: &bytes)
      } else if isOver {
        return bytes
      }
      guard bytes.count <= most else { throw .headerCommand(reason: "printed more than \(most) bytes") }
      guard !isInterrupted() else { throw .headerCommand(reason: "was interrupted") }
      guard ContinuousClock.now < deadline else {
        throw .headerCommand(reason: "did not end within \(limit.components.seconds) s")
      }
    }
  }

  /// The length of a single wait, in milliseconds.
  private static let pause: Int32 = 20

  /// Appends the available bytes of `source`; returns true if more may follow.
  private static func take(_ source: Int32, into bytes: inout [UInt8]) -> Bool {
    var piece = [UInt8](repeating: 0, count: 4_096)
    let count = FileAccess.read(source, into: &piece)
    if count > 0 { bytes += piece[..<count] }
    return count > 0 || (count < 0 && errno == EINTR)
  }

  /// Returns true if a process has ended; its process id stays reserved.
  private static func hasEnded(_ process: pid_t) -> Bool {
    var information = siginfo_t()
    let result = waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
    return result == 0 && information.si_signo == SIGCHLD
  }

  /// Returns the exit status, as from `waitpid`, of a process that was killed or has ended; 0 if the system does not
  /// end it within a second.
  private static func status(of process: pid_t) -> Int32 {
    var status: Int32 = 0
    for _ in 0..<100 {
      let found = waitpid(process, &status, WNOHANG)
      if found == process || (found < 0 && errno != EINTR) { return status }
      usleep(10_000)
    }
    return 0
  }
}
