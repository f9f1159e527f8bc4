import Foundation

/// A program not written here that reads what was, run to its end with both outputs drained.
struct ReaderProcess {
  var status: Int32
  var output: String
  var errors: String

  init(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let pipe = Pipe()
    let notes = FileManager.default.temporaryDirectory.appending(path: "assay-reader-\(UUID().uuidString).txt")
    try Data().write(to: notes)
    defer { try? FileManager.default.removeItem(at: notes) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    // A file takes any amount, so that only one pipe is left to be drained.
    process.standardError = try FileHandle(forWritingTo: notes)
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    status = process.terminationStatus
    output = String(decoding: data, as: UTF8.self)
    errors = String(decoding: try Data(contentsOf: notes), as: UTF8.self)
  }

  /// The Python that `make test` sets up, or the machine's own.
  static let python = ProcessInfo.processInfo.environment["ASSAY_PYTHON"] ?? "python3"

  /// Whether Python is there and has a module.
  static func hasPython(module: String) -> Bool {
    (try? ReaderProcess(python, ["-c", "import \(module)"]))?.status == 0
  }

  static let chromium = ProcessInfo.processInfo.environment["ASSAY_CHROMIUM"] ?? "chromium"

  /// Whether a Chromium is there.
  static let hasChromium = (try? ReaderProcess(chromium, ["--version"]))?.status == 0
}
