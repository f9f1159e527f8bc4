import Foundation

/// A certificate authority of the tests' own, made anew by `openssl` in a directory that goes with it.
final class LocalAuthority: Sendable {
  struct Failure: Error { let command: String }

  let directory: URL
  var caFile: String { file("ca.pem") }

  private init() throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "assay-ca-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try openssl(
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=assay-test-ca -keyout ca.key -out ca.pem"
    )
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// Makes an authority and its certificates on a thread of their own: `openssl` takes its time, and a test that waited
  /// for it would keep others from theirs.
  static func make(_ certificates: [String: String] = [:]) async throws -> LocalAuthority {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread {
        continuation.resume(
          with: Result {
            let authority = try LocalAuthority()
            for (name, alternative) in certificates { try authority.issue(name, for: alternative) }
            return authority
          }
        )
      }
      thread.start()
    }
  }

  /// Makes `name.pem` and `name.key`, signed by this authority for the given `subjectAltName`.
  private func issue(_ name: String, for alternative: String) throws {
    try openssl(
      "req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=\(name) -keyout \(name).key -out \(name).csr"
    )
    try Data("subjectAltName=\(alternative)\n".utf8).write(to: directory.appending(path: "\(name).ext"))
    try openssl(
      "x509 -req -in \(name).csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile \(name).ext -out \(name).pem"
    )
  }

  func file(_ name: String) -> String { directory.appending(path: name).path }

  private func openssl(_ arguments: String) throws {
    let process = Self.process(arguments, in: directory)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(command: arguments) }
  }

  static func process(_ arguments: String, in directory: URL) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments.split(separator: " ").map(String.init)
    process.currentDirectoryURL = directory
    return process
  }
}

/// `openssl s_server` on a free port, answering every request with a page about the handshake.
final class TLSServer {
  let port: Int
  private let process: Process
  private let input = Pipe()

  init(_ authority: LocalAuthority, certificate: String, _ more: String = "") throws {
    process = LocalAuthority.process(
      "s_server -www -accept 127.0.0.1:0 -cert \(certificate).pem -key \(certificate).key \(more)",
      in: authority.directory
    )
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // It says where it listens: "ACCEPT 127.0.0.1:40123".
    var text = ""
    while !text.hasSuffix("\n") || !text.contains("ACCEPT ") {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw LocalAuthority.Failure(command: "s_server") }
      text += String(decoding: more, as: UTF8.self)
    }
    let line = text.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }
    guard let port = line?.split(separator: ":").last.flatMap({ Int($0) }) else {
      throw LocalAuthority.Failure(command: "s_server")
    }
    self.port = port
  }

  deinit {
    // Not `terminate()`: a process started on a worker thread inherits its signal mask, in which SIGTERM is blocked.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
