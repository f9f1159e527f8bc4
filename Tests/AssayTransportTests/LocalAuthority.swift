import Foundation
import TestKit

/// A certificate authority of the tests' own, made anew by `openssl` in a directory that goes with it.
final class LocalAuthority: Sendable {
  struct Failure: Error { let command: String }

  private let folder: TemporaryFolder
  var directory: URL { folder.url }
  var caFile: String { file("ca.pem") }

  private init() throws { folder = try TemporaryFolder() }

  /// Makes an authority and its certificates, `name.pem` and `name.key` for each `subjectAltName`.
  static func make(_ certificates: [String: String] = [:]) async throws -> LocalAuthority {
    let authority = try LocalAuthority()
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    try await authority.openssl("req -x509 \(key) -days 2 -subj /CN=assay-test-ca -keyout ca.key -out ca.pem")
    for (name, alternative) in certificates {
      try await authority.openssl("req \(key) -subj /CN=\(name) -keyout \(name).key -out \(name).csr")
      try Data("subjectAltName=\(alternative)\n".utf8).write(to: authority.directory.appending(path: "\(name).ext"))
      try await authority.openssl(
        "x509 -req -in \(name).csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile \(name).ext -out \(name).pem"
      )
    }
    return authority
  }

  func file(_ name: String) -> String { directory.appending(path: name).path }

  private func openssl(_ arguments: String) async throws {
    let outcome = try await Program.found("openssl").finish(
      arguments.split(separator: " ").map(String.init),
      folder: directory
    )
    guard outcome.status == 0 else { throw Failure(command: arguments) }
  }
}

/// `openssl s_server` on a free port, answering every request with a page about the handshake.
final class TLSServer {
  let port: Int
  private let process: Process
  private let input = Pipe()

  init(_ authority: LocalAuthority, certificate: String, _ more: String = "") throws {
    let arguments = "s_server -www -accept 127.0.0.1:0 -cert \(certificate).pem -key \(certificate).key \(more)"
    process = Program.found("openssl").process(arguments.split(separator: " ").map(String.init))
    process.currentDirectoryURL = authority.directory
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // It says where it listens: "ACCEPT 127.0.0.1:40123".
    var text = ""
    while !text.hasSuffix("\n") || !text.contains("ACCEPT ") {
      let more = output.fileHandleForReading.nextPiece
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
