import AssayContract
import AssayFaults
import AssayFindings
import Foundation
import TestKit
import Testing

/// What contracts make of wrong responses.
struct ContractAuditTests {
  private static let path = "fixtures/audit/orders/contract.json"

  private static func contract(_ bytes: [UInt8]) throws -> Contract {
    try ContractLoader.load(bytes: bytes, file: path) { _ in nil }
  }

  private static func line(_ mutant: ContractAudit.Mutant) -> String {
    let note = mutant.remedy.map { "add \($0.text) to \($0.place.pointer)" } ?? mutant.reason
    return "\(mutant.verdict) \(mutant.operation): \(mutant.place) \(mutant.change)\(note.isEmpty ? "" : ": \(note)")\n"
  }

  @Test(arguments: ["orders", "orders-xml"])
  func listsMutants(name: String) async throws {
    let audit = await ContractAudit.ofMock(
      try Self.contract(try Repository.bytes("fixtures/audit/\(name)/contract.json"))
    )
    #expect(audit.broken == [])
    let list = audit.mutants.map(Self.line).joined()
    try Golden.expect(list, Repository.fixtures.appending(path: "audit/\(name)/audit.txt"))
  }

  /// A promise that is pasted where the audit says kills its mutant, and no conforming response.
  @Test func everyRemedyKillsItsMutant() async throws {
    let bytes = try Repository.bytes(Self.path)
    let survivors = await ContractAudit.ofMock(try Self.contract(bytes)).mutants.filter { $0.verdict == .survived }
    #expect(survivors.count > 15)
    for survivor in survivors {
      let remedy = try #require(survivor.remedy, "\(Self.line(survivor))")
      let audit = await ContractAudit.ofMock(try Self.contract(try Self.paste(remedy, into: bytes)))
      #expect(audit.broken == [], "\(Self.line(survivor))")
      let same = audit.mutants.filter {
        ($0.operation, $0.place, $0.change) == (survivor.operation, survivor.place, survivor.change)
      }
      #expect(same.map(\.verdict) == [.killed], "\(Self.line(survivor))")
    }
  }

  /// The contract with the members of `remedy` added to the object at its place.
  private static func paste(_ remedy: ContractAudit.Remedy, into contract: [UInt8]) throws -> [UInt8] {
    let added = try #require(try JSONSerialization.jsonObject(with: Data("{\(remedy.text)}".utf8)) as? [String: Any])
    func changed(_ value: Any, _ tokens: ArraySlice<String>) throws -> Any {
      var object = try #require(value as? [String: Any])
      guard let token = tokens.first else { return object.merging(added) { $1 } }
      let name = token.replacing("~1", with: "/").replacing("~0", with: "~")
      object[name] = try changed(try #require(object[name]), tokens.dropFirst())
      return object
    }
    let root = try JSONSerialization.jsonObject(with: Data(contract))
    let tokens = remedy.place.pointer.split(separator: "/").map(String.init)[...]
    return Array(try JSONSerialization.data(withJSONObject: try changed(root, tokens)))
  }

  /// The documented systems' contracts notice nearly all that their clients read.
  @Test(arguments: Gallery.names)
  func theGalleryIsStrong(name: String) async throws {
    let audit = await ContractAudit.ofMock(try Gallery.contract(name))
    #expect(audit.broken == [])
    #expect(audit.score >= 95, "\(audit.mutants.filter { $0.verdict == .survived }.map(Self.line).joined())")
    #expect(audit.count(.killed) > audit.count(.noticed))
  }

  /// Responses that already break the contract are named, and not changed.
  @Test func leavesOutWhatIsBroken() async throws {
    let list = "/operations/list/responses/200/body/properties/orders"
    let place = ContractPlace(file: "", line: 1, column: 1, pointer: list)
    let promise = ContractAudit.Remedy(#""minItems": 9"#, at: place)
    let bytes = try Self.paste(promise, into: try Repository.bytes(Self.path))
    let contract = try Self.contract(bytes)
    let audit = await ContractAudit.ofMock(contract)
    #expect(audit.broken == ["all/list"])
    #expect(!audit.mutants.contains { $0.operation == "list" })
    #expect(audit.mutants.contains { $0.operation == "get" })
  }
}
