import AssayKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the process is connected to.
enum Terminal {
  /// Results go here.
  static func print(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }
  /// Everything else goes here.
  static func complain(_ text: String) { write(text + "\n", to: STDERR_FILENO) }
  /// Why there was no verification. A contract's diagnostics begin with their place, as compilers' do, and an editor finds it.
  static func complain(_ error: any Error) {
    if case ConformanceError.contract = error { complain("\(error)") } else { complain("error: \(error)") }
  }
  /// The same without a line's end, for a line that is overwritten.
  static func show(_ text: String) { write(text, to: STDERR_FILENO) }

  /// Whether standard output may be coloured (no-color.org).
  static var hasColour: Bool { isatty(STDOUT_FILENO) == 1 && allowsColour }
  /// Whether standard error is a person's terminal that can overwrite a line.
  static var hasProgress: Bool { isatty(STDERR_FILENO) == 1 && SystemClock.environment("TERM") != "dumb" }

  private static var allowsColour: Bool {
    (SystemClock.environment("NO_COLOR") ?? "").isEmpty && SystemClock.environment("TERM") != "dumb"
  }

  /// The columns of the terminal; 100 where there is none.
  static var width: Int {
    var size = winsize()
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] where ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 {
      if size.ws_col > 0 { return max(40, Int(size.ws_col)) }
    }
    return 100
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { buffer in
        #if canImport(Glibc)
          Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        #else
          Darwin.write(descriptor, buffer.baseAddress, buffer.count)
        #endif
      }
      // A reader that went away is no reason to fail the run: the exit code and the files say what there is to say.
      guard count > 0 || (count < 0 && errno == EINTR) else { return }
      if count > 0 { bytes = bytes.dropFirst(count) }
    }
  }
}
