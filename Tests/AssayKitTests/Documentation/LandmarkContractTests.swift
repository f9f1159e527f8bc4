import AssayKit
import Testing

struct LandmarkContractTests {
  static let contract = "contracts/landmark.json"

  /// Each check of the contract becomes a test case.
  static let checks = (try? ConformanceSuite(contentsOf: contract).checks()) ?? []

  /// One run of the contract, which all test cases share.
  static let run = Task {
    let suite = try ConformanceSuite(contentsOf: contract)
    let backend = try await suite.mock()
    defer { backend.stop() }
    var options = VerifyOptions()
    for server in backend.servers { options.servers[server.name] = server.url }
    return try await suite.verify(options)
  }

  @Test(arguments: checks)
  func keepsItsPromises(check: String) async throws {
    let result = try await Self.run.value
    #expect(result.isConforming(check), "\(result.failureDescription(of: check))")
  }

  @Test func hasChecks() {
    #expect(!Self.checks.isEmpty, "\(Self.contract) cannot be read, or has no checks")
  }
}
