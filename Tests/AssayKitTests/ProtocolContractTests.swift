import AssayKit
import Foundation
import TestKit
import Testing

/// The built-in contracts of public protocols.
@Suite struct ProtocolContractTests {
  /// Each cites lines that say what it promises, and its mock keeps it.
  @Test(arguments: ConformanceSuite.builtInContracts)
  func isCleanAndKeptByItsMock(operand: String) async throws {
    let contract = try await ConformanceSuite.load(operand)
    // Where no key is known, none is sent.
    let keys = contract.variables.filter { $0 == "apiKey" }.map { VariableSetting($0, text: "known-to-the-mock") }
    let suite = try contract.settled(keys)
    #expect(!suite.builtInDocuments.isEmpty)
    #expect(suite.lint(documents: suite.builtInDocuments).map(\.message) == [])
    let mock = try await suite.mock()
    var options = VerifyOptions()
    options.selection.runsUnsafe = true
    let result = try await suite.verify(against: mock.servers.first?.url.description ?? "", options: options)
    mock.stop()
    #expect(result.isConforming, "\(result.failureDescription)")
    #expect(result.findings.map(\.message) == [])
  }

  /// The texts that are built in are those of the repository, where people read them.
  @Test func eachFileIsBuiltIn() throws {
    let folder = Repository.path("contracts/protocols")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
    #expect(files.map { "protocol:" + $0.dropLast(5) }.sorted() == ConformanceSuite.builtInContracts.sorted())
  }

  @Test func aProtocolWithoutAContractIsNamed() async {
    let error = await #expect(throws: ConformanceError.self) { try await ConformanceSuite.load("protocol:gopher") }
    #expect(error?.description.contains("protocol:gopher") == true)
    #expect(error?.description.contains("protocol:mcp") == true)
  }

  /// A contract of one's own has no built-in documents.
  @Test func otherContractsHaveNone() throws {
    let suite = try ConformanceSuite(contentsOf: DocumentedSystem.landmark.contract)
    #expect(suite.builtInDocuments.isEmpty)
  }
}
