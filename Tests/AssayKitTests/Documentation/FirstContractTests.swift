import AssayKit
import Testing

@Test func backendKeepsItsContract() async throws {
  let suite = try ConformanceSuite(contentsOf: "contracts/landmark.json")
  let backend = try await suite.mock()
  defer { backend.stop() }
  var options = VerifyOptions()
  for server in backend.servers { options.servers[server.name] = server.url }
  let result = try await suite.verify(options)
  #expect(result.isConforming, "\(result.failureDescription)")
}

@Test func brokenPromiseIsFound() async throws {
  let suite = try ConformanceSuite(contentsOf: "contracts/landmark.json")
  var mock = MockOptions()
  mock.faults = ["predict.status-500"]
  let backend = try await suite.mock(mock)
  defer { backend.stop() }
  var options = VerifyOptions()
  for server in backend.servers { options.servers[server.name] = server.url }
  let result = try await suite.verify(options)
  let finding = try #require(result.findings.first)
  #expect(finding.rule == "response.status")
  #expect(finding.operation == "predict")
}
