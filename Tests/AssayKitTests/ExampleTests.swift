import AssayKit
import Foundation
import TestKit
import Testing

/// The example of the documentation, compiled and run: a contract test as a user of AssayKit writes it.
struct ExampleTests {
  @Test func backendKeepsItsContract() async throws {
    let backend = try ForeignBackend(.landmark)
    let suite = try ConformanceSuite(contentsOf: DocumentedSystem.landmark.contract)
    let result = try await suite.verify(against: backend.servers["api"] ?? "")
    #expect(result.isConforming, "\(result.failureDescription)")
  }

  @Test func brokenBackendIsToldInReadableWords() async throws {
    let backend = try ForeignBackend(.landmark)
    try await backend.select("predict-unsorted")
    let suite = try ConformanceSuite(contentsOf: DocumentedSystem.landmark.contract)
    var options = VerifyOptions()
    options.selection.only = ["predict-then-history/*"]
    let result = try await suite.verify(against: backend.servers["api"] ?? "", options: options)
    #expect(!result.isConforming)
    let finding = try #require(result.findings.first { $0.level == .must })
    #expect(finding.operation == "predict")
    #expect(finding.rule == "schema.sorted")
    #expect(finding.sources.contains { $0.document == "guide" })
    #expect(result.failureDescription.contains("must[schema.sorted]"))
    #expect(result.failureDescription.contains(finding.message))
  }

  @Test func contractThatIsNoneIsThrownWithItsPlace() {
    let error = #expect(throws: ConformanceError.self) {
      try ConformanceSuite(contentsOf: Repository.path("contracts/README.md"))
    }
    #expect(error?.description.contains("README.md:1:1") == true)
  }

  @Test func serverNobodyHasIsThrownWithTheNearestName() async throws {
    let suite = try ConformanceSuite(contentsOf: DocumentedSystem.mondrian.contract)
    var options = VerifyOptions()
    options.servers["job"] = ServerURL("http://127.0.0.1:1")
    let error = await #expect(throws: ConformanceError.self) { try await suite.verify(options) }
    #expect(error?.description.contains("did you mean jobs") == true)
  }
}
