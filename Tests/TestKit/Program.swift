package import Foundation

/// A program that tests run: the command itself, Python, a reader of reports.
package struct Program: Sendable {
  /// What a finished run left behind.
  package struct Outcome: Sendable {
    package var status: Int32
    package var output: String
    package var errors: String
  }

  package var path: String
  /// Arguments before those of each run.
  package var arguments: [String] = []

  package init(_ path: String, _ arguments: [String] = []) {
    self.path = path
    self.arguments = arguments
  }

  /// The program of that name on the search path.
  package static func found(_ name: String) -> Program { Program("/usr/bin/env", [name]) }

  /// The program that is tested: the one that `ASSAY_PROGRAM` names; otherwise `assay` next to the test bundle.
  package static let assay: Program = {
    if let path = ProcessInfo.processInfo.environment["ASSAY_PROGRAM"] { return Program(path) }
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let folder = (bundle ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent()
    return Program(folder.appending(path: "assay").path(percentEncoded: false))
  }()

  /// The Python `make test` prepared, `ASSAY_PYTHON`; else the machine's.
  package static let python =
    ProcessInfo.processInfo.environment["ASSAY_PYTHON"].map { Program($0) } ?? found("python3")

  /// Whether the programs of this checkout were built with a sanitizer, which takes memory and time of its own.
  package static let isSanitized = ProcessInfo.processInfo.environment["ASSAY_SANITIZE"] != nil

  /// The variables that a sanitizer needs in every program that is built with it.
  static let ofSanitizer =
    isSanitized
    ? ProcessInfo.processInfo.environment.filter { ["LD_PRELOAD", "ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key) }
    : [:]

  /// The name of the browser that looks at pages: Debian's Chromium, or what `ASSAY_CHROMIUM` names.
  package static let browser = ProcessInfo.processInfo.environment["ASSAY_CHROMIUM"] ?? "chromium"

  /// Whether the browser is there.
  package static let hasBrowser = (try? found(browser).run(["--version"]))?.status == 0

  /// Whether Perl is there, with the modules that come with it.
  package static let hasPerl = (try? found("perl").run(["-MTAP::Parser", "-MJSON::PP", "-e", "1"]))?.status == 0

  /// Whether Python is there and has `module`.
  package static func hasPython(module: String) -> Bool {
    (try? python.run(["-c", "import \(module)"]))?.status == 0
  }

  /// Whether Python is there and has `package` installed, which need not be complete.
  package static func hasPython(package: String) -> Bool {
    let script = "import importlib.util, sys; sys.exit(importlib.util.find_spec('\(package)') is None)"
    return (try? python.run(["-c", script]))?.status == 0
  }

  /// Whether the program called `name` is on the search path.
  package static func has(_ name: String) -> Bool {
    (try? found("sh").run(["-c", "command -v \(name)"]))?.status == 0
  }

  /// A process that is ready to run the program.
  package func process(_ more: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments + more
    process.standardInput = FileHandle.nullDevice
    return process
  }

  /// Runs the program to its end; both pipes are drained while it runs, so that it never waits for a reader.
  ///
  /// - Parameters:
  ///   - environment: Added to the tests' own environment; `isBare` leaves the tests' own out, but for what a sanitizer needs.
  ///   - input: What its standard input holds.
  package func run(
    _ more: [String] = [],
    environment: [String: String] = [:],
    isBare: Bool = false,
    folder: URL? = nil,
    input: Data? = nil
  ) throws -> Outcome {
    let process = process(more)
    process.environment = (isBare ? Self.ofSanitizer : ProcessInfo.processInfo.environment)
      .merging(environment) { _, new in new }
    if let folder { process.currentDirectoryURL = folder }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    let source = input.map { _ in Pipe() }
    if let source { process.standardInput = source }
    try process.run()
    if let source, let input {
      Thread.detachNewThread {
        try? source.fileHandleForWriting.write(contentsOf: input)
        try? source.fileHandleForWriting.close()
      }
    }
    let said = PipeText(errors)
    let text = String(decoding: output.fileHandleForReading.rest, as: UTF8.self)
    let complaint = said.wait()
    process.waitUntilExit()
    return Outcome(status: process.exitStatus, output: text, errors: complaint)
  }

  /// Runs the program to its end on a thread of its own, so that no thread of the pool waits for it.
  package func finish(
    _ more: [String] = [],
    environment: [String: String] = [:],
    isBare: Bool = false,
    folder: URL? = nil
  ) async throws -> Outcome {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result { try run(more, environment: environment, isBare: isBare, folder: folder) }
        )
      }
    }
  }
}

/// All that comes out of a pipe, read on a thread of its own.
private final class PipeText: @unchecked Sendable {
  private var data = Data()
  private let isDone = DispatchSemaphore(value: 0)

  init(_ pipe: Pipe) {
    Thread.detachNewThread { [self] in
      data = pipe.fileHandleForReading.rest
      isDone.signal()
    }
  }

  /// The text, once the other end is closed.
  func wait() -> String {
    isDone.wait()
    return String(decoding: data, as: UTF8.self)
  }
}

extension Process {
  /// The exit status, or 128 and the number of the signal that ended it, as a shell has it.
  var exitStatus: Int32 { terminationReason == .exit ? terminationStatus : 128 + terminationStatus }
}
