import AssayContract
import AssayLint
import Foundation
import TestKit
import Testing

/// Each folder of `fixtures/lint` is a contract with one kind of fault, named after it, and what is said about it.
///
/// `kind--variant` is another case of the same kind; `documents` beside the contract are the documents at hand.
struct LintFixtureTests {
  static let folder = Repository.fixtures.appending(path: "lint")
  static var cases: [String] {
    get throws { try Fixtures.folders("lint") }
  }

  @Test(arguments: try cases)
  func says(_ name: String) throws {
    let diagnostics = try Self.diagnostics(name)
    let text = diagnostics.map { "\($0)\n" }.joined(separator: "\n")
    let golden = Self.folder.appending(path: "\(name)/expected.txt")
    try Golden.expect(text, golden)
  }

  @Test(arguments: try cases.filter { !["clean", "several"].contains(Self.kind(of: $0)) })
  func saysNothingElse(_ name: String) throws {
    let ids = Set(try Self.diagnostics(name).map(\.id))
    #expect(ids == [Self.kind(of: name)])
  }

  @Test(arguments: DiagnosticKind.allCases)
  func hasACase(_ kind: DiagnosticKind) throws {
    #expect(try Self.cases.contains { Self.kind(of: $0) == kind.rawValue })
  }

  private static func kind(of name: String) -> String {
    name.range(of: "--").map { String(name[..<$0.lowerBound]) } ?? name
  }

  private static func diagnostics(_ name: String) throws -> [Diagnostic] {
    let isYAML = FileManager.default.fileExists(atPath: folder.appending(path: "\(name)/contract.yaml").path)
    let file = isYAML ? "contract.yaml" : "contract.json"
    let bytes = try Repository.bytes(folder.appending(path: "\(name)/\(file)"))
    do {
      let contract = try ContractLoader.load(bytes: bytes, file: file) { file in
        try? Repository.bytes(folder.appending(path: "\(name)/\(file)"))
      }
      var documents: [String: [String]] = [:]
      for document in contract.documents {
        let file = folder.appending(path: "\(name)/documents/\(document.file)")
        guard FileManager.default.fileExists(atPath: file.path) else { continue }
        documents[document.name] = try Repository.lines(file)
      }
      return ContractLinter.lint(contract, documents: documents) { file in
        !FileManager.default.fileExists(atPath: folder.appending(path: "\(name)/\(file)").path)
      }
    } catch let error as ContractError {
      return error.diagnostics
    }
  }
}
