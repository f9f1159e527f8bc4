import AssayContract
import AssayLint
import Foundation
import TestKit
import Testing

/// The project's own contracts are read without an error and linted without a warning.
struct GalleryTests {
  static var contracts: [String] {
    get throws { try Repository.contractNames.map { "\($0).json" } }
  }

  @Test(arguments: try contracts)
  func lintsClean(_ name: String) throws {
    let contract = try Self.load(name)
    #expect(ContractLinter.lint(contract).map(\.description).joined(separator: "\n\n") == "")
  }

  @Test(.enabled(if: Repository.documents != nil, "the cited documents are not here"), arguments: try contracts)
  func citesWhatIsThere(_ name: String) throws {
    let contract = try Self.load(name)
    let folder = try #require(Repository.documents)
    var documents: [String: [String]] = [:]
    for document in contract.documents {
      documents[document.name] = try Repository.lines(folder.appending(path: document.file))
    }
    let diagnostics = ContractLinter.lint(contract, documents: documents)
    #expect(diagnostics.map(\.description).joined(separator: "\n\n") == "")
  }

  private static func load(_ name: String) throws -> Contract {
    let bytes = try Repository.bytes(Repository.contracts.appending(path: name))
    return try ContractLoader.load(bytes: bytes, file: "contracts/\(name)")
  }
}
