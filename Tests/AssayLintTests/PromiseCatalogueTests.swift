import AssayContract
import AssayFindings
import AssayJSON
import AssaySchema
import Foundation
import TestKit
import Testing

@testable import AssayLint

/// The list of what a contract promises leaves nothing out, and the gallery's is current.
struct PromiseCatalogueTests {
  static let names = ["mondrian", "serial-ocr", "memorai", "landmark"]

  @Test(arguments: names)
  func pageIsCurrent(_ name: String) throws {
    let page = try Repository.lines(Repository.contracts.appending(path: "\(name).md"))
    let contract = try Self.contract(name)
    let tables = "\(PromiseMarkdown.markdown(of: contract))\n\(PromiseMarkdown.notes(of: contract))"
    let head = ["# What `\(name).json` promises", "", "Written by `make promises`.", ""]
    let expected =
      head
      + tables.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
        line.hasPrefix("### ") ? String(line.dropFirst()) : String(line)
      }
    let difference = zip(page, expected).first { $0 != $1 }
    #expect(page == expected, "run `make promises`; the first other line is \(difference?.1 ?? "the last")")
  }

  /// Whatever can break a `must` of an answer has a row.
  @Test(arguments: names)
  func coversEveryMust(_ name: String) throws {
    let contract = try Self.contract(name)
    let told = Set(PromiseCatalogue(of: contract).promises.flatMap(\.pointers))
    let sites = ContractSite.all(in: contract.document, contract.schemas)
    let steps = contract.scenarios.flatMap(\.steps)
    let held = Set(steps.filter { !$0.isErrorProbe }.map(\.operation))
    let promises = sites.filter { site in
      let tokens = site.node.pointer.tokens
      return Self.isPromise(site) && (tokens.first != "operations" || tokens.count < 2 || held.contains(tokens[1]))
    }
    // Shared schemas that only requests refer to say what an app sends.
    var reached: Set<JSONPointer> = []
    var pending = promises.filter { $0.node.pointer.tokens.first != "$defs" }.compactMap(\.schema)
    while let next = pending.popLast() {
      guard reached.insert(next.pointer).inserted else { continue }
      pending += next.children.map(\.schema) + next.targets
    }
    let musts = promises.filter { $0.node.level == .must && ($0.kind != .schema || reached.contains($0.node.pointer)) }
    let pointers = musts.flatMap { $0.kind == .schema ? Self.assertions(of: $0.schema) : [$0.node.pointer] }
    #expect(pointers.filter { !told.contains($0) } == [])
    #expect(pointers.count > 20)
  }

  /// No `must` is written down that nothing checks, and none without a source.
  @Test(arguments: names)
  func checksEveryMust(_ name: String) throws {
    for promise in PromiseCatalogue(of: try Self.contract(name)).promises where promise.level == .must {
      let isChecked = !promise.checks.isEmpty
      #expect(isChecked, "\(promise.sentence)")
      let hasSource = !promise.sources.isEmpty
      #expect(hasSource, "\(promise.sentence)")
    }
  }

  /// Each case of `fixtures/promises` is a contract and its table.
  @Test(arguments: try Fixtures.folders("promises"))
  func writes(_ name: String) throws {
    let folder = Repository.fixtures.appending(path: "promises/\(name)")
    let bytes = try Repository.bytes(folder.appending(path: "contract.json"))
    let contract = try ContractLoader.load(bytes: bytes, file: "contract.json")
    try Golden.expect(PromiseMarkdown.markdown(of: contract), folder.appending(path: "expected.md"))
  }

  /// Whether a backend is held to what stands here: not what a request must be, nor how errors of other calls look.
  private static func isPromise(_ site: ContractSite) -> Bool {
    let tokens = site.node.pointer.tokens
    if tokens.contains("request") || tokens.last == "every" { return false }
    if tokens.count > 3, tokens[2] == "responses", tokens[0] == "operations" {
      guard StatusPattern(tokens[3])?.isSuccess == true else { return false }
    }
    switch site.kind {
    case .content, .textPattern, .schema, .invariant, .limit, .state, .constant, .nondecreasing, .promiseSwitch, .order:
      return true
    default: return false
    }
  }

  private static func assertions(of schema: SchemaView?) -> [JSONPointer] {
    (schema?.keywords ?? []).filter { $0.clause != nil || $0.name == "required" }.map(\.pointer)
  }

  private static func contract(_ name: String) throws -> Contract {
    let bytes = try Repository.bytes(Repository.contracts.appending(path: "\(name).json"))
    return try ContractLoader.load(bytes: bytes, file: "\(name).json")
  }
}
