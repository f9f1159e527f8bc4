import AssayKit
import AssayReport
import AssayText
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The standard streams of the process.
enum Terminal {
  /// Prints a result to standard output. Control characters in the text are made visible, so that they cannot move the
  /// cursor or hide a word.
  static func print(_ text: String) { output(block(text)) }
  /// Prints styled lines to standard error.
  static func print(styled lines: [StyledLine]) { for line in lines { output(written(line.text)) } }
  /// Writes a report or a recording, which ends with a line feed, to standard output.
  static func output(_ text: String) {
    guard let reason = write(text, to: STDOUT_FILENO) else { return }
    loss.withLock { $0 = $0 ?? reason }
  }
  /// Prints a message to standard error, with control characters made visible.
  static func complain(_ text: String) { _ = write(block(text), to: STDERR_FILENO) }
  /// Prints styled lines to standard error.
  static func complain(styled lines: [StyledLine]) {
    for line in lines { _ = write(written(line.text), to: STDERR_FILENO) }
  }
  /// Prints an error, the reason why nothing was verified. Diagnostics of a contract begin with their place, like those
  /// of compilers, so that editors can find it.
  static func complain(_ error: any Error) {
    let text = "\(error)"
    if case ConformanceError.contract = error { complain(text) } else { complain("error: \(text)") }
  }
  /// Shows a line without its end, which is overwritten later.
  static func show(_ line: StyledLine) { _ = write(line.text, to: STDERR_FILENO) }
  /// Removes the line that is shown (ECMA-48 section 8.3.41).
  static func wipe() { _ = write("\r\u{1B}[K", to: STDERR_FILENO) }

  private static func block(_ text: String) -> String { written(VisibleText.block(text)) }

  /// A visible text as it is written: no runner of a pipeline obeys it, and it shows no password of a URL.
  private static func written(_ text: String) -> String { UserInfo.hidden(in: LogText.harmless(text)) + "\n" }

  /// The system's reason if output to standard output was lost, such as a full disk; otherwise `nil`.
  static var lossOfOutput: String? { loss.withLock { $0 } }
  private static let loss = Mutex<String?>(nil)

  /// True if standard output may be coloured (no-color.org, force-color.org): on a terminal, and in the log of a CI
  /// job.
  static var hasColour: Bool {
    if !(SystemClock.environment("NO_COLOR") ?? "").isEmpty { return false }
    let isForced = ["FORCE_COLOR", "CLICOLOR_FORCE"].contains { name in
      let value = SystemClock.environment(name) ?? ""
      return !value.isEmpty && value != "0"
    }
    return isForced || PipelineJob.current != nil || (isTerminal && SystemClock.environment("TERM") != "dumb")
  }
  /// True if standard output is a terminal.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
  /// True if standard error is a person's terminal that can overwrite a line.
  static var hasProgress: Bool { isatty(STDERR_FILENO) == 1 && SystemClock.environment("TERM") != "dumb" }

  /// The number of columns of the terminal; 100 without a terminal.
  static var width: Int {
    var size = winsize()
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] where ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 {
      if size.ws_col > 0 { return max(40, Int(size.ws_col)) }
    }
    return 100
  }

  /// Writes all of `text`; returns the reason if that failed, otherwise `nil`. It is not a failure if a reader closes
  /// the pipe (`| head -1`).
  private static func write(_ text: String, to descriptor: Int32) -> String? {
    guard let number = FileAccess.writeAll(Array(text.utf8), to: descriptor), number != EPIPE else { return nil }
    return FileAccess.reason(number)
  }
}
