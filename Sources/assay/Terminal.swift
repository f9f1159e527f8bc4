import AssayKit
import AssayReport
import AssayText
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The streams the process is connected to.
enum Terminal {
  /// Results go here. Whatever the text is made of, nothing in it moves a cursor or hides a word.
  static func print(_ text: String) { output(block(text)) }
  /// Lines of a report.
  static func print(styled lines: [StyledLine]) { for line in lines { output(written(line.text)) } }
  /// A report or a recording goes here, whose last line ends itself.
  static func output(_ text: String) {
    guard let reason = write(text, to: STDOUT_FILENO) else { return }
    loss.withLock { $0 = $0 ?? reason }
  }
  /// Everything else goes here, as visible as results.
  static func complain(_ text: String) { _ = write(block(text), to: STDERR_FILENO) }
  /// Lines of a report.
  static func complain(styled lines: [StyledLine]) {
    for line in lines { _ = write(written(line.text), to: STDERR_FILENO) }
  }
  /// Why there was no verification. A contract's diagnostics begin with their place, as compilers' do, and an editor finds it.
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

  /// Why results were lost on their way to standard output, in the system's words: the disk is full, say.
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

  /// The columns of the terminal; 100 without one.
  static var width: Int {
    var size = winsize()
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] where ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 {
      if size.ws_col > 0 { return max(40, Int(size.ws_col)) }
    }
    return 100
  }

  /// Writes all of `text`; says why it could not. A reader that went away (`| head -1`) has what it wanted.
  private static func write(_ text: String, to descriptor: Int32) -> String? {
    guard let number = FileAccess.writeAll(Array(text.utf8), to: descriptor), number != EPIPE else { return nil }
    return FileAccess.reason(number)
  }
}
