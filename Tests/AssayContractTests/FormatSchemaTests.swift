import AssayJSON
import AssaySchema
import Foundation
import TestKit
import Testing

@testable import AssayContract

/// The schema of the format that is built in is the one in `contracts/`, and a valid schema that accepts our contracts.
struct FormatSchemaTests {
  static let file = Repository.contracts.appending(path: "contract.schema.json")
  static var contracts: [String] {
    get throws { try Repository.contractNames.map { "\($0).json" } }
  }

  /// What is built in is a link to the published file; a checkout without links, or a stale build, is told here.
  @Test func isTheOneInContracts() throws {
    #expect(PackageResources.contract_schema_json == (try Repository.bytes(Self.file)))
  }

  @Test func keepsItsMetaSchema() throws {
    let document = try JSONDocument(parsing: PackageResources.contract_schema_json)
    _ = try SchemaSet(document: document).schema(at: JSONPointer())
    #expect(FormatSchema.shared != nil)
  }

  @Test(arguments: try contracts)
  func acceptsOurContracts(_ name: String) throws {
    let bytes = try Repository.bytes(Repository.contracts.appending(path: name))
    let format = try #require(FormatSchema.shared)
    #expect(format.schema.isValid(try JSONDocument(parsing: bytes).root))
  }

  /// A number where an object belongs, a misspelt key: each of the format's objects refuses them.
  @Test(arguments: try contracts)
  func refusesStrangersEverywhere(_ name: String) throws {
    let bytes = try Repository.bytes(Repository.contracts.appending(path: name))
    let format = try #require(FormatSchema.shared)
    let text = String(decoding: bytes, as: UTF8.self)
    for key in ["\"responses\"", "\"request\"", "\"steps\"", "\"operation\"", "\"servers\""] {
      let broken = text.replacing(key, with: "\"stranger\"", maxReplacements: 1)
      #expect(!format.schema.isValid(try JSONDocument(parsing: broken).root), "\(key) misspelt")
    }
  }
}
