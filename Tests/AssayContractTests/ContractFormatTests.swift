import AssayJSON
import Foundation
import TestKit
import Testing

@testable import AssayContract

/// The table of the format is read from its schema without a gap.
struct ContractFormatTests {
  private static func kinds(_ name: String) throws -> [(String, ContractFormat.Kind)] {
    let document = try JSONDocument(parsing: try Repository.bytes(Repository.contracts.appending(path: name)))
    var found: [(String, ContractFormat.Kind)] = []
    ContractFormat.shared.forEachPlace(in: ContractNode(root: document.root)) {
      found.append(($0.node.pointer.description, $0.kind))
    }
    return found
  }

  /// A kind that the schema does not name would never be found in a contract.
  @Test func everyKindIsInTheSchema() throws {
    let format = try #require(FormatSchema.shared).root
    var named = Set((format["$defs"] ?? .null).members.map(\.key))
    var pending = [format]
    while let value = pending.popLast() {
      for key in ["x-kind", "x-string"] {
        guard let kind = value[key]?.string else { continue }
        #expect(ContractFormat.Kind(rawValue: kind) != nil, "\(kind)")
        named.insert(kind)
      }
      pending += value.members.map(\.value) + Array(value.items)
    }
    for kind in ContractFormat.Kind.allCases { #expect(named.contains(kind.rawValue), "\(kind.rawValue)") }
  }

  /// Each object of our contracts with a level or a source has a kind, and so has each string that is an expression.
  @Test(arguments: try FormatSchemaTests.contracts)
  func findsEveryExpression(_ name: String) throws {
    let found = try Self.kinds(name)
    let expressions = found.filter { [.expression, .input, .mockExpression].contains($0.1) }.map(\.0)
    let templates = found.filter { [.template, .mockTemplate].contains($0.1) }.map(\.0)
    let document = try JSONDocument(parsing: try Repository.bytes(Repository.contracts.appending(path: name)))
    var pending = [(document.root, "")]
    while let (value, place) = pending.popLast() {
      if let text = value.string, text.hasPrefix("$"), !text.hasPrefix("${") {
        let isFound =
          expressions.contains(place) || templates.contains { place == $0 || place.hasPrefix($0 + "/") }
          || ["/$ref", "/$schema", "/state"].contains { place.hasSuffix($0) }
        #expect(isFound, "\(place): \(text)")
      }
      pending += value.members.map { ($0.value, place + JSONPointer(tokens: [$0.key]).description) }
      pending += value.items.enumerated().map { ($1, "\(place)/\($0)") }
    }
  }
}
