import AssayContract
import AssayHTTP
import AssayObservation
import AssaySecrets
import Foundation
import Synchronization
import TestKit
import Testing

@testable import AssayVerifier

/// What a contract says is secret, in every step and recording.
struct ContractSecretsTests {
  private static func contract(_ name: String) throws -> Contract {
    let folder = Repository.fixtures.appending(path: "secrets/\(name)")
    let bytes = try Repository.bytes(folder.appending(path: "contract.json"))
    return try ContractLoader.load(bytes: bytes, file: "contract.json")
  }

  @Test func aFieldThatCarriesASecretOnceIsSecretEverywhere() async throws {
    let contract = try Self.contract("a-field-that-carries-a-secret-once")
    #expect(contract.secretFields == ["mcp-session-id"])
    let seen = Mutex<[Hidden<Observation>]>([])
    let backend = Backend { call, count in
      .answer(200, "", call == "POST /open" ? [HTTPHeader("Mcp-Session-Id", "issued-session-\(count)")] : [])
    }
    _ = await Verifier(
      contract: contract,
      settings: RunSettings(jobs: 1),
      transport: backend,
      vault: SecretVault(of: contract),
      files: { _ in nil },
      record: { observation in seen.withLock { $0.append(observation) } }
    ).run(version: "", started: "")
    let recorded = seen.withLock { "\($0)" }
    for secret in ["issued-session-1", "issued-session-2", "fixed-session-77b1"] {
      #expect(!recorded.contains(secret), "\(secret) is in the recording")
    }
    #expect(recorded.contains("${Mcp-Session-Id"))
    // A field without a secret is recorded as it was sent.
    #expect(recorded.contains("trace-of-the-call"))
  }
}
