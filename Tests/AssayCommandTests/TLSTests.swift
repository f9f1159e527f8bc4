import Foundation
import TestKit
import Testing

/// TLS against a certificate authority of our own: trusted where it is named, refused where it is not.
@Suite(.serialized)
final class TLSTests {
  private let folder: TemporaryFolder
  private let contract = Repository.path("fixtures/tls/contract.json")

  init() throws {
    folder = try TemporaryFolder()
    try openssl(
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=Assay-Test-CA -keyout ca.key -out ca.pem"
    )
    try issue("server", "subjectAltName=DNS:localhost,IP:127.0.0.1")
    try issue("other", "subjectAltName=DNS:elsewhere.example")
    try issue("client", "extendedKeyUsage=clientAuth")
  }

  @Test func trustedAuthorityPasses() async throws {
    let server = try server("server")
    let outcome = try await verify(server, ["--cacert", folder.path("ca.pem")])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test func unknownAuthorityIsRefusedAndSaid() async throws {
    let server = try server("server")
    let outcome = try await verify(server, [])
    #expect(outcome.status == 3, "nothing could be verified")
    #expect(outcome.output.contains("transport.tls"))
    #expect(outcome.output.contains("certificate"))
  }

  @Test func certificateOfAnotherHostIsRefused() async throws {
    let server = try server("other")
    let outcome = try await verify(server, ["--cacert", folder.path("ca.pem")])
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("transport.tls"))
  }

  @Test func insecureIsSaidLoudly() async throws {
    let server = try server("other")
    let outcome = try await verify(server, ["--insecure"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("--insecure"))
  }

  @Test func clientCertificateIsShown() async throws {
    let server = try server("server", clientCA: true)
    let trusted = ["--cacert", folder.path("ca.pem")]
    let without = try await verify(server, trusted)
    #expect(without.status != 0)
    let with = try await verify(
      server,
      trusted + ["--cert", folder.path("client.pem"), "--key", folder.path("client.key")]
    )
    #expect(with.status == 0, "\(with.output)\(with.errors)")
  }

  private func verify(_ server: RunningServer, _ flags: [String]) async throws -> Program.Outcome {
    try await Program.assay.finish(["verify", contract, "--server", server.servers["api"] ?? ""] + flags)
  }

  private func server(_ name: String, clientCA: Bool = false) throws -> RunningServer {
    let files = [folder.path("\(name).pem"), folder.path("\(name).key")] + (clientCA ? [folder.path("ca.pem")] : [])
    return try RunningServer.python(Repository.path("fixtures/tls/server.py"), files)
  }

  private func issue(_ name: String, _ extensions: String) throws {
    try extensions.write(to: folder.url.appending(path: "\(name).ext"), atomically: true, encoding: .utf8)
    try openssl(
      "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=\(name) -keyout \(name).key -out \(name).csr"
    )
    try openssl(
      "x509 -req -in \(name).csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile \(name).ext -out \(name).pem"
    )
  }

  private func openssl(_ arguments: String) throws {
    let outcome = try Program.found("openssl").run(arguments.split(separator: " ").map(String.init), folder: folder.url)
    try #require(outcome.status == 0, "openssl \(arguments): \(outcome.errors)")
  }
}
