import AssayContract
import AssayDiff
import AssayKit
import AssayLint
import Foundation
import TestKit
import Testing

/// A contract that is exported and drafted from again is the contract it was.
struct ExportTests {
  /// The documented systems, the cookbook, and the contracts of the fixtures that use the format's remoter corners.
  private static var contracts: [String] {
    get throws {
      let folders = ["contracts", "contracts/examples"].map(Repository.path)
      let shown = try folders.flatMap { folder in
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { "\(folder)/\($0)" }
      }
      let kept = try Fixtures.folders("kept").map { Repository.path("fixtures/kept/\($0)/contract.json") }
      return (shown + kept).filter { path in
        [".json", ".yaml"].contains { path.hasSuffix($0) } && (try? ConformanceSuite(contentsOf: path)) != nil
      }
    }
  }

  @Test func thereAreContracts() throws { #expect(try Self.contracts.count > 40) }

  @Test(arguments: try contracts) func comesBackAsItWas(_ path: String) throws {
    let folder = try TemporaryFolder()
    let suite = try ConformanceSuite(contentsOf: path)
    let description = try folder.write(suite.openAPIDescription, to: "api.openapi.json")
    let workflows = try folder.write(
      suite.arazzoWorkflows(describedIn: "api.openapi.json"),
      to: "api.arazzo.json"
    )
    let files = try suite.files(allowing: [])
    for exported in [description, workflows] {
      let draft = try ConformanceSuite.derive(fromDocuments: [exported])
      #expect(draft.notCarriedOver == [])
      let back = try ContractLoader.load(bytes: Array(draft.text.utf8), file: path) { files.read($0) }
      let changes = ContractDiff(from: suite.contract, to: back).changes
      #expect(changes.isEmpty, "\(changes.map(\.message))")
      // The comparison leaves the lines of the documents aside.
      #expect(Self.promises(of: back) == Self.promises(of: suite.contract))
    }
  }

  private static func promises(of contract: Contract) -> Set<[String]> {
    let promises = PromiseCatalogue(of: contract).groups.flatMap(\.promises)
    return Set(promises.map { [$0.sentence, "\($0.level)", "\($0.sources)"] })
  }

  /// What is changed in OpenAPI's own words is changed in the contract.
  @Test func whatIsChangedInTheDescriptionComesBack() throws {
    let folder = try TemporaryFolder()
    let suite = try ConformanceSuite(contentsOf: DocumentedSystem.landmark.contract)
    let text = suite.openAPIDescription.replacing("\"/api/prediction/predict\"", with: "\"/classify\"")
    let draft = try ConformanceSuite.derive(fromDocuments: [try folder.write(text, to: "api.json")])
    #expect(draft.text.contains("\"path\": \"/classify\""))
    #expect(draft.notCarriedOver == [])
  }

  /// What a contract has no place for is listed, and nothing is dropped in silence.
  @Test func whatAContractCannotSayIsListed() throws {
    let folder = try TemporaryFolder()
    let suite = try ConformanceSuite(contentsOf: DocumentedSystem.landmark.contract)
    let text = suite.openAPIDescription.replacing(
      "\"operationId\": \"predict\",",
      with: "\"operationId\": \"predict\",\n\"deprecated\": true,"
    )
    let description = try folder.write(text, to: "api.json")
    let draft = try ConformanceSuite.derive(fromDocuments: [description])
    #expect(draft.notCarriedOver == ["openapi:21: /paths/~1api~1prediction~1predict/post/deprecated"])
    let exported = suite.arazzoWorkflows(describedIn: "api.json")
    let workflows = exported.replacing("$statusCode == 200", with: "$statusCode == 202")
    let other = try ConformanceSuite.derive(fromDocuments: [try folder.write(workflows, to: "api.arazzo.json")])
    #expect(other.notCarriedOver.contains { $0.hasSuffix("/workflows/0/steps/0/successCriteria/0/condition") })
  }

  @Test(.enabled("openapi-spec-validator is missing") { Program.hasPython(module: "openapi_spec_validator") })
  func areWhatOthersRead() throws {
    let folder = try TemporaryFolder()
    let files = try Self.contracts.enumerated().map { position, path in
      try folder.write(try ConformanceSuite(contentsOf: path).openAPIDescription, to: "\(position).json")
    }
    let outcome = try Program.python.run(["-m", "openapi_spec_validator"] + files)
    #expect(outcome.status == 0, "\(outcome.output.prefix(2_000))")
  }
}
